import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { NewEntry } from './scoreEntries.ts'
import type { Scores } from './scoreMath.ts'
import { readModel, type ScoreModel, type ScoreName } from './scoreModel.ts'
import { holdScores, writeScores } from './scoreRows.ts'

/** Points of a step of an automation. `key`: a repeat adds nothing. */
export type Points = { contactId: string; score: ScoreName; points: number; reason: string; key: string }

/** Adds points to a score of a contact. Call inside `ctx.atomic`. Undefined for a contact that is gone. */
export async function addPoints(ctx: Ctx, { contactId, key, ...points }: Points): Promise<Scores | undefined> {
  const model = await readModel(ctx)
  const held = await holdScores(ctx, model, [rowId('con', contactId)])
  const entries = held.map((each) =>
    entryNow(ctx, model, {
      ...points,
      contactId: each.contactId,
      kind: 'automation',
      key: `run:${key}`,
      expiresAt: null,
    }),
  )
  const written = await writeScores(ctx, model, { held, entries })
  return written.get(rowId('con', contactId))
}

/** Points that a person or a step gives now, by the row id of the contact. */
export type GivenPoints = Pick<NewEntry, 'contactId' | 'score' | 'kind' | 'points' | 'reason' | 'key' | 'expiresAt'>

/** The entry of points that begin to count, and to decay, now. */
export function entryNow(ctx: Ctx, { version }: ScoreModel, given: GivenPoints): NewEntry {
  const at = ctx.now().toISOString()
  return { ...given, id: uuidv7(ctx.now().getTime()), at, startsAt: at, ruleId: null, version }
}
