import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { parseId } from '#kit/values/ids.ts'
import { world } from '#test/world/world.ts'
import { grantTokens } from './tokenGrant.ts'
import { captureHold, holdTokens, releaseHold } from './tokenHold.ts'
import { takeBackTokens } from './tokenRefund.ts'
import { spendTokens, transferTokens } from './tokenSpend.ts'
import { readBalances } from './tokenBalances.ts'

const steps = Number(process.env['TOKEN_STEPS'] ?? 600)
const hour = 3_600_000

/** Tokens of one grant in the model. */
type ModelLot = { person: number; remaining: number; owed: number; amount: number; claimed: boolean; endsAt: number }
/** Tokens set aside in the model, with the lots that they came from. */
type ModelHold = { person: number; parts: { lot: ModelLot; amount: number }[] }

/** A generator of numbers below a bound, the same for the same seed. */
function randomOf(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** The tokens of people by a few lines of arithmetic. */
class Model {
  lots: ModelLot[] = []
  now = 0

  grant(person: number, amount: number, endsAt: number): ModelLot {
    const lot = { person, remaining: amount, owed: 0, amount, claimed: false, endsAt }
    this.lots.push(lot)
    return lot
  }

  available(person: number): number {
    return Math.max(0, this.#open(person).reduce((sum, { remaining }) => sum + remaining, 0) - this.owed(person))
  }

  owed(person: number): number {
    return this.lots.filter((lot) => lot.person === person).reduce((sum, { owed }) => sum + owed, 0)
  }

  /** Pays debts and takes an amount; undefined when it is not there. */
  take(person: number, amount: number): ModelHold['parts'] | undefined {
    if (this.available(person) < amount) return undefined
    this.#from(person, this.owed(person))
    for (const lot of this.lots) if (lot.person === person) lot.owed = 0
    return this.#from(person, amount)
  }

  giveBack({ parts }: ModelHold): void {
    for (const { lot, amount } of parts) {
      const paid = Math.min(lot.owed, amount)
      lot.owed -= paid
      lot.remaining += amount - paid
    }
  }

  claim(lot: ModelLot): void {
    if (lot.claimed) return
    lot.claimed = true
    const taken = lot.endsAt > this.now ? lot.remaining : 0
    lot.owed = lot.amount - taken
    lot.remaining -= taken
  }

  #open(person: number): ModelLot[] {
    const open = this.lots.filter((lot) => lot.person === person && lot.remaining > 0 && lot.endsAt > this.now)
    return open.toSorted((one, other) => one.endsAt - other.endsAt)
  }

  #from(person: number, amount: number): ModelHold['parts'] {
    const parts: ModelHold['parts'] = []
    let missing = amount
    for (const lot of this.#open(person)) {
      const part = Math.min(lot.remaining, missing)
      if (part === 0) continue
      lot.remaining -= part
      missing -= part
      parts.push({ lot, amount: part })
    }
    return parts
  }
}

