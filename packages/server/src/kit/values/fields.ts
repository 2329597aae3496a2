import { isObjectSchema, Type, type Static, type TProperties, type TSchema } from './schema.ts'
import { idBodyPattern, shortAddressPattern } from './ids.ts'
import { day, language, mailAddress, moment, visibleText, webAddress, zone } from './standardFieldTypes.ts'
import { limits } from '#kit/call/limits.ts'

export type CalledUse = 'web' | 'secret' | 'push'

/** Options of a schema that become public documentation. */
export type Docs = { description?: string; examples?: unknown[] }

/** One line of text: 1 to `max` characters unless `min` says otherwise, no control characters. */
export function line(max: number, options: Docs & { min?: number; format?: string } = {}) {
  const { min = 1, ...docs } = options
  return Type.String({ minLength: min, maxLength: max, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$', ...docs })
}

/** A name or title: one line of text, 1 to `max` characters, of which at least one can be seen. */
export function nameLine(max: number, docs: Docs = {}) {
  return line(max, { format: visibleText.schema.format, ...docs })
}

/** Text of many lines: up to `max` characters; line feed and tab are the only control characters. */
export function prose(max: number, docs: Docs = {}) {
  return Type.String({ maxLength: max, pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$', ...docs })
}

/**
 * Text that matches a pattern (ECMAScript, Unicode mode, anchored by the author). `message`: words of a refusal, behind
 * the name of the field; the pattern itself when left out. `isImage`: it is the address of an image.
 */
export function matching(pattern: string, max: number, options: Docs & { message?: string; isImage?: boolean } = {}) {
  const { message, isImage, ...docs } = options
  const own = { ...(message !== undefined && { 'x-message': message }), ...(isImage === true && { 'x-image': true }) }
  return Type.String({ pattern, maxLength: max, ...own, ...docs })
}

/** One of a closed list of words. */
export function oneOf<const T extends string>(values: readonly T[], docs: Docs = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...docs })
}

/** An absolute http or https address, at most 2,048 characters. */
export function webUrl(docs: Docs = {}) {
  return Type.String({ ...webAddress.schema, ...docs })
}

/** The address of an image: of one that the account uploaded, or of any other server. The console takes a file too. */
export function imageUrl(docs: Docs = {}) {
  return Type.String({ ...webAddress.schema, 'x-image': true, ...docs })
}

const pushPattern = '^rtmps?:\\/\\/[^\\s\\/?#@]+\\/[^\\s]+$'

/**
 * An address that the server itself calls: http or https; https alone with a secret; rtmp or rtmps for a `push`. A host
 * address that is visibly not public is refused at once.
 */
export function calledUrl(use: CalledUse, docs: Docs = {}) {
  const push = { pattern: pushPattern, maxLength: 500, 'x-message': 'must be an address such as rtmp://host/app' }
  const text = use === 'push' ? push : webAddress.schema
  return Type.String({ ...text, 'x-called': use, ...docs })
}

/** A moment: RFC 3339, years 1000 to 9999 in UTC, no leap seconds; returned in UTC with milliseconds. */
export function dateTime(docs: Docs = {}) {
  return Type.String({ ...moment.schema, ...docs })
}

/** A day of the calendar, `YYYY-MM-DD`, years 1000 to 9999. */
export function calendarDay(docs: Docs = {}) {
  return Type.String({ ...day.schema, ...docs })
}

/** A whole number within bounds, both included. */
export function whole(minimum: number, maximum: number, docs: Docs = {}) {
  return Type.Integer({ minimum, maximum, ...docs })
}

/** A real number within bounds, both included. */
export function real(minimum: number, maximum: number, docs: Docs = {}) {
  return Type.Number({ minimum, maximum, ...docs })
}

/** True or false. */
export function flag(docs: Docs = {}) {
  return Type.Boolean(docs)
}

/** A bounded list of short texts without repeats. */
export function words(itemsMax: number, item: TSchema, docs: Docs = {}) {
  return Type.Unsafe<string[]>({ type: 'array', items: item, maxItems: itemsMax, uniqueItems: true, ...docs })
}

/** An IANA time zone such as `Europe/Berlin`. */
export function timeZone(docs: Docs = {}) {
  return Type.String({ ...zone.schema, ...docs })
}

/** A mail address. */
export function email(docs: Docs = {}) {
  return Type.String({ ...mailAddress.schema, ...docs })
}

/** A language tag of BCP 47 such as `pt-BR`. */
export function languageTag(docs: Docs = {}) {
  return Type.String({ ...language.schema, ...docs })
}

/** A country of ISO 3166-1 alpha-2 such as `DE`. */
export function countryCode(docs: Docs = {}) {
  return Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, ...docs })
}

