import type { Ctx } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { Problem, problem, reasons, isContended } from '#kit/call/problem.ts'
import { inputCheckPort } from '#platform/call/inputCheckPort.ts'
import { incomingFilesPort } from '#platform/files/incoming/incomingFilesPort.ts'
import { knownTopics } from '#products/marketing/contact/topicKeys.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contactImport, counters, type ContactImport } from './contactImport.ts'
import { applyRows, type Applying, type Outcome } from './importBatch.ts'
import { columnsOf, guessedMapping } from './importColumns.ts'
import { fetchFile, fileOf, partsOf } from './importFile.ts'
import { ImportFailed } from './importRefusal.ts'
import { prepare, type Batch, type Prepared, type PreparedRow } from './importPrepare.ts'
import { readingOf, type RowError, type RowReading } from './importRow.ts'
import { openSeenKeys } from './importSeen.ts'
import * as sql from './importStatements.ts'
import { checkText, encodingOf, formOf, readRows, type FileForm, type FileRow } from './importText.ts'

/** Bytes from which form and columns are detected. */
const sampleBytesMax = 512 * 1024
/** Rows and characters of one transaction. */
const batchRowsMax = 2_500
const batchCharsMax = 2_000_000
/** Reasons that are kept; all are counted. */
const errorsKeptMax = 10_000
const triesMax = 3

/** Downloads the file where an address names it, detects its form and columns, and moves the import on. */
export async function readImport(ctx: Ctx, record: ContactImport): Promise<void> {
  const at = (await partsOf(ctx, record)).length === 0 ? await fetchFile(ctx, record) : record
  if (at === undefined) return
  const { form, text, byteCount } = await sampled(ctx, at)
  const found = columnsOf(text, form)
  const columns = found.map(({ name }) => ({ name }))
  const mapping = record.mapping.length > 0 ? record.mapping : guessedMapping(found, form.format)
  const missing = mapping.find(({ columnName }) => !columns.some(({ name }) => name === columnName))
  if (missing !== undefined) throw new ImportFailed(`The file has no column “${missing.columnName}”.`)
  const status = { preview: 'ready', check: 'checking', import: 'importing' }[record.goal]
  const startedAt = status === 'ready' ? null : ctx.now().toISOString()
  try {
    await ctx.atomic(async (inner) => {
      await inner.store.update(contactImport, record.id, (before) => {
        if (before.status !== 'reading') return {}
        return { patch: { ...form, columns, mapping, byteCount, startedAt }, status }
      })
      const samples = found.map((each) => JSON.stringify(each.samples))
      await inner.db.rows(sql.keepSamples, [inner.account.id, rowId(contactImport.prefix, record.id), samples])
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.fields.length === 0) throw error
    throw new ImportFailed(`The columns cannot be imported: ${error.fields.map(({ message }) => message).join('; ')}.`)
  }
}

async function sampled(ctx: Ctx, record: ContactImport): Promise<{ form: FileForm; text: string; byteCount: number }> {
  const file = await fileOf(ctx, record)
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of ctx.port(incomingFilesPort).read(file)) {
    pieces.push(piece)
    length += piece.length
    if (length >= sampleBytesMax) break
  }
  const sample = Buffer.concat(pieces).subarray(0, sampleBytesMax)
  const encoding = record.encoding ?? encodingOf(sample)
  const text = new TextDecoder(encoding).decode(sample, { stream: true })
  checkText(text)
  const given = Object.entries({ format: record.format, delimiter: record.delimiter, hasHeader: record.hasHeader })
  const form = formOf(text, { encoding, ...Object.fromEntries(given.filter(([, value]) => value !== null)) })
  return { form, text, byteCount: file.byteCount }
}

/**
 * Checks or imports all rows of a file, a batch in each transaction. The position of the file is committed with the
 * batch, so an import that a crash ended goes on behind the last one, and no batch is written twice. While one batch is
 * written the next one is read. False where another run, or a cancel, ended this one.
 */
export async function runRows(ctx: Ctx, found: ContactImport): Promise<boolean> {
  const isDry = found.status === 'checking'
  const record = isDry && found.rowPosition > 0 ? await checkFromFirst(ctx, found) : found
  if (record.status !== found.status) return false
  const reading = readingOf(record, ctx.port(inputCheckPort))
  const applying = { reading, isDry, ...(isDry && { seen: openSeenKeys(ctx) }) }
  const file = await fileOf(ctx, record)
  let at = record.rowPosition
  let writing: Promise<boolean> = Promise.resolve(true)
  for await (const batch of batchesOf(ctx.port(incomingFilesPort).read(file), formOfRecord(record), at)) {
    const prepared = await prepare(ctx, reading, batch)
    if (!(await writing)) return false
    const from = at
    at = prepared.position
    writing = writeBatch(ctx, applying, { prepared, from })
    // Awaited with the next batch; until then its failure has no other listener.
    writing.catch(() => undefined)
  }
  if (!(await writing)) return false
  await endRows(ctx, record, at)
  return true
}

/** A check remembers its rows in the memory of its process: one that was interrupted begins with the first row. */
function checkFromFirst(ctx: Ctx, { id }: ContactImport): Promise<ContactImport> {
  return ctx.atomic(async (inner) => {
    const record = await inner.store.update(contactImport, id, (before) =>
      before.status === 'checking' ? { patch: counters, isSilent: true } : {},
    )
    const values = [inner.account.id, rowId(contactImport.prefix, id)]
    if (record.status === 'checking') await inner.db.rows(sql.clearErrors, values)
    return record
  })
}

