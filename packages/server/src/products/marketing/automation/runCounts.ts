import type { Ctx } from '#kit/call/context.ts'
import { addCounts } from './automationRows.ts'
import type { Step } from './engine.ts'

/** A number to add to a counter of an automation; the node is empty for counters of whole runs. */
export type Count = { automationId: string; nodeId: string; kind: string; count: number }

/** Slots of a counter: concurrent batches of an account rarely meet in one. */
const slotsMax = 8

/** Collects numbers by counter. */
export function openCounts() {
  const counts = new Map<string, Count>()
  return {
    add(automationId: string, nodeId: string, kind: string): void {
      this.addMany({ automationId, nodeId, kind, count: 1 })
    },
    addMany(added: Count): void {
      const name = `${added.automationId} ${added.nodeId} ${added.kind}`
      const known = counts.get(name)
      if (known === undefined) counts.set(name, { ...added })
      else known.count += added.count
    },
    all: (): Count[] => [...counts.values()],
  }
}

/** Nodes that a run left and arrived at. `last`: its node afterwards; null at the end. */
export function passages(steps: readonly Step[], last: string | null): { in: string[]; out: string[] } {
  const after = steps.map((_, index) => (index + 1 < steps.length ? steps[index + 1]?.nodeId : last) ?? null)
  return { in: after.filter((nodeId) => nodeId !== null), out: steps.map(({ nodeId }) => nodeId) }
}

/** Writes collected numbers. Call last in a transaction: it locks rows that others wait for. */
export async function writeCounts(ctx: Ctx, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return
  await ctx.db.rows(addCounts, [
    ctx.account.id,
    counts.map(({ automationId }) => automationId),
    counts.map(({ nodeId }) => nodeId),
    counts.map(({ kind }) => kind),
    Math.floor(Math.random() * slotsMax),
    counts.map(({ count }) => count),
  ])
}
