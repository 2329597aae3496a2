import { appendFileSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * Environment variable with the file that gets one line of JSON per test file, for the report of `npm test --
 * --report`.
 */
export const costsVariable = 'FAIRGROUND_TEST_COSTS'
/** Seconds from start to end of a test file, and CPU seconds of its process. */
export type TestCost = { file: string; wallSeconds: number; cpuSeconds: number }

const written = { wallSeconds: 0, cpuSeconds: 0 }

/** Writes the cost of one file of a batch. The line of the batch itself has the rest: its start and its imports. */
export function writeCost(cost: TestCost): void {
  const costsFile = process.env[costsVariable]
  if (costsFile === undefined) return
  written.wallSeconds += cost.wallSeconds
  written.cpuSeconds += cost.cpuSeconds
  appendFileSync(costsFile, `${JSON.stringify(cost)}\n`)
}

/** CPU seconds of this process and of the children that it waited for. */
export function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Costs that this process has written so far. */
export function writtenCost(): Omit<TestCost, 'file'> {
  return written
}
