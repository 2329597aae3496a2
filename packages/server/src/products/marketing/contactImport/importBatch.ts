import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, Problem } from '#kit/call/problem.ts'
import { mappingOf } from '#platform/db/columns.ts'
import { emitChanges } from '#products/marketing/contact/contactChanges.ts'
import { keepConsentsOfMany, leftTopics, topicConsents, type Consent } from '#products/marketing/contact/consent.ts'
import { checkWords, contact, type Contact } from '#products/marketing/contact/contact.ts'
import {
  changedFields,
  isUnreachable,
  mergedAttributes,
  statusAfterAddress,
} from '#products/marketing/contact/contactWrites.ts'
import { holdDepartures } from '#products/marketing/contact/departure.ts'
import { hashedOf, suppressedAmong } from '#products/marketing/contact/suppression.ts'
import { emitMoves, moveMembers } from '#products/marketing/segment/segmentMembers.ts'
import type { SeenKeys } from './importSeen.ts'
import { findKnown, keysOf } from './importMatch.ts'
import { blankContact, joined, type PreparedRow } from './importPrepare.ts'
import { errorsOf, withOwnValues, type RowError, type RowReading } from './importRow.ts'
import * as sql from './importStatements.ts'
import { insertNew, writeInPieces, type WrittenContact } from './importWrites.ts'

/** Counts of a group of rows, and the reasons of those that were left out. */
export type Outcome = {
  created: number
  updated: number
  unchanged: number
  skipped: number
  suppressed: number
  errors: RowError[]
  /** After a check: addresses and ids of contacts that an import would make, in the form of `keysOf`. */
  newKeys: string[]
}

/** The reading of a file, and whether its contacts are written or counted alone. */
export type Applying = {
  reading: RowReading
  isDry: boolean
  /** Whether another request may make contacts of the rows at this moment: an attempt before has met one. */
  isContended: boolean
  /** Keys of contacts that earlier batches of a check would have made. */
  seen?: SeenKeys
}

/** Rounds in which a row may meet a contact that another request makes at this moment. */
const roundsOfOneRowMax = 3

/**
 * Writes the contacts of rows in the transaction of the call. A row that repeats an address or id of one before it is
 * applied after it. Call behind the lock of the account's imports.
 */
export async function applyRows(ctx: Ctx, applying: Applying, rows: readonly PreparedRow[]): Promise<Outcome> {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, suppressed: 0 }
  const outcome: Outcome = { ...counts, errors: [], newKeys: [] }
  const rounds = new Map<number, number>()
  let left = rows
  while (left.length > 0) {
    const again = await applyRound(ctx, applying, { rows: left, outcome })
    for (const { row } of again) rounds.set(row, (rounds.get(row) ?? 0) + 1)
    const isStuck = ({ row }: PreparedRow) => (rounds.get(row) ?? 0) >= roundsOfOneRowMax
    outcome.errors.push(...again.filter(isStuck).flatMap((row) => refusalsOf(applying, row, notOne(row))))
    left = again.filter((row) => !isStuck(row))
  }
  return outcome
}

/** Reasons against a row that was read, with the values that it has. */
function refusalsOf({ reading }: Applying, { row, draft }: PreparedRow, error: Problem): RowError[] {
  return withOwnValues(draft, errorsOf(reading, row, error))
}

/** The refusal of a row whose address and ids belong to several contacts: it names the first that differs. */
function notOne({ keys }: PreparedRow, known: ReadonlyMap<string, string> = new Map()): Problem {
  const [first, ...others] = keys.filter((key) => known.has(key))
  const other = others.find((key) => known.get(key) !== known.get(first ?? '')) ?? keys.at(-1) ?? ''
  const name = identityOf[other.slice(0, other.indexOf(' '))] ?? ''
  return invalid(field(name, 'unique', 'belongs to another contact than the rest of the row'))
}

/** Fields of the keys of `keysOf`. */
const identityOf: Readonly<Record<string, string>> = { external: 'externalId', viewer: 'viewerId', email: 'email' }

type Round = { rows: readonly PreparedRow[]; outcome: Outcome }
type Change = { row: PreparedRow; before: Contact | undefined; after: Contact; fields: readonly string[] }
/**
 * A contact of a batch: as the database has it, as the rows leave it, and what each row did. `left`: topics that it
 * left by itself.
 */
type Held = WrittenContact & { before: Contact | undefined; changes: Change[]; left?: ReadonlySet<string> }
/** Contacts of a batch by row id, and the row ids by address and id. */
type Batch = { known: Map<string, string>; held: Map<string, Held> }

