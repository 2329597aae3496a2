const personKey = 'fairground.person'
const recentPrefix = 'fairground.recent.'
/** Databases of unfinished uploads and of lists of holders. */
const databases = ['fairground', 'fairground.tickets']

/**
 * Whether this browser now belongs to a person. For another person than before it forgets what it keeps of that one;
 * false then, since the page in memory belongs to that one too and must load again.
 */
export async function claimBrowser(personId: string): Promise<boolean> {
  try {
    const isOwn = [sessionStorage, localStorage].every((each) => (each.getItem(personKey) ?? personId) === personId)
    if (!isOwn) await forgetTraces()
    for (const each of [sessionStorage, localStorage]) each.setItem(personKey, personId)
    return isOwn
  } catch {
    // A browser that keeps nothing has nothing to forget.
    return true
  }
}

/** Removes drafts, unfinished uploads and lists, and the records that were opened. Preferences stay. */
export async function forgetTraces(): Promise<void> {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith(recentPrefix)) localStorage.removeItem(key)
  localStorage.removeItem(personKey)
  await Promise.all(databases.map(removeDatabase))
}

function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    // A tab that holds it open closes it with its next step; the removal happens then.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
  })
}
