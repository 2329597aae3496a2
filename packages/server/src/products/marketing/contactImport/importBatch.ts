import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { mappingOf } from '#platform/db/columns.ts'
import { contactChanged } from '#products/marketing/facts.ts'
import { keepConsentsOfMany, topicConsents, type Consent } from '#products/marketing/contact/consent.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import { contactFields } from '#products/marketing/contact/contactFields.ts'
import { changedFields, mergedAttributes, statusAfterEmail } from '#products/marketing/contact/contactWrites.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { suppressedAmong } from '#products/marketing/contact/suppression.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { emitMoves, moveMembers } from '#products/marketing/segment/segmentMembers.ts'
import { findKnown, keysOf, type Known } from './importMatch.ts'
import { errorsOf, type ImportRow, type RowError, type RowReading } from './importRow.ts'
import { columnValues, insertContacts, lockContacts, readContacts, updateContacts } from './importStatements.ts'

/** Counts of a group of rows, and the reasons of those that were left out. */
export type Outcome = {
  created: number
  updated: number
  unchanged: number
  skipped: number
  suppressed: number
  errors: RowError[]
}

/** The reading of a file, and whether its contacts are written or counted alone. */
export type Applying = { reading: RowReading; isDry: boolean }

const idsPerFactMax = 1_000
/** Rounds in which a row may meet a contact that another request makes at this moment. */
const roundsOfOneRowMax = 3
const notOne = 'belongs to another contact than the rest of the row'

/**
 * Writes the contacts of rows in the transaction of the call. A row that repeats an address or id of one before it is
 * applied after it. Call behind the lock of the account's imports.
 */
export async function applyRows(ctx: Ctx, applying: Applying, rows: readonly ImportRow[]): Promise<Outcome> {
  const outcome: Outcome = { created: 0, updated: 0, unchanged: 0, skipped: 0, suppressed: 0, errors: [] }
  const rounds = new Map<number, number>()
  let left = rows
  while (left.length > 0) {
    const { now, later } = apart(left, (row) => keysOf(row.draft))
    if (applying.isDry) countRepeats(applying, later, outcome)
    const again = await applyRound(ctx, applying, { rows: now, outcome })
    for (const { row } of again) rounds.set(row, (rounds.get(row) ?? 0) + 1)
    const stuck = again.filter(({ row }) => (rounds.get(row) ?? 0) >= roundsOfOneRowMax)
    outcome.errors.push(...stuck.map(({ row }) => ({ row, column: null, field: null, reason: notOne })))
    const others = again.filter((row) => !stuck.includes(row))
    left = applying.isDry ? others : [...others, ...later].toSorted((a, b) => a.row - b.row)
  }
  return outcome
}

/** Separates rows of which each key is the first from those that repeat one. */
function apart<T>(rows: readonly T[], keysOfRow: (row: T) => readonly string[]): { now: T[]; later: T[] } {
  const used = new Set<string>()
  const [now, later]: [T[], T[]] = [[], []]
  for (const row of rows) {
    const keys = keysOfRow(row)
    if (keys.some((key) => used.has(key))) later.push(row)
    else now.push(row)
    for (const key of keys) used.add(key)
  }
  return { now, later }
}

/** A check writes nothing, so a repeated contact is known by the row before it. */
function countRepeats({ reading }: Applying, rows: readonly ImportRow[], outcome: Outcome): void {
  if (reading.record.onConflict === 'skip') outcome.skipped += rows.length
  else outcome.updated += rows.length
}

type Round = { rows: readonly ImportRow[]; outcome: Outcome }
type Change = { row: ImportRow; before: Contact | undefined; after: Contact; fields: string[] }

/** Applies rows of which no two share an address or id. Returns those to apply again. */
async function applyRound(ctx: Ctx, applying: Applying, { rows, outcome }: Round): Promise<ImportRow[]> {
  const known = await findKnown(ctx, rows)
  const { record } = applying.reading
  const fresh: ImportRow[] = []
  const found: { row: ImportRow; id: string }[] = []
  for (const row of rows) {
    const ids = idsOf(known, row)
    const [id] = ids
    if (ids.length > 1) outcome.errors.push({ row: row.row, column: null, field: null, reason: notOne })
    else if (id === undefined) fresh.push(row)
    else if (record.onConflict === 'skip') outcome.skipped += 1
    else found.push({ row, id })
  }
  // Two rows may name one contact by different keys: the second one comes in the next round.
  const { now, later } = apart(found, ({ id }) => [id])
  const before = await contactsOf(ctx, applying, now)
  const suppressed = await suppressedAmong(
    ctx,
    'email',
    rows.flatMap(({ draft }) => draft.email ?? []),
  )
  const reach = { applying, suppressed, outcome }
  const made = fresh.flatMap((row) => checked(reach, row, () => newContact(ctx, reach, row)))
  const changed = now.flatMap(({ row, id }) => {
    const contactBefore = before.get(id)
    if (contactBefore === undefined) return []
    return checked(reach, row, () => changeOf(ctx, reach, { row, before: contactBefore }))
  })
  const again = await write(ctx, reach, { made, changed })
  return [...again, ...later.map(({ row }) => row)].toSorted((a, b) => a.row - b.row)
}

