import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Delay after which requests that waited for the start have responses. */
const afterMs = 1_000

/**
 * Collects the garbage of a start, once. It is twice the size of live objects; V8 would keep it for the first minute,
 * and an idle server does not use a young generation of full size. The collection blocks the event loop for some 60 ms.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    // cast: a new context has the function of the flag.
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    // Only this flavour shrinks the young generation; requests grow it again within a few collections.
    void collect({ type: 'major', flavor: 'last-resort' })
  }, afterMs).unref()
}