/** A colour `#rrggbb`. */
export function hexColor(docs: Docs = {}) {
  return Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7, ...docs })
}

/** The id of a resource in its public form. */
export function idOf(prefix: string, docs: Docs = {}) {
  const description = `Id: \`${prefix}_\` and 34 characters.`
  return Type.String({ description, pattern: `^${prefix}_${idBodyPattern}$`, maxLength: prefix.length + 35, ...docs })
}

/** A short address that leads to its account, as addresses of pages have one: 20 letters and digits. */
export function shortAddress(docs: Docs = {}) {
  return Type.String({ pattern: `^${shortAddressPattern}$`, maxLength: 20, ...docs })
}

/** Whether a schema accepts short addresses alone. */
export function isShortAddress(schema: TSchema): boolean {
  return Object(schema).pattern === `^${shortAddressPattern}$`
}

/** Whether a schema accepts ids of records alone, of one noun or of several. */
export function isIdField(schema: TSchema): boolean {
  const { pattern } = Object(schema)
  return typeof pattern === 'string' && pattern.endsWith(`_${idBodyPattern}$`)
}

/** The id of an account, as a parameter of public operations. */
export function accountId() {
  const description = 'The account to read from, where neither an id nor the key names it.'
  return Type.String({ description, pattern: '^acc_[0-9a-hjkmnp-tv-z]{8}$' })
}

/** The caller's own name for a resource, unique per account and noun. */
export function clientReference(docs: Docs = {}) {
  const description = 'Your own name for it, unique per account and noun; makes a repeated create safe.'
  return line(limits.clientReferenceLengthMax, { description, ...docs })
}

/** Up to 50 pairs of text that the caller owns and the platform does not interpret. */
export function metadata() {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'Up to 50 pairs of your own.',
    maxProperties: limits.metadataKeysMax,
    propertyNames: { pattern: `^[A-Za-z0-9_.-]{1,${limits.metadataKeyLengthMax}}$` },
    additionalProperties: { type: 'string', maxLength: limits.metadataValueLengthMax },
  })
}

/** The schema of a value that may also be null, in the form `type: [t, 'null']`. */
export function nullable<T extends TSchema>(schema: T) {
  // cast: a schema is a plain JSON object; TypeBox types hide that.
  const plain = schema as unknown as Record<string, unknown>
  const withNull: Record<string, unknown> = { ...plain, type: [plain['type'], 'null'] }
  if (Array.isArray(plain['enum'])) withNull['enum'] = [...plain['enum'], null]
  return Type.Unsafe<Static<T> | null>(withNull)
}

/** Storage of a field: its own column, columns of a group, rows of child tables, or free-form JSON. */
export type Storage =
  | { kind: 'column' }
  | { kind: 'ref'; resourceId: string; prefix: string }
  | { kind: 'group' }
  | RowsStorage
  | { kind: 'lists'; lists: Record<string, RowsStorage> }
  | { kind: 'json' }

/** A list whose items are rows of a child table. */
export type RowsStorage = {
  kind: 'rows'
  table: string
  members: TProperties
  derived: Record<string, DerivedMember>
}

/** A column of a child table that is computed from the item. */
export type DerivedMember = { sqlType: string; of(item: Record<string, unknown>): unknown }

