import type { Ctx } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { storable } from '#kit/values/foreignText.ts'
import { advanceAttempts } from './messageRows.ts'

/**
 * A mail that is about to leave. `variant`: the winner of a test that it waited for. `attempts`: those before.
 * `personId`, `personVersion`: row id and version of the contact that it was made for. `addressHash`: that by which
 * its address would be suppressed. `follows`: the mail before it in its lane, whose fate is committed first.
 */
export type Attempt = {
  id: string
  ref: string
  address: string | null
  addressKey: string | null
  variant: string | null
  leftBy: string | null
  attempts: number
  personId: string
  personVersion: number
  addressHash: Buffer | null
  follows: string | null
}

/**
 * The fate of a mail. `attempts`: those before. `dueAt`: the moment of its next attempt. `providerRef`: its id at the
 * provider. `isFree`: the attempt does not count.
 */
export type AttemptEnd = {
  id: string
  attempts: number
  state: string
  reply: string
  dueAt: string | null
  providerRef: string | null
  isFree: boolean
}

/** Commits of mails that leave concurrently. */
export type AttemptCommits = {
  /** Commits the intent to send a mail: true when it may leave now. */
  begin(attempt: Attempt): Promise<boolean>
  /** Commits the fate of a mail. */
  end(end: AttemptEnd): Promise<void>
}

/**
 * Opens the commits of the lanes of a batch. Mails that are ready while a commit runs share the next one, those that
 * begin and those that end. A lane ends one mail before it begins another, and waits for both, so a process that dies
 * leaves one undecided mail a lane at most.
 */
export function attemptCommits(ctx: Ctx, leaseMs: number): AttemptCommits {
  const advance = inGroups(async (steps) => {
    const begins = steps.flatMap((step) => ('begin' in step ? step.begin : []))
    const ends = steps.flatMap((step) => ('end' in step ? step.end : []))
    const now = ctx.now()
    const accountId = ctx.account.id
    const rows = await ctx.db.rows(advanceAttempts, [
      accountId,
      now.toISOString(),
      new Date(now.getTime() + leaseMs).toISOString(),
      JSON.stringify(ends.map((end) => endRow(accountId, end))),
      JSON.stringify(begins.map((begin) => beginRow(accountId, begin))),
    ])
    const begun = new Set(rows.map(({ id }) => id))
    return steps.map((step) => 'begin' in step && begun.has(step.begin.id))
  })
  return {
    begin: (attempt) => advance({ begin: attempt }),
    end: async (end) => void (await advance({ end })),
  }
}

/** The words and the id of a service may be no text that PostgreSQL stores; their mail has its fate all the same. */
function endRow(account_id: number, { id, attempts, state, reply, dueAt, providerRef, isFree }: AttemptEnd) {
  const words = { reply: storable(reply), provider_ref: providerRef === null ? null : storable(providerRef) }
  return { account_id, id, attempts, state, ...words, due_at: dueAt, is_free: isFree }
}

function beginRow(
  account_id: number,
  { id, attempts, ref, address, addressKey, addressHash, variant, leftBy, ...read }: Attempt,
) {
  const [address_key, address_hash] = [addressKey, addressHash?.toString('hex')]
  const to = { address, address_key, address_hash, person_id: read.personId, person_version: read.personVersion }
  return { account_id, id, attempts, ref, variant, left_by: leftBy, ...to }
}

type Step = { begin: Attempt } | { end: AttemptEnd }

type Waiting = { step: Step; resolve(mayLeave: boolean): void; reject(error: unknown): void }

/** Calls `run` with all steps that came during its run before, one run at a time. */
function inGroups(run: (steps: readonly Step[]) => Promise<boolean[]>): (step: Step) => Promise<boolean> {
  let waiting: Waiting[] = []
  let isRunning = false
  /** Mails whose fate could not be committed: a second one of their lane would be undecided as well. */
  const lost = new Set<string>()
  const fail = ({ step, reject }: Waiting, error: unknown) => {
    if ('end' in step) lost.add(step.end.id)
    reject(error)
  }
  const isStopped = ({ step }: Waiting) =>
    'begin' in step && step.begin.follows !== null && lost.has(step.begin.follows)
  const settle = async (all: readonly Waiting[]): Promise<void> => {
    const group = all.filter((each) => !isStopped(each))
    for (const each of all.filter(isStopped)) fail(each, new Error('the fate of the mail before was not committed'))
    const [first] = group
    if (first === undefined) return
    try {
      const results = await run(group.map(({ step }) => step))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] === true)
    } catch (error) {
      if (group.length === 1) return fail(first, error)
      // A conflict with another transaction concerns one of them: the others go on, each mail after the one before it.
      const [ends, begins] = [group.filter(({ step }) => 'end' in step), group.filter(({ step }) => 'begin' in step)]
      for (const part of [ends, begins]) await Promise.all(part.map((each) => settle([each])))
    }
  }
  const runAll = async () => {
    isRunning = true
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const group = waiting
      waiting = []
      await settle(group)
    }
    isRunning = false
  }
  return (step) =>
    new Promise((resolve, reject) => {
      waiting.push({ step, resolve, reject })
      if (!isRunning) void runAll()
    })
}
