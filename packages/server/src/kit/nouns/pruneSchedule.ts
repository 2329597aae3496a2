import type { Statement } from '#kit/call/context.ts'
import type { Schedule } from './task.ts'

/** Rows of one statement, and statements of one run: the next run continues. */
const batchMax = 2_000
const batchesMax = 100
const dayMs = 86_400_000

/** A part of it: `remove` takes a moment and a number of rows, and returns a row for each one removed. */
export type PruneStep = { days: number; remove: Statement<object> }

/** A schedule that removes rows above an age, in batches that keep locks short. */
export function pruneSchedule(name: string, description: string, steps: readonly PruneStep[]): Schedule {
  return {
    name,
    description,
    everySeconds: 3_600,
    async run(ctx) {
      for (const { days, remove } of steps) {
        const before = new Date(ctx.now().getTime() - days * dayMs).toISOString()
        for (let batch = 0; batch < batchesMax; batch += 1) {
          const gone = await ctx.db.rows(remove, [before, batchMax])
          if (gone.length < batchMax) break
        }
      }
    },
  }
}
