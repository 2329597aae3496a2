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

/** Choices of a column: parts that no other column fills, and an attribute of each type. */
export function choicesOfColumn(mapping: Mapping, columnName: string): string[] {
  const own = mapping.find((each) => each.columnName === columnName)
  const taken = new Set(mapping.filter((each) => each !== own).map((each) => each.field))
  const key = own?.attribute ?? keyOf(columnName)
  const current = choiceOf(mapping, columnName)
  const attributes = types.map((type) => `attribute:${key}:${type}`)
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

/** A key of an attribute for the name of a column. */
function keyOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  return /^[A-Za-z_]/.test(plain) ? plain : `column_${plain}`.slice(0, 60)
}