/** Applies rows in order, each to what the ones before left, and writes a contact once. Returns rows to repeat. */
async function applyRound(ctx: Ctx, applying: Applying, { rows, outcome }: Round): Promise<PreparedRow[]> {
  const known = new Map(await findKnown(ctx, rows))
  const { onConflict } = applying.reading.record
  const held = await contactsOf(ctx, applying, onConflict === 'skip' ? [] : [...new Set(known.values())])
  // A contact whose mail address is cleared is judged by its number.
  const cleared = onConflict === 'overwrite' ? [...held.values()].map(({ after: { phone } }) => ({ phone })) : []
  const suppressed = await suppressedAmong(ctx, [
    ...rows.flatMap(({ hashed }) => hashed),
    ...cleared.flatMap((each) => hashedOf(ctx, each)),
  ])
  const reach = { applying, suppressed, outcome }
  for (const row of rows) place(ctx, reach, { row, known, held })
  return write(
    ctx,
    reach,
    [...held.values()].filter(({ changes }) => changes.length > 0),
  )
}

/** Applies a row to the contact that it names, or to a new one. */
function place(ctx: Ctx, reach: Reach, { row, known, held }: Batch & { row: PreparedRow }): void {
  const { applying, outcome } = reach
  const isSkipping = applying.reading.record.onConflict === 'skip'
  const { keys } = row
  const ids = new Set(keys.flatMap((key) => known.get(key) ?? []))
  if (ids.size > 1) return void outcome.errors.push(...refusalsOf(applying, row, notOne(row, known)))
  const [id] = ids
  if (id !== undefined && isSkipping) return void (outcome.skipped += 1)
  const found = id === undefined ? undefined : held.get(id)
  // A check writes nothing: the contact of an earlier batch is known by its keys alone.
  if (found === undefined && keys.some((key) => applying.seen?.has(key))) {
    outcome[isSkipping ? 'skipped' : 'updated'] += 1
    return
  }
  if (found === undefined) return placeNew(reach, { row, known, held })
  const change = checked(reach, row, () => changeOf(ctx, reach, { row, before: found.after, left: found.left }))
  if (change === undefined || id === undefined) return
  for (const key of keysOf(found.after)) known.delete(key)
  for (const key of keysOf(change.after)) known.set(key, id)
  found.after = change.after
  found.changes.push(change)
}

function placeNew({ applying, suppressed, outcome }: Reach, { row, known, held }: Batch & { row: PreparedRow }): void {
  const { made } = row
  if (made instanceof Problem) return void outcome.errors.push(...refusalsOf(applying, row, made))
  const { uuid } = made
  // `suppressed` means that it gets mail at another address, so one that has not agreed never is.
  const mayGetMail = made.contact.status === 'subscribed'
  const isSuppressed = mayGetMail && isUnreachable(made.contact, suppressed)
  const after = isSuppressed ? { ...made.contact, status: 'suppressed' } : made.contact
  const change = { row, before: undefined, after, fields: applying.reading.newFields }
  held.set(uuid, { uuid, before: undefined, after, changes: [change], made })
  for (const key of row.keys) known.set(key, uuid)
}

async function contactsOf(
  ctx: Ctx,
  { isDry, reading: { record } }: Applying,
  uuids: readonly string[],
): Promise<Map<string, Held>> {
  if (uuids.length === 0) return new Map()
  const rows = await ctx.db.rows(isDry ? sql.readContacts : sql.lockContacts, [ctx.account.id, uuids])
  const hasTopics = record.topics.length > 0 || record.mapping.some(({ field }) => field === 'topics')
  const left = hasTopics ? await leftTopics(ctx, uuids) : undefined
  return new Map(
    rows.map((row) => {
      // cast: the rows are read through the mapping of contacts.
      const before = mappingOf(contact).decode(row) as Contact
      const uuid = String(row['id'])
      const own = (left?.get(uuid) ?? []).filter(({ source }) => source === 'preferences')
      return [uuid, { uuid, before, after: before, changes: [], left: new Set(own.map(({ topic }) => topic ?? '')) }]
    }),
  )
}

type Reach = { applying: Applying; suppressed: ReadonlySet<string>; outcome: Outcome }

/** The change of a row, checked as a record. Reasons against it are errors of the row. */
function checked({ applying, outcome }: Reach, row: PreparedRow, make: () => Change): Change | undefined {
  try {
    const change = make()
    contact.check(change.after)
    checkWords(change.before, change.after)
    return change
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    outcome.errors.push(...refusalsOf(applying, row, error))
    return undefined
  }
}

