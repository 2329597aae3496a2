import type { Tally } from '#kit/nouns/tally.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { retain } from './tallyRetention.ts'
import { advanceAll, recountAll } from './rollUps.ts'

/** The schedules of a tally: `<id>.rollUp` and `<id>.recount` where it has such roll-ups, and `<id>.retention`. */
export function tallySchedules(tally: Tally): Schedule[] {
  const { id, rollUps = [] } = tally
  const hasRecount = rollUps.some((each) => each.mode === 'recount')
  const advances = rollUps.filter((each) => each.mode === 'advance')
  const tables = [tally, ...advances.flatMap(({ into }) => into)]
  const rollUp: Schedule = {
    name: `${id}.rollUp`,
    description: `Sums the closed intervals of ${id}.`,
    everySeconds: 15,
    run: (ctx) => advanceAll(ctx, tally),
  }
  const recounting: Schedule = {
    name: `${id}.recount`,
    description: `Counts yesterday and today of ${id} again.`,
    everySeconds: 60,
    run: (ctx) => recountAll(ctx, tally),
  }
  const retention: Schedule = {
    name: `${id}.retention`,
    description: `Creates partitions of ${id} ahead, and drops rows that are older than they are kept.`,
    everySeconds: 6 * 3600,
    async run(ctx) {
      for (const table of tables) {
        const { partitions, rows } = await retain(ctx, table)
        if (partitions.length + rows > 0)
          ctx.log.info('old rows of a tally were dropped', { tally: id, partitions, rows })
      }
    },
  }
  return [...(advances.length > 0 ? [rollUp] : []), ...(hasRecount ? [recounting] : []), retention]
}
