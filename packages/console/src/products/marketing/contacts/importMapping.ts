import type { OutputOf } from '#console/app/client.ts'

/** Columns of a file with the part of a contact that each fills. */
export type Mapping = OutputOf<'marketing.contactImport.get'>['mapping']
type Mapped = Mapping[number]

const fields = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'externalId',
  'viewerId',
  'locale',
  'timezone',
  'country',
  'tags',
  'topics',
  'status',
  'trackingDisabled',
  'attributes',
  'consentSource',
  'consentAt',
  'consentIp',
  'consentText',
] as const
const types = ['text', 'number', 'flag', 'moment'] as const

/** The choice of a column: `''` for one that is left out, `field:<name>`, or `attribute:<key>:<type>`. */
export function choiceOf(mapping: Mapping, columnName: string): string {
  const found = mapping.find((each) => each.columnName === columnName)
  if (found === undefined) return ''
  return found.field === undefined ? `attribute:${found.attribute}:${found.type ?? ''}` : `field:${found.field}`
}

/** The least type of an attribute that holds the first values of a column. */
function guessedType(samples: readonly string[]): (typeof types)[number] {
  const all = (form: RegExp) => samples.length > 0 && samples.every((each) => form.test(each.trim()))
  if (all(/^[+-]?\d{1,15}([.,]\d+)?$/)) return 'number'
  if (all(/^(true|false)$/i)) return 'flag'
  return all(/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/) ? 'moment' : 'text'
}

/** Choices of a column: parts that no other column fills, and an attribute of each type, the likely one first. */
export function choicesOfColumn(mapping: Mapping, columnName: string, samples: readonly string[] = []): string[] {
  const own = mapping.find((each) => each.columnName === columnName)
  const taken = new Set(mapping.filter((each) => each !== own).map((each) => each.field))
  const key = own?.attribute ?? keyOf(columnName)
  const current = choiceOf(mapping, columnName)
  const likely = guessedType(samples)
  const attributes = [likely, ...types.filter((each) => each !== likely)].map((type) => `attribute:${key}:${type}`)
  const choices = ['', ...fields.filter((each) => !taken.has(each)).map((each) => `field:${each}`), ...attributes]
  return choices.includes(current) ? choices : [...choices, current]
}

/** The mapping with another choice of one column. */
export function changedMapping(mapping: Mapping, columnName: string, choice: string): Mapping {
  const others = mapping.filter((each) => each.columnName !== columnName)
  const [kind, name = '', type] = choice.split(':')
  if (kind === 'field') {
    const field = fields.find((each) => each === name)
    return field === undefined ? others : [...others, { columnName, field }]
  }
  if (kind !== 'attribute') return others
  const of = types.find((each) => each === type)
  const mapped: Mapped = { columnName, attribute: name, ...(of !== undefined && { type: of }) }
  return [...others, mapped]
}

const keyForm = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/

/** The key of the attribute that a column fills; undefined for one that fills no attribute. */
export function attributeOf(mapping: Mapping, columnName: string): string | undefined {
  return mapping.find((each) => each.columnName === columnName)?.attribute
}

/** The mapping with another attribute of a column, of the same type. */
export function renamedAttribute(mapping: Mapping, columnName: string, attribute: string): Mapping {
  return mapping.map((each) => (each.columnName === columnName ? { ...each, attribute } : each))
}

/** Whether a text can be the key of an attribute. */
export function isAttributeKey(text: string): boolean {
  return keyForm.test(text)
}

/** A key of an attribute for the name of a column. */
function keyOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  return /^[A-Za-z_]/.test(plain) ? plain : `column_${plain}`.slice(0, 60)
}
