import type { Product } from '#kit/nouns/product.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { pruneAccessChanges } from '#platform/auth/keyring.ts'
import { statisticsSchedule } from '#platform/db/freshStatistics.ts'
import { purgeSchedule } from '#platform/db/purge.ts'
import { pruneResponses } from '#platform/http/idempotency.ts'
import { pruneCaught } from '#platform/mail/catcher.ts'
import { tallySchedules } from '#platform/tally/tallySchedules.ts'

/** Schedules of the platform: those of its parts, and those that follow from resources and tallies of the products. */
export function housekeeping(products: readonly Product[]): Schedule[] {
  return [
    pruneAccessChanges,
    pruneCaught,
    pruneResponses,
    statisticsSchedule(products),
    purgeSchedule(products.flatMap(({ resources }) => resources)),
    ...products.flatMap(({ tallies }) => tallies.flatMap(tallySchedules)),
  ]
}
