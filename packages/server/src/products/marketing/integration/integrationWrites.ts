import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { watchMailbox } from '#products/marketing/bounce/mailboxPoll.ts'
import { integration, integrationInUse } from './integration.ts'
import { checkForm, senderTypes, type Integration, type Secrets } from './integrationFields.ts'
import { formerSecretHours, makeHookSecret, openSecrets, sealSecrets } from './integrationSecrets.ts'

/** An integration as a create sends it. */
export type SentIntegration = { draft: Draft<typeof integration>; secrets: Secrets; options: CreateOptions }

/** Makes an integration. `secret`: that of its hook, in this response only; undefined for a repeat. */
export function makeIntegration(ctx: Ctx, { draft, secrets, options }: SentIntegration) {
  checkForm(draft.type, draft.config ?? {}, secrets)
  checkDefault(draft.type, draft.isDefault)
  return ctx.atomic(async (inner) => {
    await becomeDefault(inner, draft.isDefault)
    const { secret, sealed } = makeHookSecret(inner, draft.type)
    const hasSecrets = Object.keys(secrets).length > 0
    const set = {
      sealedHookSecret: sealed,
      ...(hasSecrets ? { sealedSecrets: sealSecrets(inner, draft.type, secrets) } : {}),
    }
    const status = draft.type === 'bounceMailbox' ? 'pending' : 'active'
    const made = await inner.store.create(integration, draft, { ...options, status, set })
    if (made.created && draft.type === 'bounceMailbox') await watchMailbox(inner, made.record.id)
    return { ...made, secret: made.created ? secret : undefined }
  })
}

/** A change of an integration. */
export type IntegrationChange = {
  patch: Patch<typeof integration>
  secrets: Secrets
  isRotating: boolean
  options: UpdateOptions
}

/** Changes an integration. `secret`: the new one of its hook, after a rotation. */
export function changeIntegration(ctx: Ctx, integrationId: string, change: IntegrationChange) {
  return ctx.atomic(async (inner) => {
    const found = await inner.store.get(integration, integrationId)
    checkDefault(found.type, change.patch.isDefault)
    const secrets = { ...openSecrets(inner, found), ...change.secrets }
    checkForm(found.type, (change.patch.config === undefined ? found.config : change.patch.config) ?? {}, secrets)
    await becomeDefault(inner, change.patch.isDefault)
    const rotated = change.isRotating ? makeHookSecret(inner, found.type) : undefined
    const hasSecrets = Object.keys(change.secrets).length > 0
    const record = await inner.store.update(integration, integrationId, (before) => ({
      ...change.options,
      patch: {
        ...change.patch,
        ...(hasSecrets ? { sealedSecrets: sealSecrets(inner, before.type, secrets) } : {}),
        ...(rotated === undefined ? {} : rotatedPatch(inner, before, rotated.sealed)),
      },
    }))
    if (record.type === 'bounceMailbox' && record.status !== 'disabled') await watchMailbox(inner, record.id)
    return { record, secret: rotated?.secret }
  })
}

/** Deletes an integration; mail that waits to leave by it moves to another one. Throws in_use without one. */
export function deleteIntegration(ctx: Ctx, integrationId: string, { replaceWith, ...how }: DeleteHow) {
  return ctx.atomic(async (inner) => {
    if (replaceWith !== undefined) await checkReplacement(inner, integrationId, replaceWith)
    const uuid = uuidOf(integration.prefix, integrationId)
    const [waiting] = await inner.db.rows(findWaiting, [inner.account.id, uuid])
    if (waiting !== undefined && replaceWith === undefined) throw problem(integrationInUse)
    const record = await inner.store.remove(integration, integrationId, how)
    if (waiting !== undefined && replaceWith !== undefined) {
      await inner.db.rows(moveWaiting, [inner.account.id, uuid, uuidOf(integration.prefix, replaceWith)])
    }
    return record
  })
}

type DeleteHow = { replaceWith?: string | undefined; ifVersion?: number }

async function checkReplacement(ctx: Ctx, integrationId: string, replaceWith: string): Promise<void> {
  const other = await ctx.store.find(integration, replaceWith)
  const isSender = other !== undefined && other.id !== integrationId && senderTypes.has(other.type)
  if (!isSender || other.status === 'disabled') {
    throw invalid(field('replaceWith', 'reference', 'must be another integration by which mail may leave'))
  }
}

function rotatedPatch(ctx: Ctx, before: Integration, sealed: string): Patch<typeof integration> {
  const until = new Date(ctx.now().getTime() + formerSecretHours * 3_600_000).toISOString()
  return { sealedHookSecret: sealed, sealedFormerSecret: before.sealedHookSecret, formerSecretUntil: until }
}

function checkDefault(type: string, isDefault: boolean | undefined): void {
  if (isDefault !== true || senderTypes.has(type)) return
  throw invalid(field('isDefault', 'notAllowed', 'is for integrations by which mail leaves'))
}

async function becomeDefault(ctx: Ctx, isDefault: boolean | undefined): Promise<void> {
  if (isDefault !== true) return
  const [row] = await ctx.db.rows(findDefault, [ctx.account.id])
  if (row === undefined) return
  const formerId = encodeId(integration.prefix, ctx.account.id, row.id)
  await ctx.store.update(integration, formerId, { patch: { isDefault: false } })
}

const findDefault = statement(
  'marketing_integration.findDefault',
  'account',
  'select id from marketing_integration where account_id = $1 and is_default and deleted_at is null',
)

const findWaiting = statement(
  'marketing_message.findWaiting',
  'account',
  `select id from marketing_message where account_id = $1 and integration_id = $2 and state in ('queued', 'deferred')
   limit 1`,
)

const moveWaiting = statement(
  'marketing_message.moveWaiting',
  'account',
  `update marketing_message set integration_id = $3
   where account_id = $1 and integration_id = $2 and state in ('queued', 'deferred')`,
)
