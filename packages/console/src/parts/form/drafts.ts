import { changedFields, type FormValues } from './formValues.ts'

/** Unsaved input of a form: changed fields, their values before, and the version of the record at that time. */
export type Draft = { values: FormValues; base: FormValues; version: number | null; at: number }

const prefix = 'fairground.draft.'
const draftsMax = 20
const daysMax = 7
const dayMs = 86_400_000

/** Unsaved input of a form in this tab; undefined without any. Secrets are never kept. */
export function readDraft(key: string | undefined): Draft | undefined {
  if (key === undefined) return undefined
  try {
    const { values, base, version, at } = Object(JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null'))
    if (Object(values) !== values || Object(base) !== base) return undefined
    return { values, base, version: typeof version === 'number' ? version : null, at: Number(at) }
  } catch {
    return undefined
  }
}

/** Values of a form, and those that they began from. `version`: of the record, where there is one. */
export type Typed = { initial: FormValues; values: FormValues; version?: number | undefined }

/** Keeps the fields that differ from the initial ones, over a reload and a lost session. */
export function keepDraft(key: string | undefined, { initial, values, version }: Typed): void {
  if (key === undefined) return
  const changed = Object.entries(changedFields(initial, values)).filter(
    (field) => !holdsSecret(Object.fromEntries([field])),
  )
  const base = Object.fromEntries(changed.map(([name]) => [name, initial[name] ?? null]))
  const draft: Draft = { values: Object.fromEntries(changed), base, version: version ?? null, at: Date.now() }
  try {
    if (changed.length === 0) return sessionStorage.removeItem(prefix + key)
    if (sessionStorage.getItem(prefix + key) === null) removeOld()
    sessionStorage.setItem(prefix + key, JSON.stringify(draft))
  } catch {
    // A full or closed storage keeps no draft; the form itself holds the input.
  }
}

/** Makes room for one more draft: removes those over a week old, and the oldest of too many. */
function removeOld(): void {
  const keys = Object.keys(sessionStorage).filter((each) => each.startsWith(prefix))
  const drafts = keys.map((key) => ({ key, at: readDraft(key.slice(prefix.length))?.at ?? 0 }))
  const newest = drafts.toSorted((a, b) => b.at - a.at)
  const isOld = ({ at }: { at: number }) => at < Date.now() - daysMax * dayMs
  const removed = [...newest.slice(0, draftsMax - 1).filter(isOld), ...newest.slice(draftsMax - 1)]
  for (const { key } of removed) sessionStorage.removeItem(key)
}

const secretName = /password|secret|streamKey|apiKey|signingKey|token|credentials/i

/** Whether a value has a secret anywhere in it: such a field is typed again after a reload. */
export function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, each]) => secretName.test(name) || holdsSecret(each))
}

/** Removes the input of a form that was sent. */
export function dropDraft(key: string | undefined): void {
  if (key !== undefined) sessionStorage.removeItem(prefix + key)
}
