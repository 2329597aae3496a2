import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type Skip = { reason: string; count: number }

// cast: the file holds one object of program or library names and Debian packages
const packages = JSON.parse(readFileSync(join(import.meta.dirname, 'debianPackages.json'), 'utf8')) as Record<
  string,
  string
>

const root = resolve(import.meta.dirname, '..')
const failureCharsMax = 2_000

/** Counts the tests of a run by outcome and by the reason to skip them, for the closing lines. */
export class TestSummary {
  readonly #skips = new Map<string, number>()
  readonly #failures: string[] = []
  readonly #failedFiles = new Set<string>()
  readonly #startedAtMs = performance.now()
  #passed = 0
  #failed = 0
  #hasFailed = false
  #passedAlone = false

  /** Takes an event of the run. A skipped suite counts once: its tests were never defined. */
  add({ type, data }: TestEvent): void {
    if (type !== 'test:pass' && type !== 'test:fail') return
    const isSuite = data.details?.type === 'suite'
    if (type === 'test:fail') this.#hasFailed = true
    if (type === 'test:fail' && !isSuite) this.#failed++
    if (type === 'test:fail' && !isOfChildren(data.details.error)) this.#fail(data)
    if (data.skip !== undefined && data.skip !== false) this.#skip(data.skip === true ? '' : data.skip)
    else if (type === 'test:pass' && !isSuite) this.#passed++
  }

  /** Whether a test or a hook of a suite failed, and not only at first. */
  get hasFailed(): boolean {
    return this.#hasFailed && !this.#passedAlone
  }

  /** Files of the failed tests, as paths from the root. */
  get failedFiles(): string[] {
    return [...this.#failedFiles]
  }

  /** Takes the outcome of a second run of the failed files alone. Their failures stay in the closing lines. */
  settle(second: TestSummary): void {
    this.#passedAlone = second.#passed > 0 && !second.#hasFailed
  }

  /** Whether a program or library was missing that a test needed. */
  get hasLack(): boolean {
    return this.#sorted().some(({ reason }) => lacksIn(reason).length > 0)
  }

  /** The closing lines: failures, skipped tests with the Debian packages of their programs, counts and duration. */
  text(): string {
    const seconds = Math.round((performance.now() - this.#startedAtMs) / 1000)
    const duration = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    const skips = this.#sorted()
    const skipped = skips.reduce((sum, { count }) => sum + count, 0)
    const failed = `${this.#failed} failed${this.#passedAlone ? ' at first and passed alone' : ''}`
    const counts = `${this.#passed} tests passed, ${failed}, ${skipped} skipped`
    const rows = skips.map(({ reason, count }) => [reason, String(count), remedyFor(reason)])
    const table = rows.length === 0 ? [] : [tableOf([['not tried, because', 'tests or suites', 'to get it'], ...rows])]
    return ['', ...this.#failures, ...table, `fairground: ${counts} in ${duration}.\n`].join('\n')
  }

  #fail(failure: Failure): void {
    this.#failures.push(failureOf(failure))
    this.#failedFiles.add(relative(root, failure.file ?? ''))
  }

  #skip(reason: string): void {
    this.#skips.set(reason, (this.#skips.get(reason) ?? 0) + 1)
  }

  #sorted(): Skip[] {
    const all = Array.from(this.#skips, ([reason, count]) => ({ reason: reason || 'no reason given', count }))
    return all.toSorted((a, b) => b.count - a.count)
  }
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data']

/** Whether a suite failed by its tests alone, which are reported themselves. */
function isOfChildren(error: Error | undefined): boolean {
  return error !== undefined && 'failureType' in error && error.failureType === 'subtestsFailed'
}

/** A failed test with its file, line and error: the end of a long output is what is kept of it. */
function failureOf({ name, file, line, details }: Failure): string {
  const text = inspect(details?.error?.cause ?? details?.error).slice(0, failureCharsMax)
  return `✖ ${name} (${file === undefined ? '' : relative(root, file)}:${line ?? 0})\n${text.replace(/^/gm, '    ')}\n`
}

/** The programs and libraries in a reason to skip. */
function lacksIn(reason: string): string[] {
  return /^missing: (.+)$/.exec(reason)?.[1]?.split(', ') ?? []
}

function remedyFor(reason: string): string {
  const missing = lacksIn(reason)
  if (missing.length === 0) return /\broot\b/.test(reason) ? 'run npm test as root' : ''
  return `apt-get install ${[...new Set(missing.map((name) => packages[name] ?? name))].join(' ')}`
}

/** Lines of columns that are padded to the widest of their cells. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(cell.length, widest[at] ?? 0)),
    [],
  )
  const lineOf = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}
