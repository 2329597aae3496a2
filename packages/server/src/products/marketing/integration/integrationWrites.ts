import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForLink, lockForUpdate } from '#platform/db/rowLocks.ts'
import type { Verification } from '#platform/mail/transportPort.ts'
import { watchMailbox } from '#products/marketing/bounce/mailboxPoll.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { pauseCampaign } from '#products/marketing/campaign/campaignSending.ts'
import { scheduleReading } from '#products/marketing/feed/feedRead.ts'
import { removeItems } from '#products/marketing/feed/feedRows.ts'
import { nameProblems } from '#products/marketing/event/eventInput.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaignRunning, integration, integrationInUse } from './integration.ts'
import { scheduleCheck, verifiedChange } from './integrationCheck.ts'
import { checkForm, senderTypes, type Integration, type Secrets } from './integrationFields.ts'
import { findDefault } from './defaultIntegration.ts'
import { integrationUsers, lockIntegrationUsers, replaceInDefinitions } from './integrationReplace.ts'
import type { Reached } from './transportAccess.ts'
import { receiversOf } from '#products/marketing/message/receiver.ts'
import { waysOf } from './wayCache.ts'
import { formerSecretHours, makeHookSecret, openSecrets, sealSecrets } from './integrationSecrets.ts'

/** An integration as a create sends it. */
export type SentIntegration = {
  draft: Draft<typeof integration>
  secrets: Secrets
  options: CreateOptions
  /** Result of the check of its service; undefined where it was not checked. */
  verification: Verification | undefined
}

/** Throws invalid for an integration whose type does not go with its settings or secrets. */
export function checkSent(ctx: Ctx, { draft, secrets }: Pick<SentIntegration, 'draft' | 'secrets'>): void {
  checkForm(draft.type, draft.config ?? {}, secrets)
  checkEventName(ctx, draft.config)
  checkDefault(draft.type, draft.isDefault)
}

/** Throws invalid for calls that would be recorded under the name of a fact of this server. */
function checkEventName(ctx: Ctx, config: Integration['config'] | undefined): void {
  const problems = nameProblems(ctx, config?.eventName ?? '', 'config/eventName')
  if (problems.length > 0) throw invalid(...problems)
}

/** The integration after a change, as its service is reached. Throws invalid like a change. */
export async function reachedAfter(ctx: Ctx, integrationId: string, change: IntegrationChange): Promise<Reached> {
  const record = await ctx.store.get(integration, integrationId)
  checkHostKept(ctx, record, change)
  const { type, config, limits, ...found } = record
  const { patch } = change
  const secrets = { ...openSecrets(ctx, { type, ...found }), ...change.secrets }
  const after = (patch.config === undefined ? config : patch.config) ?? {}
  checkForm(type, after, secrets)
  return { type, config: after, secrets, limits: patch.limits === undefined ? limits : patch.limits }
}

/**
 * Throws invalid for another host without the secrets that go to it: by such a change a caller would get secrets that
 * no response shows.
 */
function checkHostKept(ctx: Ctx, found: Integration, { patch, secrets }: IntegrationChange): void {
  if (patch.config === undefined || hostOf(found.config) === hostOf(patch.config)) return
  const stored = openSecrets(ctx, found)
  const missing = sentSecrets.filter((name) => stored[name] !== undefined && secrets[name] === undefined)
  if (missing.length === 0) return
  throw invalid(...missing.map((name) => field(`secrets/${name}`, 'required', 'is needed again with another host')))
}

/** Secrets that are sent to the host of an integration. */
const sentSecrets = ['password', 'apiKey'] as const

function hostOf(config: Integration['config']): string {
  const { host = '', url = '' } = config ?? {}
  return `${host.toLowerCase()} ${URL.parse(url)?.origin ?? ''}`
}

/** Makes an integration. `secret`: that of its hook, in this response only; undefined for a repeat. */
export function makeIntegration(ctx: Ctx, { draft, secrets, options, verification }: SentIntegration) {
  return ctx.atomic(async (inner) => {
    await becomeDefault(inner, draft.isDefault)
    const { secret, sealed } = makeHookSecret(inner, draft.type)
    const hasSecrets = Object.keys(secrets).length > 0
    const set = {
      ...readAtOnce(inner, draft.type),
      sealedHookSecret: sealed,
      ...(hasSecrets ? { sealedSecrets: sealSecrets(inner, draft.type, secrets) } : {}),
      ...(verification === undefined ? {} : verifiedChange(inner, { status: 'pending' }, verification).patch),
    }
    const isPending = readTypes.has(draft.type) || verification?.ok === false
    const status = isPending ? 'pending' : 'active'
    const made = await inner.store.create(integration, draft, { ...options, status, set })
    if (made.created) await watch(inner, made.record)
    return { ...made, secret: made.created ? secret : undefined }
  })
}

/** A change of an integration. */
export type IntegrationChange = {
  patch: Patch<typeof integration>
  secrets: Secrets
  isRotating: boolean
  options: UpdateOptions
  /** Whether a campaign that sends may be paused by it. */
  isForced: boolean
  verification: Verification | undefined
}

