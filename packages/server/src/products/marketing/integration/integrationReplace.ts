import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { automation } from '#products/marketing/automation/automation.ts'
import { automationUsers, type RecordUser } from '#products/marketing/automation/automationUsers.ts'
import { listen, writeDefinition } from '#products/marketing/automation/automationWrites.ts'
import { firstUuid } from '#products/marketing/automation/dateEntries.ts'
import type { Definition } from '#products/marketing/automation/definitionFields.ts'
import { getVersion } from '#products/marketing/automation/definitionStore.ts'
import { migrateRuns } from '#products/marketing/automation/inFlightRuns.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { sequence } from '#products/marketing/sequence/sequence.ts'
import { integration } from './integration.ts'

const usersMax = 100

/** Records that name an integration and may still send by it, at most 100 of each kind. */
export async function integrationUsers(ctx: Ctx, integrationId: string): Promise<RecordUser[]> {
  const uuid = rowId(integration.prefix, integrationId)
  const campaigns = await ctx.db.rows(findCampaigns, [ctx.account.id, uuid, usersMax])
  return [
    ...(await automationUsers(ctx, uuid)),
    ...campaigns.map(({ id, name }) => {
      return { kind: 'campaign', id: encodeId(campaign.prefix, ctx.account.id, id), name }
    }),
  ]
}

/** Keeps records that name an integration from changes. Call inside `ctx.atomic`, before a lock of the integration. */
export async function lockIntegrationUsers(ctx: Ctx, integrationId: string): Promise<void> {
  const values = [ctx.account.id, rowId(integration.prefix, integrationId)]
  for (const lock of [lockSequences, lockAutomations, lockCampaigns]) await ctx.db.rows(lock, values)
}

type Replacement = { integrationId: string; replaceWith: string }

/**
 * Gives automations and sequences another integration: a new version of each, to which running contacts move. Call
 * inside `ctx.atomic`.
 */
export async function replaceInDefinitions(ctx: Ctx, replacement: Replacement): Promise<void> {
  const uuid = rowId(integration.prefix, replacement.integrationId)
  // A page of users becomes empty by the rewriting: a new version no longer names the integration.
  for (let users = await automationUsers(ctx, uuid); users.length > 0; users = await automationUsers(ctx, uuid)) {
    for (const { kind, id } of users) await rewrite(ctx, { ...replacement, kind, id })
  }
}

async function rewrite(ctx: Ctx, { kind, id, ...replacement }: Replacement & Pick<RecordUser, 'kind' | 'id'>) {
  const isSequence = kind === 'emailSequence'
  const owner = isSequence
    ? await ctx.store.update(sequence, id, (found) => ({ patch: { definitionVersion: found.definitionVersion + 1 } }))
    : undefined
  const record = await ctx.store.update(automation, owner?.automationId ?? id, (found) => ({
    isSilent: isSequence,
    patch: {
      definitionVersion: owner?.definitionVersion ?? found.definitionVersion + 1,
      ...(found.status === 'active' ? { activatedAt: ctx.now().toISOString() } : {}),
    },
  }))
  const { id: automationId, definitionVersion: version } = record
  const stored = await getVersion(ctx, { automationId: rowId(automation.prefix, automationId), version: version - 1 })
  const definition = replacedIn(stored.definition, replacement)
  const source = isSequence ? { source: { ...Object(stored.source), integrationId: replacement.replaceWith } } : {}
  await writeDefinition(ctx, record, { definition, ...source })
  if (record.status === 'active') await listen(ctx, record, definition)
  ctx.later(migrateRuns, { automationId, version, after: firstUuid }, ctx.now())
}

function replacedIn(definition: Definition, { integrationId, replaceWith }: Replacement): Definition {
  const nodes = definition.nodes.map((node) =>
    node.integrationId === integrationId ? { ...node, integrationId: replaceWith } : node,
  )
  return { ...definition, nodes }
}

const findCampaigns = statement(
  'marketing_campaign.usingIntegration',
  'account',
  `select id, name from marketing_campaign where account_id = $1 and integration_id = $2 and deleted_at is null
     and status not in ('sent', 'cancelled') order by created_at, id limit $3`,
)

const lockSequences = statement(
  'marketing_sequence.lockByIntegration',
  'account',
  `select id from marketing_sequence where account_id = $1 and deleted_at is null and automation_id in (
     select automation_id from marketing_automation_use where account_id = $1 and used_id = $2)
   order by id for no key update`,
)

const lockAutomations = statement(
  'marketing_automation.lockByIntegration',
  'account',
  `select id from marketing_automation where account_id = $1 and deleted_at is null and id in (
     select automation_id from marketing_automation_use where account_id = $1 and used_id = $2)
   order by id for no key update`,
)

const lockCampaigns = statement(
  'marketing_campaign.lockByIntegration',
  'account',
  `select id from marketing_campaign where account_id = $1 and integration_id = $2 and deleted_at is null
   order by id for no key update`,
)
