import type { Ctx } from '#kit/call/context.ts'
import { reasons } from '#kit/call/problem.ts'
import { once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, type Draft } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { flag, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { rewardCreated, tokensGranted } from '#products/loyalty/facts.ts'
import { tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { reward } from './reward.ts'
import { checkConditions } from './rewardEvents.ts'
import { checkGives } from './perk.ts'
import { modes } from './rewardFields.ts'
import { granted } from './rewardGrant.ts'
import { presentReward } from './rewardRead.ts'
import { capReached } from './ruleCaps.ts'

type RewardDraft = Draft<typeof reward>

/** Create. */
export const createReward = operation('loyalty.reward.create', {
  route: 'POST /api/incentive/reward/create',
  title: 'Reward - Create Token Reward',
  description:
    'Creates a reward. A `grant` gives tokens to a contact at once, by a balanced transaction of the ledger; with ' +
    '`availableAt` they are pending until then. A `rule` gives tokens for each event of a contact. A `perk` can be ' +
    'had for tokens. `mode` is `grant` by default when there is a `contactId`, else `rule`.',
  scope: 'loyalty.reward:write',
  input: closed({
    ...createInput(reward).properties,
    mode: Type.Optional(oneOf(modes, { description: 'Kind of the reward.' })),
    status: Type.Optional(
      oneOf(['draft', 'active'], {
        description: 'First state of a rule, `draft` by default; a perk is active by default. A grant has none.',
      }),
    ),
  }),
  output: outputSchemaOf(reward, {
    created: flag({ description: 'False when it was there already.' }),
    balanceAfter: nullable(tokenSum('Tokens of the contact after a grant: those it can spend, or pending ones.')),
  }),
  emits: [rewardCreated, tokensGranted],
  reasons: [capReached, reasons.limitReached, reasons.clientReferenceExists, reasons.writeContended],
  example: { name: 'Points for watching', on: 'stream.watched', per: { duration: 'PT5M' }, amount: 10 },
  handle: once(created),
})

async function created(ctx: Ctx, input: Record<string, unknown>) {
  const { status, ...sent } = input
  const [fields, options] = splitCreate<typeof reward>(sent)
  const mode = fields.mode ?? (typeof fields.contactId === 'string' ? 'grant' : 'rule')
  const draft: RewardDraft = { ...fields, mode }
  if (mode === 'grant') return granted(ctx, draft, { status, options })
  if (mode === 'rule') await checkConditions(ctx, draft)
  await checkGives(ctx, draft.gives)
  const first = mode === 'perk' ? 'active' : 'draft'
  const made = await ctx.store.create(reward, draft, {
    ...options,
    status: typeof status === 'string' ? status : first,
  })
  return { ...(await presentReward(ctx, made.record)), created: made.created, balanceAfter: null }
}
