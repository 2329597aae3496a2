import { Type } from '#kit/values/schema.ts'
import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { flag, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { madeFirst, once, operation, type Operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Draft, type Patch } from '#kit/nouns/resource.ts'
import { closed, createInput, get, ifVersion, list, removed, updateInput, versionOf } from '#kit/nouns/standard.ts'
import { reasons } from '#kit/call/problem.ts'
import {
  integrationCreated,
  integrationDeleted,
  integrationFailed,
  integrationRecovered,
  integrationUpdated,
} from '#products/marketing/facts.ts'
import { integration, integrationInUse, otherDefault } from './integration.ts'
import { integrationTypes, sentSecrets, type Integration, type Secrets } from './integrationFields.ts'
import { changeIntegration, deleteIntegration, makeIntegration } from './integrationWrites.ts'

const one = { integrationId: madeFirst('marketing.integration') }
const signingSecret = nullable(line(100, { description: 'Secret of `inboundUrl`, in this response only; else null.' }))
const secrets = Type.Optional(sentSecrets)

/** Operations of integrations. */
export const operations: Operation[] = [
  list(integration, 'POST /api/marketing/integration/all', 'Get All Integrations', {
    sorts: ['-createdAt', 'createdAt', 'name'],
    example: { limit: 10 },
    filters: { type: { schema: oneOf(integrationTypes, { description: 'Type.' }), column: 'type', test: 'equals' } },
  }),
  get(integration, 'POST /api/marketing/integration/get', 'Get Integration', { example: one }),
  operation('marketing.integration.create', {
    route: 'POST /api/marketing/integration/create',
    title: 'Create Integration',
    description:
      'Creates an integration. Secrets are sealed and never returned. A mailbox of bounces is pending until it was ' +
      'read once; `lastError` says why it was not.',
    scope: 'marketing.integration:write',
    input: closed({ ...createInput(integration).properties, secrets }),
    output: outputSchemaOf(integration, {
      created: flag({ description: 'False when it was there already.' }),
      signingSecret,
    }),
    emits: [integrationCreated, integrationUpdated],
    reasons: [otherDefault],
    example: { name: 'Postmark', type: 'postmark', secrets: { apiKey: 'd7e1f5c0-0000' }, limits: { perSecond: 50 } },
    handle: once(async (ctx, input: Record<string, unknown>) => {
      const { secrets: sent = {}, clientReference, metadata, ...draft } = input
      // cast: the input was accepted by the schema above, made of these.
      const options = { clientReference, metadata } as CreateOptions
      // cast: as above.
      const own = { draft: draft as Draft<typeof integration>, secrets: sent as Secrets }
      const made = await makeIntegration(ctx, { ...own, options })
      return { ...(await shown(ctx, made.record)), created: made.created, signingSecret: made.secret ?? null }
    }),
  }),
  operation('marketing.integration.update', {
    route: 'POST /api/marketing/integration/update',
    title: 'Update Integration',
    description:
      'Changes an integration. Only sent fields change; secrets that are sent replace stored ones. `rotateSecret` ' +
      'makes a new secret of `inboundUrl`; the former one is valid for 24 hours beside it.',
    scope: 'marketing.integration:write',
    input: closed({
      ...updateInput(integration).properties,
      secrets,
      rotateSecret: Type.Optional(flag({ description: 'Whether `inboundUrl` gets a new secret.' })),
    }),
    output: outputSchemaOf(integration, { signingSecret }),
    emits: [integrationUpdated, integrationRecovered, integrationFailed],
    reasons: [otherDefault],
    example: { ...one, name: 'Postmark, transactional' },
    handle: once(async (ctx, input: Record<string, unknown>) => {
      const { integrationId, action, ifVersion, secrets: sent = {}, rotateSecret = false, ...patch } = input
      const { record, secret } = await changeIntegration(ctx, String(integrationId), {
        // cast: the input was accepted by the schema above, made of these.
        patch: patch as Patch<typeof integration>,
        // cast: as above.
        secrets: sent as Secrets,
        isRotating: rotateSecret === true,
        // cast: as above.
        options: { action, ifVersion } as UpdateOptions,
      })
      return { ...(await shown(ctx, record)), signingSecret: secret ?? null }
    }),
  }),
  operation('marketing.integration.delete', {
    route: 'POST /api/marketing/integration/delete',
    title: 'Delete Integration',
    description: 'Deletes an integration. Mail that waits to leave by it needs another one in `replaceWith`.',
    scope: 'marketing.integration:write',
    input: closed({
      integrationId: idOf('int', { description: 'The integration.' }),
      replaceWith: Type.Optional(idOf('int', { description: 'Integration by which waiting mail leaves instead.' })),
      ifVersion: ifVersion(),
    }),
    output: removed(),
    emits: [integrationDeleted],
    reasons: [integrationInUse, reasons.invalidTransition],
    example: one,
    handle: once(async (ctx, input) => {
      const { integrationId, replaceWith } = input
      const record = await deleteIntegration(ctx, integrationId, { replaceWith, ...versionOf(input) })
      return { id: record.id, status: 'deleted' as const }
    }),
  }),
]

async function shown(ctx: Ctx, record: Integration): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, integration, [record]))[0] ?? {}
}
