import asyncHooks from 'node:async_hooks'

// Preloaded before node:test, whose hook follows each promise to the test that made it: an `await` then costs ten times
// as much. Without it an uncaught error of a promise fails its file, with the error's text, and not its test alone.
const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