type Changing = { row: PreparedRow; before: Contact; left: ReadonlySet<string> | undefined }

function changeOf(ctx: Ctx, reach: Reach, { row, before, left }: Changing): Change {
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
    // A file never begins an agreement of a contact that exists, nor one to a topic.
    topics: joined(isOverwriting && topics !== undefined ? [] : before.topics, topics, record.topics).filter(
      (topic) => left?.has(topic) !== true || before.topics.includes(topic),
    ),
  } as Contact
  after.status = statusOf(reach, row, { before, after })
  const fields = changedFields(before, after)
  return { row, before, after: { ...after, updatedAt: ctx.now().toISOString() }, fields }
}

/** Mapped parts whose cell is empty, with the values of an empty contact. */
function clearedBy({ record }: RowReading, { draft }: PreparedRow) {
  const sent = new Map<string, unknown>(Object.entries(draft))
  const fields = record.mapping.flatMap(({ field }) =>
    field !== undefined && Object.hasOwn(blankContact, field) && field !== 'attributes' && !sent.has(field)
      ? [[field, blankContact[field]] as const]
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
  row: PreparedRow,
  { before, after }: { before: Contact; after: Contact },
): string {
  const mayLeave = ['pending', 'subscribed', 'bounced'].includes(before.status)
  if (row.status === 'unsubscribed' && mayLeave) return 'unsubscribed'
  // A new address of a file is no agreement: a bounced or suppressed contact stays so.
  return statusAfterAddress(before, after, suppressed) === 'suppressed' ? 'suppressed' : before.status
}

/** Writes contacts with evidence, segment and facts. Returns rows whose contact another request made. */
async function write(
  ctx: Ctx,
  { applying, suppressed, outcome }: Reach,
  held: readonly Held[],
): Promise<PreparedRow[]> {
  const made = held.filter(({ before }) => before === undefined)
  const isNew = applying.isDry ? () => true : await insertNew(ctx, applying, made)
  const written = held.filter((each) => each.before !== undefined || isNew(each))
  const changes = written.flatMap((each) => each.changes)
  for (const change of changes) count({ outcome, suppressed }, change)
  if (applying.isDry) {
    outcome.newKeys.push(...made.flatMap(({ after }) => keysOf(after)))
    return []
  }
  const altered = written.filter(({ before, changes: own }) => before !== undefined && own.some(isChange))
  await writeInPieces(ctx, sql.updateContacts, altered)
  await holdDepartures(
    ctx,
    altered.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
  )
  const evidence = written.flatMap(({ uuid, changes: own }) => own.flatMap((change) => evidenceOf(uuid, change)))
  await keepConsentsOfMany(ctx, evidence)
  const changed = [...made.filter(isNew), ...altered].map((each) => ({
    id: each.after.id,
    fields: fieldsOf(each),
    isNew: each.before === undefined,
  }))
  emitChanges(ctx, changed, { id: applying.reading.record.id, status: 'importing', version: 1 })
  const { segmentId } = applying.reading.record
  if (segmentId !== null && written.length > 0) {
    const entered = written.map(({ uuid }) => uuid)
    emitMoves(ctx, segmentId, await moveMembers(ctx, segmentId, { entered, exited: [] }))
  }
  const repeated = made.filter((each) => !isNew(each)).flatMap((each) => each.changes)
  return repeated.map(({ row }) => row).toSorted((a, b) => a.row - b.row)
}

function isChange({ fields }: Change): boolean {
  return fields.length > 0
}

function count(
  { outcome, suppressed }: Pick<Reach, 'outcome' | 'suppressed'>,
  { before, after, fields }: Change,
): void {
  if (before !== undefined) {
    outcome[fields.length > 0 ? 'updated' : 'unchanged'] += 1
    return
  }
  outcome.created += 1
  if (isUnreachable(after, suppressed)) outcome.suppressed += 1
}

/** Evidence of a new contact, and of one that may get mail still. */
function evidenceOf(
  contactUuid: string,
  { row: { consent }, before, after }: Change,
): (Consent & { contactUuid: string })[] {
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

/** Parts that the rows of a contact changed. */
function fieldsOf(held: Held): readonly string[] {
  const [first, ...others] = held.changes
  if (others.length === 0) return first?.fields ?? []
  return [...new Set(held.changes.flatMap(({ fields }) => fields))]
}
