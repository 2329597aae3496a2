import type { Ctx } from '#kit/call/context.ts'
import { companion, madeFirst, operation, type Operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, createInput, get, list, remove, splitCreate } from '#kit/nouns/standard.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import {
  sendingDomainCreated,
  sendingDomainFailed,
  sendingDomainUpdated,
  sendingDomainVerified,
} from '#products/marketing/facts.ts'
import { applyFinding, examineDomain, nextCheck, queueCheck } from './domainCheck.ts'
import { makeDomainKey } from './domainKeys.ts'
import { domainTaken, readDomain, sendingDomain, typedDomain, type SendingDomain } from './sendingDomain.ts'

const one = { sendingDomainId: madeFirst('marketing.sendingDomain') }

/** Operations of sending domains. */
export const operations: Operation[] = [
  list(sendingDomain, 'POST /api/marketing/sendingDomain/all', 'Sending domains - Get All', {
    sorts: ['-createdAt', 'createdAt', 'domain'],
  }),
  get(sendingDomain, 'POST /api/marketing/sendingDomain/get', 'Sending domains - Get', { example: one }),
  operation('marketing.sendingDomain.create', {
    route: 'POST /api/marketing/sendingDomain/create',
    title: 'Sending domains - Create',
    description:
      'Makes a DKIM key for a domain. The response has the records to publish in the DNS; they are checked every ten ' +
      'minutes, or at once by `verify`.',
    scope: 'marketing.sendingDomain:write',
    input: closed({ ...createInput(sendingDomain).properties, domain: typedDomain }),
    output: outputSchemaOf(sendingDomain, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [sendingDomainCreated],
    reasons: [domainTaken],
    example: { domain: 'news.example.com' },
    async handle(ctx, input) {
      const [typed, options] = splitCreate<typeof sendingDomain>(input)
      const draft = { ...typed, domain: readDomain(typed.domain) }
      const at = nextCheck(ctx, { status: 'unverified', createdAt: ctx.now().toISOString() })
      const set = { ...(await makeDomainKey(ctx, draft.domain)), nextCheckAt: at.toISOString() }
      return ctx.once((inner) =>
        inner.atomic(async (writing) => {
          const { record, created } = await writing.store.create(sendingDomain, draft, { ...options, set })
          if (created) queueCheck(writing, record.id, at)
          return { ...(await shown(writing, record)), created }
        }),
      )
    },
  }),
  remove(sendingDomain, 'POST /api/marketing/sendingDomain/delete', 'Sending domains - Delete', {
    description: 'Deletes a sending domain with its key. Mail from its addresses waits from then on.',
    example: one,
  }),
  operation('marketing.sendingDomain.verify', {
    route: 'POST /api/marketing/sendingDomain/verify',
    title: 'Sending domains - Verify',
    description: 'Reads the records of a domain in the DNS now. A verified domain may be the sender of mails.',
    scope: 'marketing.sendingDomain:write',
    input: closed({ sendingDomainId: idOf('sdo', { description: 'The domain.' }) }),
    output: outputSchemaOf(sendingDomain),
    emits: [sendingDomainUpdated, sendingDomainVerified, sendingDomainFailed],
    example: one,
    async handle(ctx, { sendingDomainId }) {
      const found = await examineDomain(ctx, await ctx.store.get(sendingDomain, sendingDomainId))
      return ctx.once((inner) =>
        inner.atomic(async (writing) =>
          shown(writing, await applyFinding(writing, sendingDomainId, { ...found, isByCall: true })),
        ),
      )
    },
  }),
].map(companion)

async function shown(ctx: Ctx, record: SendingDomain): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, sendingDomain, [record]))[0] ?? {}
}
