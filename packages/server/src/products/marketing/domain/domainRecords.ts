import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { findDefault } from '#products/marketing/integration/defaultIntegration.ts'
import { returnDomain } from '#products/marketing/bounce/returnAddress.ts'
import type { SendingDomain } from './sendingDomain.ts'

type Named = Pick<SendingDomain, 'domain' | 'selector' | 'publicKey' | 'hasDkim' | 'hasSpf' | 'hasDmarc' | 'hasReturn'>

/** The name in a domain to which bounces of its mail come back. */
export function returnNameOf(domain: string): string {
  return `bounce.${domain}`
}

/** Records that the DNS of domains must have. */
export async function recordsOf(ctx: Ctx, domains: readonly Named[]) {
  const spf = `v=spf1 ${await senderMechanism(ctx)} ~all`
  const target = returnDomain(ctx)
  return domains.map(({ domain, selector, publicKey, hasDkim, hasSpf, hasDmarc, hasReturn }) => ({
    records: [
      {
        ...textRecord('dkim', `${selector ?? ''}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${publicKey ?? ''}`),
        isFound: hasDkim,
      },
      { ...textRecord('spf', domain, spf), isFound: hasSpf },
      { ...textRecord('dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=none'), isFound: hasDmarc },
      ...(target === undefined ? [] : [{ ...returnRecord(domain, target), isFound: hasReturn }]),
    ],
  }))
}

function returnRecord(domain: string, value: string) {
  return { purpose: 'return', type: 'CNAME', name: returnNameOf(domain), value, isRequired: false } as const
}

function textRecord(purpose: 'dkim' | 'spf' | 'dmarc', name: string, value: string) {
  return { purpose, type: 'TXT' as const, name, value, isRequired: purpose === 'dkim' }
}

const providerMechanisms: Readonly<Record<string, string>> = {
  ses: 'include:amazonses.com',
  mailgun: 'include:mailgun.org',
  postmark: 'include:spf.mtasv.net',
  sendgrid: 'include:sendgrid.net',
}

/** The mechanism of SPF that allows the servers by which mail of the account leaves by default. */
async function senderMechanism(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.rows(findDefault, [ctx.account.id])
  const found =
    row === undefined
      ? undefined
      : await ctx.store.find(integration, encodeId(integration.prefix, ctx.account.id, row.id))
  return found === undefined ? `a:${new URL(ctx.settings.publicUrl).hostname}` : mechanismOf(found)
}

function mechanismOf({ type, config }: Integration): string {
  return providerMechanisms[type] ?? `a:${config?.host ?? ''}`
}