/** Access to a field: its senders, and whether its owner sees it. The resource lists public ones in `publicFields`. */
export type Access = {
  /** Whether the platform sets the field, and callers cannot. */
  isReadOnly?: boolean
  /** Whether the field is stored for the server alone and never returned. */
  isHidden?: boolean
  /** Whether the field is set at creation and never changes. */
  isFixed?: boolean
  /** Whether the field holds data of a person: facts and the audit log, whose readers need no right to it, lack it. */
  isPersonal?: boolean
}

export type Field<T, P extends Presence = Presence> = {
  schema: TSchema
  presence: P
  fallback: T | undefined
  storage: Storage
  access: Access
  /** The static type of the value; never present at run time. */
  readonly type?: T
}
export type Presence = 'required' | 'optional' | 'defaulted'
export type Fields = Record<string, Field<unknown>>

type FieldOptions = { storage?: Storage; access?: Access }

/** A field that a create must contain and that is never null. */
export function required<T extends TSchema>(schema: T, options: FieldOptions = {}): Field<Static<T>, 'required'> {
  return { schema, presence: 'required', fallback: undefined, ...kept(schema, options) }
}

/** A field that may be absent; null clears it. */
export function optional<T extends TSchema>(schema: T, options: FieldOptions = {}): Field<Static<T>, 'optional'> {
  return { schema, presence: 'optional', fallback: undefined, ...kept(schema, options) }
}

/** A field that is never null: the fallback is its default. */
export function defaulted<T extends TSchema>(
  schema: T,
  fallback: Static<T>,
  options: FieldOptions = {},
): Field<Static<T>, 'defaulted'> {
  return { schema, presence: 'defaulted', fallback, ...kept(schema, options) }
}

/** Storage of a reference to another resource of the same account: a composite foreign key. */
export function refTo(resourceId: string, prefix: string): Storage {
  return { kind: 'ref', resourceId, prefix }
}

/** A field that refers to another resource of the same account. */
export function ref(resourceId: string, prefix: string, docs: Docs = {}) {
  return { schema: idOf(prefix, docs), storage: refTo(resourceId, prefix) }
}

/** An object whose members are columns of the owner's table, named `<field>_<member>`; replaced as a whole. */
export function group<T extends TProperties>(members: T, docs: Docs & { minProperties?: number } = {}) {
  return Type.Object(members, { additionalProperties: false, ...docs })
}

/** A list whose items are rows of a child table keyed by owner and position; replaced as a whole. */
export function rows<T extends TProperties>(members: T, itemsMax: number, docs: Docs = {}) {
  return Type.Array(Type.Object(members, { additionalProperties: false }), { maxItems: itemsMax, ...docs })
}

/** A list field kept as rows of a child table: `<owner>_id`, `position` and one column per member. */
export function childRows<T extends TProperties>(
  table: string,
  members: T,
  options: Docs & { itemsMax: number; access?: Access; derived?: Record<string, DerivedMember> },
) {
  const { itemsMax, access, derived, ...docs } = options
  const schema = rows(members, itemsMax, docs)
  const storage: Storage = { kind: 'rows', table, members, derived: derived ?? {} }
  return defaulted(schema, [], access === undefined ? { storage } : { storage, access })
}

/** Storage of an object whose members are lists, each kept as rows of its own child table. Empty lists are absence. */
export function listsIn(lists: Record<string, Omit<RowsStorage, 'kind'>>): Storage {
  const kept = Object.entries(lists).map(([name, each]): [string, RowsStorage] => [name, { ...each, kind: 'rows' }])
  return { kind: 'lists', lists: Object.fromEntries(kept) }
}

function kept(schema: TSchema, options: FieldOptions): { storage: Storage; access: Access } {
  return { storage: options.storage ?? storageOf(schema), access: options.access ?? {} }
}

function storageOf(schema: TSchema): Storage {
  return isObjectSchema(schema) ? { kind: 'group' } : { kind: 'column' }
}
