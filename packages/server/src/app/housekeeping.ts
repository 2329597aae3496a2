import type { Product } from '#kit/nouns/product.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { pruneAccessChanges } from '#platform/auth/keyring.ts'
import { purgeSchedule } from '#platform/db/purge.ts'
import { prunedMax, pruneKept } from '#platform/http/idempotency.ts'
import { pruneCaught } from '#platform/mail/catcher.ts'
import { tallySchedules } from '#platform/tally/tallySchedules.ts'

const keptMs = 24 * 3_600_000
/** Statements of one run: more than all keys at their rates fill with stored responses in its interval. */
const batchesMax = 500

/** Schedules that belong to no product. */
export function housekeeping(products: readonly Product[]): Schedule[] {
  return [
    purgeSchedule(products.flatMap((product) => product.resources)),
    pruneCaught,
    ...products.flatMap(({ tallies }) => tallies.flatMap(tallySchedules)),
    {
      name: 'platform.idempotency.prune',
      description: 'Deletes stored responses after 24 hours, and access changes that every process has applied.',
      everySeconds: 600,
      async run(ctx) {
        const before = new Date(ctx.now().getTime() - keptMs).toISOString()
        for (let batch = 0; batch < batchesMax; batch++) {
          const [row] = await ctx.db.rows(pruneKept, [before])
          if (row === undefined || row.pruned < prunedMax) break
        }
        await ctx.db.rows(pruneAccessChanges, [])
      },
    },
  ]
}
