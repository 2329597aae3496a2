import { isRecordId } from '#console/parts/cards.ts'
import type { ApiRecord, MadeColumn } from '#console/parts/descriptor.ts'
import { kindOfValue, withoutNull, type JsonSchema } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { imageSource } from '#console/parts/ownAddress.ts'

/** One column: its title, and the value of each record with its schema. */
export type Column = { name: string; title: string; schema: JsonSchema; valueOf(record: ApiRecord): unknown }

const leftOut = new Set([
  'id',
  'version',
  'metadata',
  'clientReference',
  'status',
  'image',
  'thumbnailUrl',
  'posterUrl',
])
const columnsMax = 6

/** The fields of a record that can be columns, in the order of its schema. */
export function possibleColumns(record: JsonSchema, idKey: string | null): Column[] {
  return Object.entries(record.properties ?? {}).flatMap(([name, declared]) => {
    if (name === 'id' || name === idKey) return []
    const { schema } = withoutNull(declared)
    return [{ name, title: labelOf(name), schema, valueOf: (each: ApiRecord) => each[name] }]
  })
}

/** The columns of a descriptor that are made from records. */
export function madeOf(made: Readonly<Record<string, MadeColumn>>): Column[] {
  return Object.entries(made).map(([name, column]) => ({ name, title: labelOf(name), ...column }))
}

/** Columns of a noun without a descriptor: title, state, the fields that differ most, the time of change. */
export function chosenColumns(record: JsonSchema, idKey: string | null): string[] {
  const all = possibleColumns(record, idKey)
  const has = (name: string) => all.some((each) => each.name === name)
  const title = ['title', 'name', 'subject', 'event', 'action', 'url'].filter(has).slice(0, 1)
  const status = ['status'].filter(has)
  const time = ['updatedAt', 'at', 'createdAt', 'toldAt', 'caughtAt', 'finishedAt'].filter(has).slice(0, 1)
  const taken = new Set([...title, ...status, ...time])
  const others = all
    .filter(({ name }) => !taken.has(name) && !leftOut.has(name) && !/(At|Id|Ids)$/.test(name))
    .map(({ name, schema }) => ({ name, rank: rankOf[kindOfValue(name, schema)] ?? 9 }))
    .filter(({ rank }) => rank < 5)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, columnsMax - taken.size)
  return [...title, ...status, ...others.map(({ name }) => name), ...time]
}

const rankOf: Readonly<Record<string, number>> = {
  choice: 1,
  number: 2,
  flag: 3,
  duration: 2,
  money: 1,
  text: 2,
  id: 3,
}

/** The title of a record by its own fields; its id where none names it. */
export function titleOfRecord(record: Record<string, unknown>): string {
  return ownTitle(record) ?? String(record['id'] ?? '–')
}

/** The value of the field that names a record; undefined without one. */
export function ownTitle(record: Record<string, unknown>): string | undefined {
  const { title, name, subject, event, factName, email, action, url, path } = record
  const found = [title, name, subject, event, factName, personName(record), email, action, url, path].find(
    (each) => typeof each === 'string' && each !== '' && !isRecordId(each),
  )
  return found === undefined ? undefined : String(found)
}

/** First and last name of a person; empty without one. */
function personName({ firstName, lastName }: Record<string, unknown>): string {
  return [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

/** The image of a record, where it has one. */
export function imageOfRecord(record: Record<string, unknown>): string | undefined {
  const { posterUrl, thumbnailUrl, imageUrl, avatarUrl, photos, mediaType, url } = record
  const [photo] = Array.isArray(photos) ? photos : []
  const own = String(mediaType).startsWith('image/') ? url : undefined
  const found = [posterUrl, thumbnailUrl, imageUrl, avatarUrl, Object(photo).url, own].find(
    (each) => typeof each === 'string',
  )
  return typeof found === 'string' ? imageSource(found) : undefined
}