function idsOf(known: Known, { draft }: ImportRow): string[] {
  return [...new Set(keysOf(draft).flatMap((key) => known.get(key) ?? []))]
}

async function contactsOf(ctx: Ctx, { isDry }: Applying, found: readonly { id: string }[]) {
  if (found.length === 0) return new Map<string, Contact>()
  const rows = await ctx.db.rows(isDry ? readContacts : lockContacts, [ctx.account.id, found.map(({ id }) => id)])
  // cast: the rows are read through the mapping of contacts.
  return new Map(rows.map((row) => [String(row['id']), mappingOf(contact).decode(row) as Contact]))
}

type Reach = { applying: Applying; suppressed: ReadonlySet<string>; outcome: Outcome }

/** The change of a row, checked as a record. Reasons against it are errors of the row. */
function checked({ applying, outcome }: Reach, row: ImportRow, make: () => Change): Change[] {
  try {
    const change = make()
    contact.check(change.after)
    return [change]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    outcome.errors.push(...errorsOf(applying.reading, row.row, error))
    return []
  }
}

const blank = Object.fromEntries(Object.entries(contactFields).map(([name, of]) => [name, of.fallback ?? null]))

function newContact(ctx: Ctx, { applying, suppressed }: Reach, row: ImportRow): Change {
  const { draft, consent } = row
  const { record } = applying.reading
  const wanted = row.status ?? record.contactStatus ?? 'subscribed'
  // Without evidence a contact is known, and gets no mail.
  const status = consent === undefined ? 'unsubscribed' : wanted
  const now = ctx.now().toISOString()
  const base = { version: 1, createdAt: now, updatedAt: now, clientReference: null, metadata: {} }
  // cast: the fields are those of contacts, with the values that the check of a row accepted.
  const after = {
    ...blank,
    ...draft,
    ...base,
    id: encodeId('con', ctx.account.id, uuidv7(ctx.now().getTime())),
    status: typeof draft.email === 'string' && suppressed.has(draft.email) ? 'suppressed' : status,
    tags: joined(draft.tags, record.tags),
    topics: joined(draft.topics, record.topics),
  } as Contact
  const fields = record.mapping.map(({ field, attribute }) => field ?? `attributes.${attribute}`)
  return { row, before: undefined, after, fields: [...new Set([...fields, 'tags', 'topics', 'status'])] }
}

function changeOf(ctx: Ctx, reach: Reach, { row, before }: { row: ImportRow; before: Contact }): Change {
  const { record } = reach.applying.reading
  const isOverwriting = record.onConflict === 'overwrite'
  const { tags, topics, attributes = {}, ...sent } = row.draft
  const values = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  const cleared = isOverwriting ? clearedBy(reach.applying.reading, row) : { fields: {}, attributes: {} }
  // cast: the fields are those of contacts, with the values that the check of a row accepted.
  const after = {
    ...before,
    ...cleared.fields,
    ...Object.fromEntries(values),
    attributes: mergedAttributes(before, { ...cleared.attributes, ...attributes }),
    tags: joined(isOverwriting && tags !== undefined ? [] : before.tags, tags, record.tags),
    topics: joined(isOverwriting && topics !== undefined ? [] : before.topics, topics, record.topics),
  } as Contact
  after.status = statusOf(reach, row, { before, after })
  const fields = changedFields(before, after)
  return { row, before, after: { ...after, updatedAt: ctx.now().toISOString() }, fields }
}

/** Mapped parts whose cell is empty, with the values of an empty contact. */
function clearedBy({ record }: RowReading, { draft }: ImportRow) {
  const sent = new Map<string, unknown>(Object.entries(draft))
  const fields = record.mapping.flatMap(({ field }) =>
    field !== undefined && Object.hasOwn(blank, field) && field !== 'attributes' && !sent.has(field)
      ? [[field, blank[field]] as const]
      : [],
  )
  const attributes = record.mapping.flatMap(({ attribute }) =>
    attribute === undefined ? [] : [[attribute, null] as const],
  )
  return { fields: Object.fromEntries(fields), attributes: Object.fromEntries(attributes) }
}