/** Changes an integration. `secret`: the new one of its hook, after a rotation. */
export function changeIntegration(ctx: Ctx, integrationId: string, change: IntegrationChange) {
  return ctx.atomic(async (inner) => {
    const found = await inner.store.get(integration, integrationId)
    checkDefault(found.type, change.patch.isDefault)
    checkHostKept(inner, found, change)
    const secrets = { ...openSecrets(inner, found), ...change.secrets }
    checkEventName(inner, change.patch.config)
    checkForm(found.type, (change.patch.config === undefined ? found.config : change.patch.config) ?? {}, secrets)
    await becomeDefault(inner, change.patch.isDefault)
    const rotated = change.isRotating ? makeHookSecret(inner, found.type) : undefined
    const hasSecrets = Object.keys(change.secrets).length > 0
    if (change.options.action === 'disable') await stopCampaigns(inner, found, change.isForced)
    const changed = await inner.store.update(integration, integrationId, (before) => ({
      ...moveOf(before, change),
      patch: {
        ...change.patch,
        ...readAtOnce(inner, before.type),
        ...(hasSecrets ? { sealedSecrets: sealSecrets(inner, before.type, secrets) } : {}),
        ...(rotated === undefined ? {} : rotatedPatch(inner, before, rotated.sealed)),
      },
    }))
    const record = await applyVerification(inner, changed, change.verification)
    waysOf(inner).clear()
    receiversOf(inner).clear()
    if (record.status !== 'disabled') await watch(inner, record)
    return { record, secret: rotated?.secret }
  })
}

/** The move of a change: an integration that is enabled and does not work is in error at once, and never active. */
function moveOf({ status }: Integration, { options, verification }: IntegrationChange): UpdateOptions {
  if (options.action !== 'enable' || verification?.ok !== false || status === 'active') return options
  return { ifVersion: options.ifVersion, status: 'error' }
}

/** Types that the server reads by itself: pending until they were read once, and read at once after a change. */
const readTypes: ReadonlySet<string> = new Set(['bounceMailbox', 'shopFeed'])

function readAtOnce(ctx: Ctx, type: string): { nextCheckAt?: string } {
  return type === 'shopFeed' ? { nextCheckAt: ctx.now().toISOString() } : {}
}

async function watch(ctx: Ctx, { type, id, nextCheckAt }: Integration): Promise<void> {
  if (type === 'bounceMailbox') await watchMailbox(ctx, id)
  if (type === 'shopFeed' && nextCheckAt !== null) scheduleReading(ctx, id, new Date(nextCheckAt))
}

async function applyVerification(ctx: Ctx, changed: Integration, verification: Verification | undefined) {
  if (verification === undefined || changed.status === 'disabled') return changed
  const record = await ctx.store.update(integration, changed.id, (before) => verifiedChange(ctx, before, verification))
  if (record.status === 'error') await scheduleCheck(ctx, record.id)
  return record
}

/** Pauses the campaigns that leave by an integration. Throws campaign_running where that is not forced. */
async function stopCampaigns(ctx: Ctx, { id, isDefault }: Integration, isForced: boolean): Promise<void> {
  const running = await ctx.db.rows(runningBy, [ctx.account.id, uuidOf(integration.prefix, id), isDefault])
  if (running.length > 0 && !isForced) throw problem(campaignRunning)
  for (const row of running) await pauseCampaign(ctx, row.id, 'integrationUnavailable')
}

/** Deletes an integration; waiting mail and records that name it move to another one. Throws in_use without one. */
export function deleteIntegration(ctx: Ctx, integrationId: string, { replaceWith, ...how }: DeleteHow) {
  return atomicAgain(ctx, async (inner) => {
    // Lock order: records that name an integration, then the integration, as changes of them have it.
    await lockIntegrationUsers(inner, integrationId)
    // A record that is about to name the integration is written first, or finds it gone.
    await lockForUpdate(inner, integration, integrationId)
    const { type } = await inner.store.get(integration, integrationId)
    if (replaceWith !== undefined) await checkReplacement(inner, { integrationId, type, replaceWith })
    const uuid = uuidOf(integration.prefix, integrationId)
    const [waiting] = await inner.db.rows(findWaiting, [inner.account.id, uuid])
    if (replaceWith === undefined) {
      const users = await integrationUsers(inner, integrationId)
      const isMailWaiting = waiting !== undefined
      if (isMailWaiting || users.length > 0) throw problem(integrationInUse, { details: { users, isMailWaiting } })
    } else await replaceInDefinitions(inner, { integrationId, replaceWith })
    for (const { id } of await inner.db.rows(findCampaigns, [inner.account.id, uuid])) {
      const campaignId = encodeId(campaign.prefix, inner.account.id, id)
      await inner.store.update(campaign, campaignId, { patch: { integrationId: replaceWith ?? null } })
    }
    if (waiting !== undefined && replaceWith !== undefined) {
      await inner.db.rows(moveWaiting, [inner.account.id, uuid, uuidOf(integration.prefix, replaceWith)])
    }
    await removeItems(inner, rowId(integration.prefix, integrationId))
    return inner.store.remove(integration, integrationId, how)
  })
}

type DeleteHow = { replaceWith?: string | undefined; ifVersion?: number }

async function checkReplacement(
  ctx: Ctx,
  { integrationId, type, replaceWith }: Pick<Integration, 'type'> & { integrationId: string; replaceWith: string },
): Promise<void> {
  // A deletion of the replacement that is under way ends first.
  await lockForLink(ctx, integration, replaceWith)
  const other = await ctx.store.find(integration, replaceWith)
  const isAlike = other?.type === type || (senderTypes.has(type) && other !== undefined && senderTypes.has(other.type))
  if (other === undefined || !isAlike || other.id === integrationId || other.status === 'disabled') {
    throw invalid(field('replaceWith', 'reference', 'must be another integration for the same messages'))
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

/** Campaigns that send by an integration. $3: whether those that name none do so. */
const runningBy = statement(
  'marketing_campaign.runningBy',
  'account',
  `select id from marketing_campaign where account_id = $1 and status = 'sending' and deleted_at is null
     and (integration_id = $2 or ($3::boolean and integration_id is null))
   order by id`,
)

const findCampaigns = statement(
  'marketing_campaign.findByIntegration',
  'account',
  `select id from marketing_campaign
   where account_id = $1 and integration_id = $2 and deleted_at is null order by id`,
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
