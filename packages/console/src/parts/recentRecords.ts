/** A record whose page was opened: its address in the console and its title. */
export type RecentRecord = { path: string; title: string; kind: string }

const recentMax = 6
const keyOf = (accountId: string) => `fairground.recent.${accountId}`

/** Records of an account that were opened last in this browser, the newest first. */
export function recentRecords(accountId: string): readonly RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Keeps a record as the newest one of its account. */
export function keepRecent(accountId: string, record: RecentRecord): void {
  const others = recentRecords(accountId).filter(({ path }) => path !== record.path)
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify([record, ...others].slice(0, recentMax)))
  } catch {
    // A browser that keeps nothing has no recent records.
  }
}

/** Takes a record that was deleted from the list. */
export function dropRecent(accountId: string, path: string): void {
  const others = recentRecords(accountId).filter((each) => each.path !== path)
  localStorage.setItem(keyOf(accountId), JSON.stringify(others))
}

function isRecent(value: unknown): value is RecentRecord {
  const { path, title, kind } = Object(value)
  return [path, title, kind].every((each) => typeof each === 'string')
}
