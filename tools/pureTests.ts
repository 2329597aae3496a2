import { join } from 'node:path'
import { describe } from 'node:test'
import { pureFilesVariable } from './testPlan.ts'

const root = join(import.meta.dirname, '..')

// Test files that need no process of their own, one suite each: their hooks stay theirs, and Node starts once.
// cast: the runner wrote this value with JSON.stringify of an array of paths
const files = JSON.parse(process.env[pureFilesVariable] ?? '[]') as string[]
for (const file of files) describe(file, () => import(join(root, file)).then(() => undefined))
