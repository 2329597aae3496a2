import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Delay after which requests that waited for the start have responses. */
const afterMs = 1_000

/**
 * Stops incremental marking until `collectStartGarbage` runs: V8 would mark the heap of a start, in which nearly all
 * stays, beside the first request. Call it when the modules are loaded, as `setRuntimeFlags`.
 */
export function postponeStartGarbage(): void {
  setFlagsFromString('--no-incremental-marking')
}

/**
 * Collects the garbage of a start, once. It is twice the size of live objects; V8 would keep it for the first minute,
 * and an idle server does not use a young generation of full size. The collection blocks the event loop for some 60 ms.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString('--incremental-marking')
    setFlagsFromString('--expose-gc')
    // cast: a new context has the function of the flag.
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    // Only this flavour shrinks the young generation; requests grow it again within a few collections.
    void collect({ type: 'major', flavor: 'last-resort' })
  }, afterMs).unref()
}
