import type { Product } from '#kit/product.ts'
import type { Schedule } from '#kit/task.ts'
import { pruneAccessChanges } from '#platform/auth/keyring.ts'
import { purgeSchedule } from '#platform/db/purge.ts'
import { pruneKept } from '#platform/http/idempotency.ts'
import { pruneCaught } from '#platform/mail/catcher.ts'

const keptMs = 24 * 3_600_000

/** What comes round again and belongs to no product. */
export function housekeeping(products: readonly Product[]): Schedule[] {
  return [
    purgeSchedule(products.flatMap((product) => product.resources)),
    pruneCaught,
    {
      name: 'platform.idempotency.prune',
      description: 'Forgets kept answers after 24 hours, and access changes that every process has felt.',
      everySeconds: 600,
      async run(ctx) {
        await ctx.db.rows(pruneKept, [new Date(ctx.now().getTime() - keptMs).toISOString()])
        await ctx.db.rows(pruneAccessChanges, [])
      },
    },
  ]
}
