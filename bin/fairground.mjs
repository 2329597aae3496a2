#!/usr/bin/env node
// The command line of Fairground, runnable from any folder.
process.argv.splice(2, 0, 'fairground')
await import('#tools/setup.mjs')
