import type { Ctx } from '#kit/call/context.ts'
import { makeDkimKey } from '#platform/mail/dkim/dkimKey.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import type { SendingDomain } from './sendingDomain.ts'

/** A key pair of DKIM: selector, public key in base64, and the private key sealed. */
export type DomainKey = { selector: string; publicKey: string; sealedPrivateKey: string }

/** Makes a key pair. The selector is random: other servers sign for the domain too. */
export async function makeDomainKey(ctx: Ctx, domain: string): Promise<DomainKey> {
  const { publicKey, privateKey } = await makeDkimKey()
  return {
    selector: `fg${randomText(5)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '0')}`,
    publicKey,
    sealedPrivateKey: Buffer.from(ctx.port(sealingPort).seal(privateKey, placeOf(ctx, domain))).toString('base64'),
  }
}

/** The private key of a domain, in PEM. */
export function openDomainKey(ctx: Ctx, { domain, sealedPrivateKey }: Sealed): string {
  return ctx.port(sealingPort).open(Buffer.from(sealedPrivateKey ?? '', 'base64'), placeOf(ctx, domain))
}

type Sealed = Pick<SendingDomain, 'domain' | 'sealedPrivateKey'>

function placeOf(ctx: Ctx, domain: string): string {
  return `marketing.sendingDomain ${ctx.account.id} ${domain}`
}
