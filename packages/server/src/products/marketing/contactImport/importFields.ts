import { Type } from '#kit/values/schema.ts'
import {
  calledUrl,
  childRows,
  dateTime,
  defaulted,
  flag,
  group,
  idOf,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  refTo,
  whole,
  words,
} from '#kit/values/fields.ts'
import { topicKeyPattern } from '#products/marketing/contact/contactFields.ts'

/** Parts of a contact that a column may fill, beside attributes. */
export const targets = [
  'email',
  'phone',
  'externalId',
  'viewerId',
  'firstName',
  'lastName',
  'locale',
  'timezone',
  'country',
  'tags',
  'topics',
  'trackingDisabled',
  'attributes',
  'status',
  'consentSource',
  'consentAt',
  'consentIp',
  'consentText',
] as const
/** Part of a contact that a column fills. */
export type Target = (typeof targets)[number]

/** Types of an attribute of a column. */
export const attributeTypes = ['text', 'number', 'flag', 'moment'] as const
/** Type of an attribute of a column. */
export type AttributeType = (typeof attributeTypes)[number]

/** Encodings of a file. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
/** Encoding of a file. */
export type Encoding = (typeof encodings)[number]

/** Characters that separate cells, by name. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
/** Name of a separator of cells. */
export type Delimiter = keyof typeof delimiters

/** Most columns of a file, and characters of the name of one. */
export const columnsMax = 500
/** Most characters of the name of a column. */
export const columnNameMax = 200

const isSet = { isReadOnly: true } as const
const mapped = {
  columnName: line(columnNameMax, { description: 'Name of the column, as in `columns`.' }),
  field: Type.Optional(oneOf(targets, { description: 'Part of the contact that the column fills.' })),
  attribute: Type.Optional(
    matching('^[A-Za-z_][A-Za-z0-9_-]{0,59}$', 60, { description: 'Key of the attribute that it fills instead.' }),
  ),
  type: Type.Optional(oneOf(attributeTypes, { description: 'Type of the attribute; `text` when left out.' })),
}
const column = { name: line(columnNameMax, { description: 'Name, from the first row; made unique.' }) }
const count = (description: string) =>
  defaulted(whole(0, 2_147_483_647, { description }), 0, { access: { isReadOnly: true } })
const bytes = (description: string) =>
  defaulted(whole(0, Number.MAX_SAFE_INTEGER, { description }), 0, { access: isSet })

/** Stored fields of an import of contacts. */
export const importFields = {
  name: optional(nameLine(200, { description: 'Name, such as that of the file.' })),
  url: optional(calledUrl('web', { description: 'Address that the file is downloaded from, in place of an upload.' }), {
    access: { isFixed: true },
  }),
  format: optional(oneOf(['csv', 'jsonl'], { description: 'Format; detected when left out.' })),
  encoding: optional(oneOf(encodings, { description: 'Encoding; detected when left out.' })),
  delimiter: optional(
    // cast: the names of the separators, which `Object.keys` widens.
    oneOf(Object.keys(delimiters) as Delimiter[], { description: 'Separator of cells; detected when left out.' }),
  ),
  hasHeader: optional(flag({ description: 'Whether the first row has names; detected when left out.' })),
  mapping: childRows('marketing_contact_import_mapping', mapped, {
    itemsMax: columnsMax,
    description: 'Columns to import, each with a field or an attribute; guessed from the names when left out.',
  }),
  onConflict: defaulted(
    oneOf(['skip', 'merge', 'overwrite'], {
      description:
        'Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, ' +
        '`overwrite` clears what is empty in the file as well.',
    }),
    'merge',
  ),
  contactStatus: optional(
    oneOf(['subscribed', 'unsubscribed'], {
      description: 'State of new contacts. When left out: subscribed with `consent`, else unsubscribed.',
    }),
  ),
  tags: defaulted(words(20, nameLine(60), { description: 'Tags that every contact of the file gets.' }), []),
  topics: defaulted(
    words(20, matching(topicKeyPattern, 60), { description: 'Topics that every contact of the file gets.' }),
    [],
  ),
  consent: optional(
    group(
      {
        source: Type.Optional(line(200, { description: 'Source of the agreement: a form, a till, another system.' })),
        at: Type.Optional(dateTime({ description: 'Time of the agreement; that of the import when left out.' })),
        ip: Type.Optional(line(45, { description: 'Address of the device, as evidence.' })),
        text: Type.Optional(prose(2_000, { description: 'Wording that the people agreed to.' })),
      },
      { description: 'Evidence that the people of the file agreed to get mail. Columns of the file come first.' },
    ),
  ),
  segmentId: optional(idOf('seg', { description: 'Static segment that the contacts are put into.' }), {
    storage: refTo('marketing.segment', 'seg'),
  }),
  goal: defaulted(
    oneOf(['preview', 'check', 'import'], { description: 'Next step after the file was read.' }),
    'preview',
    { access: isSet },
  ),
  columns: childRows('marketing_contact_import_column', column, {
    itemsMax: columnsMax,
    description: 'Columns of the file.',
    access: isSet,
  }),
  byteCount: bytes('Bytes of the file.'),
  readByteCount: bytes('Bytes that were read.'),
  rowCount: count('Rows that were read, without the header and without empty ones.'),
  createdCount: count('New contacts. After a check: those that an import would make.'),
  updatedCount: count('Contacts that changed.'),
  unchangedCount: count('Contacts that have all values already.'),
  skippedCount: count('Contacts that were left as they are.'),
  suppressedCount: count('New contacts whose address is suppressed: they get no mail.'),
  errorCount: count('Rows that were left out; `contactImportError/all` lists the first 10,000 reasons.'),
  failure: optional(line(500, { description: 'Cause of the state `failed`.' }), { access: isSet }),
  startedAt: optional(dateTime({ description: 'Start of the check or of the import.' }), { access: isSet }),
  endedAt: optional(dateTime({ description: 'End of the check or of the import.' }), { access: isSet }),
  fileId: optional(Type.String({ format: 'uuid', maxLength: 36 }), { access: { isReadOnly: true, isHidden: true } }),
  rowPosition: defaulted(whole(0, 2_147_483_647), 0, { access: { isReadOnly: true, isHidden: true } }),
}
