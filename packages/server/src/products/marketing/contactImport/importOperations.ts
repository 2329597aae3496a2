import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Patch } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  list,
  listPageOf,
  removed,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line, nullable, whole, words } from '#kit/values/fields.ts'
import { ofAccount, orderBy, readListPage, sentConditions } from '#platform/db/listPage.ts'
import { checkEvidence } from '#products/marketing/contact/consent.ts'
import { checkTopics } from '#products/marketing/contact/topicKeys.ts'
import {
  importCompleted,
  importCreated,
  importDeleted,
  importFailed,
  importUpdated,
} from '#products/marketing/facts.ts'
import { encodeId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { segment } from '#products/marketing/segment/segment.ts'
import { contactImport, counters, type ContactImport } from './contactImport.ts'
import { columnsMax } from './importFields.ts'
import { refusedValueMax } from './importRow.ts'
import { clearErrors, readSamples } from './importStatements.ts'
import { expireLater, removeEnded, removeFile, runImport } from './importTask.ts'
import { uploadOf, uploadShape } from './importUpload.ts'

const one = { contactImportId: madeFirst('marketing.contactImport') }
const uploadField = { upload: nullable(uploadShape) }

async function presentedImport(ctx: Ctx, record: ContactImport) {
  const [presented] = await present({ ctx, audience: 'owner' }, contactImport, [record])
  return { ...presented, upload: uploadOf(ctx, record) }
}

/** Import. */
const importContacts = operation('marketing.contact.import', {
  route: 'POST /api/marketing/contact/import',
  title: 'Import Contacts',
  description:
    'Begins an import of contacts from a file in CSV or JSON lines, uploaded to the address of `upload` or ' +
    'downloaded from `url`. With a `mapping` its rows are imported at once, or with `dryRun` checked and counted. ' +
    'Without one the file is read, and waits with its columns and a guessed mapping until `contactImport/update` ' +
    'starts it. A file ends agreements to get mail, and never begins one of a contact that exists.',
  scope: 'marketing.contactImport:write',
  input: closed({
    ...createInput(contactImport).properties,
    dryRun: Type.Optional(flag({ description: 'Whether rows are checked and counted, and nothing is written.' })),
  }),
  output: outputSchemaOf(contactImport, {
    ...uploadField,
    created: flag({ description: 'False when it was there already.' }),
  }),
  emits: [importCreated],
  example: { name: 'Visitors of May', tags: ['may'], consent: { source: 'Form at the till' } },
  handle: once(async (ctx, input) => {
    const { dryRun, ...body } = input
    const [draft, options] = splitCreate<typeof contactImport>(body)
    await checkTargets(ctx, draft)
    const isMapped = (draft.mapping ?? []).length > 0
    const goal = dryRun === true ? 'check' : isMapped ? 'import' : 'preview'
    const hasUrl = typeof draft.url === 'string'
    const set = { goal, ...(hasUrl && { startedAt: null }) }
    const made = await ctx.atomic(async (inner) => {
      const status = hasUrl ? 'reading' : 'waiting'
      const result = await inner.store.create(contactImport, draft, { ...options, status, set })
      if (!result.created) return result
      expireLater(inner, result.record.id)
      if (hasUrl) inner.later(runImport, { contactImportId: result.record.id }, inner.now())
      return result
    })
    return { ...(await presentedImport(ctx, made.record)), created: made.created }
  }),
})

/** Throws invalid for a segment that does not take contacts by hand, topics that do not exist, and false evidence. */
async function checkTargets(ctx: Ctx, { segmentId, topics, consent }: Patch<typeof contactImport>): Promise<void> {
  checkEvidence(ctx, consent)
  if (topics !== undefined) await checkTopics(ctx, topics)
  if (segmentId === undefined || segmentId === null) return
  const found = await ctx.store.find(segment, segmentId)
  if (found === undefined) throw invalid(unknownReference('segmentId'))
  if (found.kind !== 'static') throw invalid(field('segmentId', 'kind', 'must be a static segment'))
}

/** Update. */
const updateImport = operation('marketing.contactImport.update', {
  route: 'POST /api/marketing/contactImport/update',
  title: 'Imports of Contacts - Update',
  description: 'Changes an import that is not running, checks it, starts it, or cancels it. Only sent fields change.',
  scope: 'marketing.contactImport:write',
  input: updateInput(contactImport),
  output: outputSchemaOf(contactImport, uploadField),
  emits: [importUpdated, importCompleted, importFailed],
  example: { ...one, action: 'cancel' },
  handle: once(async (ctx, input) => {
    const { id, patch, options } = splitUpdate(contactImport, input)
    await checkTargets(ctx, patch)
    const record = await ctx.atomic((inner) => changeImport(inner, id, { patch, options }))
    return presentedImport(ctx, record)
  }),
})

type ImportChange = { patch: Patch<typeof contactImport>; options: { ifVersion?: number; action?: string } }

async function changeImport(ctx: Ctx, id: string, { patch, options }: ImportChange): Promise<ContactImport> {
  const { action } = options
  const isRun = action === 'check' || action === 'start'
  const record = await ctx.store.update(contactImport, id, (before) => {
    checkChange(before, patch)
    const reset = isRun ? { ...counters, startedAt: ctx.now().toISOString(), endedAt: null } : {}
    const again = action === 'reread' ? { goal: 'preview' as const, mapping: patch.mapping ?? [] } : {}
    return { ...options, patch: { ...patch, ...reset, ...again } }
  })
  if (isRun) await ctx.db.rows(clearErrors, [ctx.account.id, rowId(contactImport.prefix, id)])
  if (isRun || action === 'reread') ctx.later(runImport, { contactImportId: id }, ctx.now())
  if (action === 'cancel') removeEnded(ctx, record)
  return record
}

/** Throws invalid for fields of a run that is under way or over, and for columns that the file does not have. */
function checkChange({ status, columns }: ContactImport, patch: ImportChange['patch']): void {
  const names = Object.keys(patch).filter((name) => name !== 'name' && name !== 'metadata')
  if (status !== 'waiting' && status !== 'ready' && names.length > 0) {
    throw invalid(...names.map((name) => field(name, 'fixed', `cannot change: the import is ${status}`)))
  }
  if (columns.length === 0 || patch.mapping === undefined) return
  const problems = patch.mapping.flatMap(({ columnName }, index) =>
    columns.some(({ name }) => name === columnName)
      ? []
      : [field(`/mapping/${index}/columnName`, 'reference', 'is no column of the file')],
  )
  if (problems.length > 0) throw invalid(...problems)
}

/** Delete. */
const removeImport = operation('marketing.contactImport.delete', {
  route: 'POST /api/marketing/contactImport/delete',
  title: 'Imports of Contacts - Delete',
  description: 'Deletes an import with its file and its list of errors. Contacts that were imported stay.',
  scope: 'marketing.contactImport:write',
  input: closed({ contactImportId: idOf('imp'), ifVersion: ifVersion() }),
  output: removed(),
  emits: [importDeleted],
  example: one,
  handle: once((ctx, input) =>
    ctx.atomic(async (inner) => {
      const record = await inner.store.remove(contactImport, input.contactImportId, versionOf(input))
      await inner.db.rows(clearErrors, [inner.account.id, rowId(contactImport.prefix, record.id)])
      if (record.fileId !== null) inner.later(removeFile, { fileUuid: record.fileId }, inner.now())
      return { id: record.id, status: record.status }
    }),
  ),
})

const { sort: _sort, ...errorPaging } = pagingInput(['row'])

/** Errors: as CSV with `Accept: text/csv`, as every list. */
const listErrors = operation('marketing.contactImportError.all', {
  route: 'POST /api/marketing/contactImportError/all',
  title: 'Errors of Imports - Get All',
  description:
    'Lists rows of files that were left out, with column, field and reason, by row: the first 10,000 reasons of each ' +
    'import. The header is row 1. With `Accept: text/csv` the whole list comes as a file.',
  scope: 'marketing.contactImport:read',
  isRead: true,
  input: closed({
    ...errorPaging,
    contactImportId: Type.Optional(idOf('imp', { description: 'Only of this import.' })),
  }),
  output: listPageOf(
    closed({
      id: line(80, { description: 'Id: that of the import, the row and the number of the reason.' }),
      contactImportId: idOf('imp', { description: 'The import.' }),
      row: whole(1, 2_147_483_647, { description: 'Number of the row.' }),
      column: nullable(line(200, { description: 'Name of the column; null for the row as a whole.' })),
      field: nullable(line(200, { description: 'Part of the contact.' })),
      value: nullable(
        line(refusedValueMax, {
          description:
            'Value of the cell, shortened; null for an empty one, for the row as a whole, and in columns of secrets.',
        }),
      ),
      reason: line(300, { description: 'Reason why the row was left out.' }),
    }),
  ),
  example: one,
  async handle(ctx, { contactImportId, ...paging }) {
    const uuid = contactImportId === undefined ? undefined : rowId(contactImport.prefix, contactImportId)
    const page = await readListPage<ErrorRow>(
      ctx,
      {
        table: 'marketing_contact_import_error',
        columns: 't.import_id, t.row_number, t.position, t.column_name, t.field, t.value, t.reason',
        scope: 'account',
        owned: [ofAccount(ctx.account.id)],
        where: sentConditions({ 't.import_id = $1::uuid': uuid }),
        rowKey: 't.import_id, t.row_number, t.position',
        ...orderBy(['import_id', 'row_number', 'position'], false),
      },
      paging,
    )
    const items = page.items.map(({ import_id: of, row_number: row, position, column_name: column, ...each }) => {
      const id = encodeId(contactImport.prefix, ctx.account.id, of)
      return {
        id: `${id}-${row}-${position}`,
        contactImportId: id,
        row,
        column,
        field: each.field,
        value: each.value,
        reason: each.reason,
      }
    })
    return { ...page, items }
  },
})

type ErrorRow = {
  import_id: string
  row_number: number
  position: number
  column_name: string | null
  field: string | null
  value: string | null
  reason: string
}

/** Get. */
const getImport = operation('marketing.contactImport.get', {
  route: 'POST /api/marketing/contactImport/get',
  title: 'Imports of Contacts - Get',
  description: 'Gets an import with the first values of its columns, which go with its file.',
  scope: 'marketing.contactImport:read',
  isRead: true,
  input: closed({
    contactImportId: Type.Optional(idOf('imp')),
    clientReference: Type.Optional(clientReference()),
  }),
  output: outputSchemaOf(contactImport, {
    samples: Type.Array(words(5, line(100)), {
      maxItems: columnsMax,
      description: 'First values of each of `columns`; none once the import has ended.',
    }),
  }),
  example: one,
  async handle(ctx, input) {
    const { record } = await reach(ctx, contactImport, exactlyOne(input, ['contactImportId', 'clientReference']))
    const [shown] = await present({ ctx, audience: 'owner' }, contactImport, [record])
    const rows = await ctx.db.rows(readSamples, [ctx.account.id, rowId(contactImport.prefix, record.id)])
    return { ...shown, id: record.id, samples: rows.map(({ samples }) => samples) }
  },
})

/** Operations of imports. */
export const operations = [
  importContacts,
  list(contactImport, 'POST /api/marketing/contactImport/all', 'Imports of Contacts - Get All', {
    sorts: ['-createdAt', 'createdAt'],
  }),
  getImport,
  updateImport,
  removeImport,
  listErrors,
].map(companion)
