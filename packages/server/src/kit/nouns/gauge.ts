import type { Db } from '#kit/call/context.ts'

/** A number over all accounts for monitoring: a metric of this name, read at a scrape. */
export type Gauge = {
  /** `segment_repaired_contacts` */
  name: string
  description: string
  /** Reads the number by an offline statement, in a few milliseconds. */
  read(db: Db): Promise<number>
}
