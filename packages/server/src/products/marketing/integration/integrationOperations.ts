import { Type } from '#kit/values/schema.ts'
import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { flag, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { madeFirst, once, operation, type Operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Draft, type Patch } from '#kit/nouns/resource.ts'
import { closed, createInput, ifVersion, list, removed, updateInput, versionOf } from '#kit/nouns/standard.ts'
import { reasons } from '#kit/call/problem.ts'
import { transportPort, type Verification } from '#platform/mail/transportPort.ts'
import {
  automationUpdated,
  campaignPaused,
  campaignUpdated,
  integrationCreated,
  integrationDeleted,
  integrationFailed,
  integrationRecovered,
  integrationUpdated,
  sequenceUpdated,
} from '#products/marketing/facts.ts'
import { campaignRunning, integration, integrationInUse, otherDefault } from './integration.ts'
import { getIntegration } from './integrationRead.ts'
import { integrationTypes, sentSecrets, type Integration, type Secrets } from './integrationFields.ts'
import { changeIntegration, checkSent, deleteIntegration, makeIntegration, reachedAfter } from './integrationWrites.ts'
import { accessOf, type Reached } from './transportAccess.ts'

const one = { integrationId: madeFirst('marketing.integration') }
const signingSecret = nullable(line(100, { description: 'Secret of `inboundUrl`, in this response only; else null.' }))
const secrets = Type.Optional(sentSecrets)
const check = closed({
  name: line(40, { description: 'Step, such as `connect`, `encrypt` or `signIn`.' }),
  ok: flag({ description: 'Whether it succeeded.' }),
  message: nullable(Type.String({ description: 'Cause of a failure.' })),
})
const verification = nullable(
  closed(
    {
      ok: flag({ description: 'Whether the service can be used.' }),
      checks: Type.Array(check, { description: 'Steps, up to the first that failed.' }),
    },
    { description: 'Result of the check of the service; null where there was none.' },
  ),
)

/** Operations of integrations. */
export const operations: Operation[] = [
  list(integration, 'POST /api/marketing/integration/all', 'Get All Integrations', {
    sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'],
    example: { limit: 10 },
    filters: { type: { schema: oneOf(integrationTypes, { description: 'Type.' }), column: 'type', test: 'equals' } },
  }),
  getIntegration,
  operation('marketing.integration.create', {
    route: 'POST /api/marketing/integration/create',
    title: 'Create Integration',
    description:
      'Creates an integration. Secrets are sealed and never returned. A service by which mail leaves is checked ' +
      'without a mail, and stays pending after a failure; `lastError` says why.' +
      ' A mailbox of bounces or a shop feed is pending until it was read once.',
    scope: 'marketing.integration:write',
    input: closed({
      ...createInput(integration).properties,
      secrets,
      verify: Type.Optional(
        flag({ description: 'Whether the service is checked; true when left out. Unchecked, it is active at once.' }),
      ),
    }),
    output: outputSchemaOf(integration, {
      created: flag({ description: 'False when it was there already.' }),
      signingSecret,
      verification,
    }),
    emits: [integrationCreated, integrationUpdated],
    reasons: [otherDefault],
    // The key is invented: a check of it fails.
    example: {
      name: 'Postmark',
      type: 'postmark',
      secrets: { apiKey: 'd7e1f5c0-0000' },
      limits: { perSecond: 50 },
      verify: false,
    },
    async handle(ctx, input: Record<string, unknown>) {
      const { secrets: sent = {}, clientReference, metadata, verify = true, ...draft } = input
      // cast: the input was accepted by the schema above, made of these.
      const options = { clientReference, metadata } as CreateOptions
      // cast: as above.
      const own = { draft: draft as Draft<typeof integration>, secrets: sent as Secrets }
      checkSent(ctx, own)
      const { type, config, limits } = own.draft
      const reached = { type, config: config ?? {}, secrets: own.secrets, limits }
      const found = verify === true ? await verificationOf(ctx, reached) : undefined
      return ctx.once(async (inner) => {
        const made = await makeIntegration(inner, { ...own, options, verification: found })
        const { record, created, secret = null } = made
        return { ...(await shown(inner, record)), created, signingSecret: secret, verification: outputOf(found) }
      })
    },
  }),
  operation('marketing.integration.update', {
    route: 'POST /api/marketing/integration/update',
    title: 'Update Integration',
    description:
      'Changes an integration. Only sent fields change; secrets that are sent replace stored ones. `rotateSecret` ' +
      'makes a new secret of `inboundUrl`; the former one is valid for 24 hours beside it. New settings or secrets ' +
      'of a service by which mail leaves are checked, as with `reVerify` and `enable`. One that is enabled and does ' +
      'not work is in `error`, and is checked again by itself.',
    scope: 'marketing.integration:write',
    input: closed({
      ...updateInput(integration).properties,
      secrets,
      rotateSecret: Type.Optional(flag({ description: 'Whether `inboundUrl` gets a new secret.' })),
      reVerify: Type.Optional(flag({ description: 'Whether the service is checked again.' })),
      force: Type.Optional(flag({ description: 'Whether campaigns that send by it pause when it is disabled.' })),
    }),
    output: outputSchemaOf(integration, { signingSecret, verification }),
    emits: [integrationUpdated, integrationRecovered, integrationFailed, campaignUpdated, campaignPaused],
    reasons: [otherDefault, campaignRunning],
    example: { ...one, name: 'Postmark, transactional' },
    async handle(ctx, input: Record<string, unknown>) {
      const { integrationId, action, ifVersion, secrets: sent = {}, rotateSecret, reVerify, force, ...patch } = input
      const change = {
        // cast: the input was accepted by the schema above, made of these.
        patch: patch as Patch<typeof integration>,
        // cast: as above.
        secrets: sent as Secrets,
        isRotating: rotateSecret === true,
        // cast: as above.
        options: { action, ifVersion } as UpdateOptions,
        isForced: force === true,
        verification: undefined,
      }
      const isNew = patch['config'] !== undefined || Object.keys(change.secrets).length > 0
      const isChecked = isNew || reVerify === true || action === 'enable'
      const id = String(integrationId)
      const found = isChecked ? await verificationOf(ctx, await reachedAfter(ctx, id, change)) : undefined
      return ctx.once(async (inner) => {
        const { record, secret = null } = await changeIntegration(inner, id, { ...change, verification: found })
        return { ...(await shown(inner, record)), signingSecret: secret, verification: outputOf(found) }
      })
    },
  }),
  operation('marketing.integration.delete', {
    route: 'POST /api/marketing/integration/delete',
    title: 'Delete Integration',
    description:
      'Deletes an integration. Mail that waits to leave by it, and campaigns, automations and sequences with it, ' +
      'need another one in `replaceWith`: it makes a new version of each definition, to which running contacts move.',
    scope: 'marketing.integration:write',
    input: closed({
      integrationId: idOf('int', { description: 'The integration.' }),
      replaceWith: Type.Optional(idOf('int', { description: 'Integration that takes its place.' })),
      ifVersion: ifVersion(),
    }),
    output: removed(),
    emits: [integrationDeleted, campaignUpdated, automationUpdated, sequenceUpdated],
    reasons: [integrationInUse, reasons.invalidTransition],
    example: one,
    handle: once(async (ctx, input) => {
      const { integrationId, replaceWith } = input
      const record = await deleteIntegration(ctx, integrationId, { replaceWith, ...versionOf(input) })
      return { id: record.id, status: 'deleted' as const }
    }),
  }),
]

/** Result of the check of a service; undefined for a type by which no mail leaves. Call outside a transaction. */
async function verificationOf(ctx: Ctx, reached: Reached): Promise<Verification | undefined> {
  const access = accessOf(reached)
  return access === undefined ? undefined : ctx.port(transportPort).verify(ctx.account.id, access)
}

function outputOf(found: Verification | undefined) {
  return found === undefined ? null : { ok: found.ok, checks: found.checks }
}

async function shown(ctx: Ctx, record: Integration): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, integration, [record]))[0] ?? {}
}
