import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import type { NewEntry } from './scoreEntries.ts'
import type { Scores } from './scoreMath.ts'
import { readModel, type ScoreModel, type ScoreName } from './scoreModel.ts'
import { holdScores, writeScores } from './scoreRows.ts'

/** Points of a step of an automation, by the row id of the contact. `key`: a repeat adds nothing. */
export type Points = { contactId: string; score: ScoreName; points: number; reason: string; key: string }

/**
 * Adds points to scores of contacts. Returns the scores by the row id of the contact, without those that are gone. Call
 * inside `ctx.atomic`.
 */
export async function addPoints(ctx: Ctx, given: readonly Points[]): Promise<Map<string, Scores>> {
  if (given.length === 0) return new Map()
  const model = await readModel(ctx)
  const held = await holdScores(ctx, model, [...new Set(given.map(({ contactId }) => contactId))])
  const here = new Set(held.map(({ contactId }) => contactId))
  const entries = given
    .filter(({ contactId }) => here.has(contactId))
    .map(({ key, ...points }) =>
      entryNow(ctx, model, { ...points, kind: 'automation', key: `run:${key}`, expiresAt: null }),
    )
  return writeScores(ctx, model, { held, entries })
}

/** Points that a person or a step gives now, by the row id of the contact. */
export type GivenPoints = Pick<NewEntry, 'contactId' | 'score' | 'kind' | 'points' | 'reason' | 'key' | 'expiresAt'>

/** The entry of points that begin to count, and to decay, now. */
export function entryNow(ctx: Ctx, { version }: ScoreModel, given: GivenPoints): NewEntry {
  const at = ctx.now().toISOString()
  return { ...given, id: uuidv7(ctx.now().getTime()), at, startsAt: at, ruleId: null, version }
}
