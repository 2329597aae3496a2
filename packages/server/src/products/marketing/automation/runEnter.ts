import type { Ctx, RowOf } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import type { Definition } from './definitionFields.ts'
import { momentAfter } from './duration.ts'
import { loadPersons } from './persons.ts'
import { openCounts, writeCounts } from './runCounts.ts'
import { emitRuns } from './runFacts.ts'
import type { RunEvent } from './runEvent.ts'
import { earlierRuns, insertRuns, setTimers } from './runRows.ts'

/** A contact that may enter. `key`: the occurrence; one begins one run at most. `cause`: the event for its mails. */
export type Candidate = { contactId: string; key: string; cause: RunEvent }

/** The automation to enter, at a version of its definition. */
export type Entrance = { automationId: string; version: number; definition: Definition }

type Earlier = RowOf<typeof earlierRuns>

/** Key of the only entry of a contact that may enter once. */
const onceKey = 'once'

/**
 * Begins runs of contacts that match the entry filter and that the re-entry policy admits; their timers are due. Call
 * in a transaction. The unique indexes of runs hold the policy against concurrent entries. Returns the contacts that
 * entered.
 */
export async function enterRuns(ctx: Ctx, entrance: Entrance, candidates: readonly Candidate[]): Promise<string[]> {
  const { automationId, definition } = entrance
  const [first] = definition.nodes
  if (candidates.length === 0 || first === undefined) return []
  const rows = await insertAdmitted(ctx, entrance, { candidates, first: first.nodeId })
  if (rows.length === 0) return []
  const now = ctx.now().toISOString()
  const timers = [rows.map(({ id }) => id), rows.map((row) => row.contact_id), rows.map(() => automationId)]
  await ctx.db.rows(setTimers, [ctx.account.id, ...timers, 'run', rows.map(() => now)])
  await emitRuns(
    ctx,
    rows.map(({ id, contact_id: contactId }) => ({ id, automationId, contactId, status: 'active', reason: null })),
  )
  const counts = openCounts()
  counts.addMany({ automationId, nodeId: '', kind: 'entered', count: rows.length })
  counts.addMany({ automationId, nodeId: first.nodeId, kind: 'in', count: rows.length })
  await writeCounts(ctx, counts.all())
  return rows.map((row) => row.contact_id)
}

type Entering = { candidates: readonly Candidate[]; first: string }

/** Inserts the runs that the policy admits. A candidate whose slot a concurrent entry took tries the next free one. */
async function insertAdmitted(ctx: Ctx, entrance: Entrance, { candidates, first }: Entering) {
  const { automationId, version, definition } = entrance
  const { reEntry, maxActiveRunsPerContact = 1 } = definition.entry ?? {}
  const triesMax = reEntry === 'always' ? maxActiveRunsPerContact : 1
  const rows: RowOf<typeof insertRuns>[] = []
  let waiting = candidates
  for (let tries = 0; tries < triesMax && waiting.length > 0; tries++) {
    const admitted = await admit(ctx, entrance, waiting)
    if (admitted.length === 0) break
    const inserted = await ctx.db.rows(insertRuns, [
      ctx.account.id,
      automationId,
      version,
      ctx.now().toISOString(),
      first,
      admitted.map(() => uuidv7(ctx.now().getTime())),
      admitted.map(({ contactId }) => contactId),
      admitted.map(({ key }) => key),
      admitted.map(({ slot }) => slot),
      admitted.map(({ cause }) => JSON.stringify(cause)),
    ])
    rows.push(...inserted)
    const entered = new Set(inserted.map((row) => row.contact_id))
    waiting = admitted.filter(({ contactId }) => !entered.has(contactId))
  }
  return rows
}

type Admitted = Candidate & { slot: number }

async function admit(ctx: Ctx, entrance: Entrance, candidates: readonly Candidate[]): Promise<Admitted[]> {
  const { automationId, definition } = entrance
  const filter = definition.entry?.filter
  const ids = [...new Set(candidates.map(({ contactId }) => contactId))]
  const persons = await loadPersons(ctx, ids, filter === undefined ? [] : [filter])
  const earlier = await ctx.db.rows(earlierRuns, [ctx.account.id, automationId, ids])
  const known = new Map(earlier.map((row) => [row.contact_id, row]))
  const taken = new Set<string>()
  return candidates.flatMap((candidate): Admitted[] => {
    const person = persons.get(candidate.contactId)
    if (person === undefined || person.row.status === 'archived' || taken.has(candidate.contactId)) return []
    if (filter !== undefined && !person.matches(filter, ctx.now())) return []
    const slot = slotFor(ctx, definition, known.get(candidate.contactId))
    if (slot === undefined) return []
    taken.add(candidate.contactId)
    const isOnce = (definition.entry?.reEntry ?? 'never') === 'never'
    return [{ ...candidate, slot, key: isOnce ? onceKey : candidate.key }]
  })
}

/** The slot of another run of a contact; undefined when the policy does not admit one. */
function slotFor(ctx: Ctx, { entry, settings }: Definition, earlier: Earlier | undefined): number | undefined {
  const { reEntry = 'never', cooldown, maxActiveRunsPerContact = 1 } = entry ?? {}
  if (earlier === undefined) return 0
  if (reEntry === 'never') return undefined
  if (reEntry === 'afterExit' && earlier.slots.length > 0) return undefined
  if (cooldown !== undefined) {
    const zone = settings?.timezone ?? ctx.account.timeZone
    if (momentAfter(new Date(earlier.last_at), cooldown, zone) > ctx.now()) return undefined
  }
  const free = Array.from({ length: maxActiveRunsPerContact }, (_, slot) => slot)
  return free.find((slot) => !earlier.slots.includes(slot))
}
