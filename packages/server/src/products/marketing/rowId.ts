import { parseId } from '#kit/values/ids.ts'

/** Row id of a public id. Throws for an id of another kind: a defect of the caller, whose input was checked. */
export function rowId(prefix: string, id: string): string {
  const parsed = parseId(prefix, id)
  if (parsed === undefined) throw new Error(`${id.slice(0, 60)} is no id that begins with ${prefix}_`)
  return parsed.uuid
}