/** A file may end an agreement, and never begins one of a contact that exists. */
function statusOf(
  { suppressed }: Reach,
  row: ImportRow,
  { before, after }: { before: Contact; after: Contact },
): string {
  const mayLeave = ['pending', 'subscribed', 'bounced'].includes(before.status)
  if (row.status === 'unsubscribed' && mayLeave) return 'unsubscribed'
  const isOtherAddress =
    after.email !== null && (before.email === null || emailKeyOf(before.email) !== emailKeyOf(after.email))
  if (!isOtherAddress || after.email === null) return before.status
  // A new address of a file is no agreement: a bounced or suppressed contact stays so.
  return suppressed.has(after.email) ? (statusAfterEmail(before, true) ?? before.status) : before.status
}

function joined(...lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}

type Writes = { made: readonly Change[]; changed: readonly Change[] }

/** Writes contacts with evidence, segment and facts. Returns rows whose contact another request made. */
async function write(ctx: Ctx, { applying, outcome }: Reach, { made, changed }: Writes): Promise<ImportRow[]> {
  const altered = changed.filter(({ fields }) => fields.length > 0)
  const isNew = applying.isDry ? () => true : await inserted(ctx, made)
  const created = made.filter(isNew)
  outcome.created += created.length
  outcome.suppressed += created.filter(({ after }) => after.status === 'suppressed').length
  outcome.updated += altered.length
  outcome.unchanged += changed.length - altered.length
  if (applying.isDry) return []
  if (altered.length > 0) await ctx.db.rows(updateContacts, valuesOf(ctx, altered))
  const written = [...created, ...changed]
  await keepConsentsOfMany(ctx, written.flatMap(evidenceOf))
  emitChanges(ctx, applying.reading.record.id, { created, altered })
  const { segmentId } = applying.reading.record
  if (segmentId !== null && written.length > 0) {
    const entered = written.map(({ after }) => rowId('con', after.id))
    emitMoves(ctx, segmentId, await moveMembers(ctx, segmentId, { entered, exited: [] }))
  }
  return made.filter((each) => !isNew(each)).map(({ row }) => row)
}

async function inserted(ctx: Ctx, made: readonly Change[]): Promise<(change: Change) => boolean> {
  if (made.length === 0) return () => false
  const ids = new Set((await ctx.db.rows(insertContacts, valuesOf(ctx, made))).map(({ id }) => id))
  return ({ after }) => ids.has(rowId('con', after.id))
}

function valuesOf(ctx: Ctx, changes: readonly Change[]): unknown[] {
  const rows = changes.map(({ after }) => ({
    id: rowId('con', after.id),
    status: after.status,
    ...columnValues(after),
  }))
  return [ctx.account.id, ctx.now().toISOString(), JSON.stringify(rows)]
}

/** Evidence of a new contact, and of one that may get mail still. */
function evidenceOf({ row: { consent }, before, after }: Change): (Consent & { contactUuid: string })[] {
  const contactUuid = rowId('con', after.id)
  const source = consent?.source ?? 'import'
  const topics = topicConsents(before?.topics ?? [], after.topics, source)
  const hasLeft = before !== undefined && before.status !== after.status
  const isAgreed = consent !== undefined && (before === undefined || after.status === 'subscribed')
  const kinds: Consent[] = [
    ...(isAgreed ? [{ ...consent, kind: 'optIn' as const }] : []),
    ...(hasLeft && after.status === 'unsubscribed' ? [{ source, kind: 'optOut' as const }] : []),
    ...topics,
  ]
  return kinds.map((each) => ({ ...each, contactUuid }))
}

/** Emits what changed for segments, automations and scores: one fact for contacts with the same changed fields. */
function emitChanges(
  ctx: Ctx,
  importId: string,
  { created, altered }: { created: readonly Change[]; altered: readonly Change[] },
): void {
  const subject = { id: importId, status: 'importing', version: 1 }
  const groups = [
    { isNew: true, changes: created },
    ...[...Map.groupBy(altered, ({ fields }) => fields.join('\n')).values()].map((changes) => ({
      isNew: false,
      changes,
    })),
  ]
  for (const { isNew, changes } of groups) {
    for (let from = 0; from < changes.length; from += idsPerFactMax) {
      const some = changes.slice(from, from + idsPerFactMax)
      const fields = (some[0]?.fields ?? []).slice(0, 300)
      ctx.emit(contactChanged, { contactIds: some.map(({ after }) => after.id), fields, isNew }, subject)
    }
  }
}
