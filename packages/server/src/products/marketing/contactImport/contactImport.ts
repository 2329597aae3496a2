import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import {
  importCompleted,
  importCreated,
  importDeleted,
  importFailed,
  importUpdated,
} from '#products/marketing/facts.ts'
import { importFields } from './importFields.ts'

/** An import as the store returns it. */
export type ContactImport = StoredOf<typeof importFields>

/** One column with the part of a contact that it fills. */
export type Mapped = ContactImport['mapping'][number]

/** Progress and counts of a run before its first row. */
export const counters = {
  rowPosition: 0,
  readByteCount: 0,
  rowCount: 0,
  createdCount: 0,
  updatedCount: 0,
  unchangedCount: 0,
  skippedCount: 0,
  suppressedCount: 0,
  errorCount: 0,
}

const identifying = new Set(['email', 'phone', 'externalId', 'viewerId'])

/** A file of contacts on its way into an account. */
export const contactImport = resource({
  id: 'marketing.contactImport',
  title: 'Import of contacts',
  description: 'Imports: files of contacts',
  table: 'marketing_contact_import',
  idKey: 'contactImportId',
  prefix: 'imp',
  states: {
    waiting: ['reading', 'failed', 'cancelled'],
    reading: ['ready', 'checking', 'importing', 'failed', 'cancelled'],
    ready: ['reading', 'checking', 'importing', 'failed', 'cancelled'],
    checking: ['ready', 'failed', 'cancelled'],
    importing: ['done', 'failed', 'cancelled'],
    done: [],
    failed: [],
    cancelled: [],
  },
  initial: 'waiting',
  actions: {
    reread: { from: ['ready'], to: 'reading', description: 'its columns are read again, in another encoding or form.' },
    check: {
      from: ['ready'],
      to: 'checking',
      description: 'all rows are checked and counted, and nothing is written.',
    },
    start: { from: ['ready'], to: 'importing', description: 'its contacts are imported.' },
    cancel: {
      from: ['waiting', 'reading', 'ready', 'checking', 'importing'],
      to: 'cancelled',
      description: 'no further row is imported; contacts that were imported stay.',
    },
  },
  countMax: 10_000,
  fields: importFields,
  card: ({ name, url, id }) => ({ title: String(name ?? url ?? id) }),
  facts: {
    created: importCreated,
    updated: importUpdated,
    deleted: importDeleted,
    moved: { done: importCompleted, failed: importFailed },
  },
  check(record) {
    const problems = mappingProblems(record.mapping)
    if (record.consent !== null && record.consent.source === undefined) {
      problems.push(field('/consent/source', 'required', 'is needed'))
    }
    if (record.contactStatus === 'subscribed' && !hasConsent(record)) {
      problems.push(field('consent', 'required', 'is needed for contacts that get mail'))
    }
    if (record.status === 'checking' || record.status === 'importing') problems.push(...identityProblems(record))
    if (problems.length > 0) throw invalid(...problems)
  },
})

/** Whether the import, or a column, says where the people agreed. */
function hasConsent({ consent, mapping }: ContactImport): boolean {
  return consent !== null || mapping.some((each) => each.field === 'consentSource' || each.field === 'consentAt')
}

function mappingProblems(mapping: readonly Mapped[]): FieldProblem[] {
  const [columns, filled] = [new Set<string>(), new Set<string>()]
  return mapping.flatMap(({ columnName, field: to, attribute }, index) => {
    const at = `/mapping/${index}`
    if ((to === undefined) === (attribute === undefined)) {
      return [field(at, 'exactlyOne', 'must have a field or an attribute')]
    }
    const target = to ?? `attributes.${attribute}`
    const [isUsed, isFilled] = [columns.has(columnName), filled.has(target)]
    columns.add(columnName)
    filled.add(target)
    if (isUsed) return [field(`${at}/columnName`, 'unique', 'is mapped twice')]
    return isFilled ? [field(at, 'unique', `fills ${target}, which another column fills`)] : []
  })
}

function identityProblems({ mapping }: ContactImport): FieldProblem[] {
  if (mapping.some(({ field: to }) => to !== undefined && identifying.has(to))) return []
  return [field('mapping', 'anyOf', 'needs a column for email, phone, externalId or viewerId')]
}
