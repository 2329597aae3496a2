import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8 flags of a running server: the old generation is collected at twice what lives in it, and no kind of object
 * is allocated as old from its birth. On the command line these flags would change V8's hash of flags, and V8 would
 * reject the code caches of built-in modules: 100 ms of a start. Call it when the modules are loaded.
 */
export function setRuntimeFlags(): void {
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--no-allocation-site-pretenuring')
}