function formOfRecord({ format, encoding, delimiter, hasHeader }: ContactImport): FileForm {
  return {
    format: format ?? 'csv',
    encoding: encoding ?? 'utf-8',
    delimiter: delimiter ?? 'comma',
    hasHeader: hasHeader ?? true,
  }
}

/** Rows behind a position, in groups of one transaction each. */
export async function* batchesOf(
  bytes: AsyncIterable<Uint8Array>,
  form: FileForm,
  after: number,
): AsyncGenerator<Batch> {
  const first = Math.max(after, form.format === 'csv' && form.hasHeader ? 1 : 0)
  let rows: FileRow[] = []
  let chars = 0
  for await (const group of readRows(bytes, form)) {
    for (const row of group.rows) {
      if (row.row <= first) continue
      rows.push(row)
      chars += charsOf(row)
      if (rows.length < batchRowsMax && chars < batchCharsMax) continue
      yield { rows, byteCount: group.byteCount, position: row.row }
      rows = []
      chars = 0
    }
    await nextTurn()
    const last = rows.at(-1)
    if (last !== undefined && group.isLast) yield { rows, byteCount: group.byteCount, position: last.row }
  }
}

function charsOf(row: FileRow): number {
  if (!('cells' in row)) return 0
  return row.chars ?? row.cells.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
}

type Writing = { prepared: Prepared; from: number }

/** Writes a batch; another request may make the same contact at this moment, and the batch is written again. */
async function writeBatch(ctx: Ctx, of: Omit<Applying, 'isContended'>, writing: Writing): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const applying = { ...of, isContended: attempt > 1 }
    try {
      const outcome = await ctx.atomic((inner) => writeOnce(inner, applying, writing))
      applying.seen?.add(outcome?.newKeys ?? [])
      return outcome !== undefined
    } catch (error) {
      const isTaken = error instanceof Error && error.name === 'ConstraintError'
      if (!isTaken && !isContended(error)) throw error
      if (attempt === triesMax) throw problem(reasons.writeContended, { cause: error })
    }
  }
}

async function writeOnce(ctx: Ctx, applying: Applying, { prepared, from }: Writing): Promise<Outcome | undefined> {
  const { record } = applying.reading
  const uuid = rowId(contactImport.prefix, record.id)
  const held = await ctx.db.rows(sql.holdImport, [ctx.account.id, uuid, record.status, from])
  if (held.length === 0) return undefined
  // Two imports of one account write in turns: their rows may be the same in another order.
  await ctx.lock('marketing.contactImport')
  const known = await withKnownTopics(ctx, applying.reading, prepared)
  const outcome = await applyRows(ctx, applying, known.contacts)
  const errors = [...known.errors, ...outcome.errors]
  const [row] = await ctx.db.rows(sql.advanceImport, [ctx.account.id, uuid, ...progressOf(prepared, outcome, errors)])
  await keepErrors(ctx, uuid, { errors, countBefore: (row?.error_count ?? 0) - wrongRows(errors) })
  return outcome
}

function wrongRows(errors: readonly RowError[]): number {
  return new Set(errors.map(({ row }) => row)).size
}

function progressOf(prepared: Prepared, outcome: Outcome, errors: readonly RowError[]): number[] {
  const { created, updated, unchanged, skipped, suppressed } = outcome
  const counts = [created, updated, unchanged, skipped, suppressed, wrongRows(errors)]
  return [prepared.position, prepared.byteCount, prepared.count, ...counts]
}

/** Leaves out rows with topics that do not exist. */
async function withKnownTopics(ctx: Ctx, { record }: RowReading, { contacts, errors }: Prepared) {
  const keys = new Set(contacts.flatMap(({ draft }) => draft.topics ?? []))
  const known = await knownTopics(ctx, [...keys])
  const unknownOf = ({ draft }: PreparedRow) => (draft.topics ?? []).find((key) => !known.has(key))
  const column = record.mapping.find(({ field }) => field === 'topics')?.columnName ?? null
  const refused = contacts.flatMap((each) => {
    const key = unknownOf(each)
    return key === undefined ? [] : [{ row: each.row, column, field: 'topics', reason: `has no topic ${key}` }]
  })
  if (refused.length === 0) return { contacts, errors }
  return { contacts: contacts.filter((each) => unknownOf(each) === undefined), errors: [...errors, ...refused] }
}

type Keeping = { errors: readonly RowError[]; countBefore: number }

async function keepErrors(ctx: Ctx, importUuid: string, { errors, countBefore }: Keeping): Promise<void> {
  const some = errors.slice(0, Math.max(0, errorsKeptMax - countBefore))
  if (some.length === 0) return
  const positions = new Map<number, number>()
  const numbered = some.map((each) => {
    const position = positions.get(each.row) ?? 0
    positions.set(each.row, position + 1)
    return { ...each, position }
  })
  await ctx.db.rows(sql.addErrors, [
    ctx.account.id,
    importUuid,
    numbered.map(({ row }) => row),
    numbered.map(({ position }) => position),
    numbered.map(({ column }) => column),
    numbered.map(({ field }) => field),
    numbered.map(({ value }) => value ?? null),
    numbered.map(({ reason }) => reason.slice(0, 300)),
  ])
}

/** Ends a check or an import whose last row is written. */
async function endRows(ctx: Ctx, { id, status }: ContactImport, position: number): Promise<void> {
  await ctx.store.update(contactImport, id, (before) => {
    if (before.status !== status || before.rowPosition !== position) return {}
    const endedAt = ctx.now().toISOString()
    return { patch: { endedAt, readByteCount: before.byteCount }, status: status === 'checking' ? 'ready' : 'done' }
  })
}
