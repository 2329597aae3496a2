import type { ApiRecord } from '#console/parts/descriptor.ts'
import { isEqual } from '#console/parts/form/formValues.ts'

/** Fields that a merge moves by itself, or that are of one place alone. */
const leftOut = new Set(['spaces', 'parentPlaceId', 'clientReference', 'status', 'action'])

/** Settable fields in which two places differ; those that one of them lacks too. */
export function differingFields(kept: ApiRecord, other: ApiRecord, settable: readonly string[]): string[] {
  return settable.filter((name) => name in kept && !leftOut.has(name) && !isEqual(kept[name], other[name]))
}

/** The patch of the place that stays: the chosen fields of the other one. */
export function takenFields(other: ApiRecord, chosen: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries([...chosen].map((name) => [name, other[name] ?? null]))
}

/** Fields that the place that stays lacks: a merge takes them over unless the person says otherwise. */
export function missingFields(kept: ApiRecord, names: readonly string[]): Set<string> {
  return new Set(names.filter((name) => isEmpty(kept[name])))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmpty)
}
