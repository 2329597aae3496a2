import type { ApiRecord } from '#console/parts/descriptor.ts'

/** A field of two contacts before a merge, and of the one after it, as texts. */
export type MergedRow = { name: string; into: string; from: string; after: string }

const filled = [
  'email',
  'phone',
  'externalId',
  'viewerId',
  'firstName',
  'lastName',
  'locale',
  'timezone',
  'country',
] as const

/**
 * Fields of a contact that takes over another one: empty fields are filled, tags and topics joined, attributes merged
 * by key. Fields that neither has are left out.
 */
export function mergedRows(into: ApiRecord, from: ApiRecord): MergedRow[] {
  const single = filled.map((name) =>
    row(name, { into: into[name], from: from[name], after: into[name] ?? from[name] }),
  )
  const joined = ['tags', 'topics'].map((name) => {
    const [mine, theirs] = [listOf(into[name]), listOf(from[name])]
    return row(name, { into: mine, from: theirs, after: [...new Set([...mine, ...theirs])] })
  })
  const [mine, theirs] = [Object(into['attributes']), Object(from['attributes'])]
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const own = keys.map((key) => row(key, { into: mine[key], from: theirs[key], after: mine[key] ?? theirs[key] }))
  return [...single, ...joined, ...own].filter(({ into: one, from: other }) => one !== '–' || other !== '–')
}

type Values = { into: unknown; from: unknown; after: unknown }

function row(name: string, { into, from, after }: Values): MergedRow {
  return { name, into: textOf(into), from: textOf(from), after: textOf(after) }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ')
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