test(`balances equal those of a simple model after ${steps} random movements`, async (t) => {
  await using w = await world()
  const seed = Number(process.env['TOKEN_SEED'] ?? Date.now() % 1_000_000)
  t.diagnostic(`TOKEN_SEED=${seed}`)
  const random = randomOf(seed)
  const ids: string[] = []
  for (const name of ['ada', 'bob', 'eve', 'kim'])
    ids.push((await w.call('marketing.contact.create', { email: `${name}@example.com` })).id)
  const uuid = (person: number) => parseId('con', ids[person] ?? '')?.uuid ?? ''
  const model = new Model()
  const origin = w.clock.now().getTime()
  const lots = new Map<string, ModelLot>()
  const holds = new Map<string, ModelHold>()
  const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
    w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))
  const isDone = (work: (ctx: Ctx) => Promise<unknown>) =>
    inTransaction(work).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.reason === 'insufficient_balance') return false
        throw error
      },
    )
  const of = (person: number, amount: number, reference: string) => ({
    ...{ contactId: uuid(person), token: 'POINTS', amount: BigInt(amount), reference },
  })
  const moves: ((step: number) => Promise<void>)[] = [
    async (step) => {
      // Each end is of one grant: lots of one end are taken in an order that the model does not know.
      const hours = random(3) === 0 ? 1 + random(40) : 100_000
      const [person, amount, endsAt] = [random(4), 1 + random(50), model.now + hours * hour + step]
      const expiresAt = new Date(origin + endsAt)
      const terms = { kind: 'offer', rewardId: null, reason: null, expiresAt } as const
      await inTransaction((ctx) => grantTokens(ctx, [{ ...of(person, amount, `g${step}`), ...terms }]))
      lots.set(`g${step}`, model.grant(person, amount, endsAt))
    },
    async (step) => {
      const [person, amount] = [random(4), 1 + random(40)]
      const done = await isDone((ctx) => spendTokens(ctx, of(person, amount, `s${step}`)))
      assert.equal(done, model.take(person, amount) !== undefined, `spend of step ${step}`)
    },
    async (step) => {
      const [person, amount] = [random(4), 1 + random(40)]
      const done = await isDone((ctx) => holdTokens(ctx, of(person, amount, `h${step}`)))
      const parts = model.take(person, amount)
      assert.equal(done, parts !== undefined, `hold of step ${step}`)
      if (parts !== undefined) holds.set(`h${step}`, { person, parts })
    },
    async (step) => {
      const [person, to, amount] = [random(2), 2 + random(2), 1 + random(30)]
      const done = await isDone((ctx) => transferTokens(ctx, of(person, amount, `t${step}`), uuid(to)))
      const parts = model.take(person, amount)
      assert.equal(done, parts !== undefined, `transfer of step ${step}`)
      for (const [endsAt, each] of Map.groupBy(parts ?? [], ({ lot }) => lot.endsAt))
        model.grant(
          to,
          each.reduce((sum, part) => sum + part.amount, 0),
          endsAt,
        )
    },
    async () => {
      const [reference, hold] = [...holds][random(holds.size)] ?? []
      if (reference === undefined || hold === undefined) return
      holds.delete(reference)
      if (random(2) === 0) return void (await inTransaction((ctx) => captureHold(ctx, reference)))
      await inTransaction((ctx) => releaseHold(ctx, reference))
      model.giveBack(hold)
    },
    async () => {
      const [reference, lot] = [...lots][random(lots.size)] ?? []
      if (reference === undefined || lot === undefined || random(2) === 0) return
      // Tokens that are over leave their lot before they are claimed.
      await w.settle()
      for (const each of model.lots) if (each.endsAt <= model.now) each.remaining = 0
      await inTransaction((ctx) => takeBackTokens(ctx, { reference, reason: null }))
      model.claim(lot)
    },
    async () => {
      if (random(3) > 0) return
      w.clock.advance(hour)
      model.now = w.clock.now().getTime() - origin
    },
  ]
  for (let step = 0; step < steps; step++) {
    await moves[random(moves.length)]?.(step)
    if (step % 20 !== 19) continue
    const known = await readBalances(w.app.operatorCtx(w.account.account, 'test'), ids)
    for (const [person, id] of ids.entries()) {
      const { available = 0n, owed = 0n, held = 0n } = known.get(id)?.find(({ token }) => token === 'POINTS') ?? {}
      const parts = [...holds.values()].filter((hold) => hold.person === person).flatMap((hold) => hold.parts)
      const heldTokens = parts.reduce((sum, { amount }) => sum + amount, 0)
      const open = model.available(person)
      const debts = open > 0 ? 0 : Number(owed)
      assert.deepEqual([available, owed, held].map(Number), [open, debts, heldTokens], `person ${person}, step ${step}`)
    }
  }
  assert.deepEqual((await w.call('loyalty.reward.audit')).defects, [])
})
