import { changedFields, type FormValues } from './formValues.ts'

const prefix = 'fairground.draft.'

/** Unsaved input of a form in this tab; undefined without any. Secrets are never kept. */
export function readDraft(key: string | undefined): FormValues | undefined {
  if (key === undefined) return undefined
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Keeps the fields that differ from the initial ones, over a reload and a lost session. */
export function keepDraft(key: string | undefined, initial: FormValues, values: FormValues): void {
  if (key === undefined) return
  const changed = Object.entries(changedFields(initial, values)).filter(
    (field) => !holdsSecret(Object.fromEntries([field])),
  )
  try {
    if (changed.length === 0) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(Object.fromEntries(changed)))
  } catch {
    // A full or closed storage keeps no draft; the form itself holds the input.
  }
}

const secretName = /password|secret|streamKey|apiKey|token|credentials/i

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
