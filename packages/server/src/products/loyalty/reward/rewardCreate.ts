import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, reasons } from '#kit/call/problem.ts'
import { once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, view, type Draft } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { flag, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { rewardCreated, tokensGranted } from '#products/loyalty/facts.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { grantTokens } from '#products/loyalty/token/tokenGrant.ts'
import { contactUuid } from '#products/loyalty/token/rewardsPort.ts'
import { reward, type Reward } from './reward.ts'
import { checkConditions } from './rewardEvents.ts'
import { expiryOf } from './rewardExpiry.ts'
import { modes } from './rewardFields.ts'
import { presentReward } from './rewardRead.ts'

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
  reasons: [reasons.limitReached, reasons.clientReferenceExists],
  example: { name: 'Points for watching', on: 'stream.watched', per: { duration: 'PT5M' }, amount: 10 },
  handle: once((ctx, input) => ctx.atomic((inner) => created(inner, input))),
})

async function created(ctx: Ctx, input: Record<string, unknown>) {
  const { status, ...sent } = input
  const [fields, options] = splitCreate<typeof reward>(sent)
  const mode = fields.mode ?? (typeof fields.contactId === 'string' ? 'grant' : 'rule')
  const draft: RewardDraft = { ...fields, mode }
  if (mode === 'grant') return granted(ctx, draft, { status, options })
  if (mode === 'rule') await checkConditions(ctx, draft)
  const first = mode === 'perk' ? 'active' : 'draft'
  const made = await ctx.store.create(reward, draft, {
    ...options,
    status: typeof status === 'string' ? status : first,
  })
  return { ...(await presentReward(ctx, made.record)), created: made.created, balanceAfter: null }
}

type HowToGrant = { status: unknown; options: { clientReference?: string } }

async function granted(ctx: Ctx, draft: RewardDraft, { status, options }: HowToGrant) {
  if (status !== undefined) throw invalid(field('status', 'notAllowed', 'a grant has no state of your choice'))
  const { contactId, amount, availableAt, expiresAt } = draft
  const now = ctx.now()
  const contact = typeof contactId === 'string' ? await contactUuid(ctx, contactId) : ''
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= now.getTime())
    throw invalid(field('expiresAt', 'minimum', 'must be in the future'))
  const isPending = typeof availableAt === 'string' && Date.parse(availableAt) > now.getTime()
  const made = await ctx.store.create(reward, draft, { ...options, status: isPending ? 'pending' : 'posted' })
  const { record } = made
  if (!made.created) return repeated(ctx, record)
  const rewardId = parseId('rwd', record.id)?.uuid ?? ''
  const [grant] = await grantTokens(ctx, [
    {
      contactId: contact,
      token: record.token,
      amount: BigInt(amount ?? 0),
      kind: 'grant',
      reference: `grant:${rewardId}`,
      rewardId,
      reason: record.reason,
      availableAt: isPending ? new Date(availableAt) : undefined,
      expiresAt: expiryOf(record, isPending ? new Date(availableAt) : now),
    },
  ])
  const transactionId = encodeId('txn', ctx.account.id, grant?.txnId ?? '')
  const more = { transactionId, remaining: record.amount, balanceAfter: Number(grant?.balanceAfter ?? 0) }
  return { ...view(reward, record, 'owner'), ...more, created: true }
}

async function repeated(ctx: Ctx, record: Reward) {
  const balances = (await readBalances(ctx, [record.contactId ?? ''])).get(record.contactId ?? '')
  const of = balances?.find(({ token }) => token === record.token)
  const balance = record.status === 'pending' ? of?.pending : of?.available
  return { ...(await presentReward(ctx, record)), balanceAfter: Number(balance ?? 0), created: false }
}
