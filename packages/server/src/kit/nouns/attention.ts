import type { Ctx } from '#kit/call/context.ts'

/** A finding about an account that a person should look at. */
export type Attention = {
  /** Noun of the finding, `<product>.<noun>`. */
  kind: string
  /** bad: something is lost or stands still. warn: it may come to that. */
  severity: 'bad' | 'warn'
  title: string
  detail: string
  count: number
  /** The record to open; null for a finding about many. */
  recordId: string | null
}

/** Findings of a product, for callers with the scope. At most 10 are shown. */
export type AttentionSource = { scope: string; find(ctx: Ctx): Promise<Attention[]> }
