/** Bounds of the histogram in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const answersName = 'http_requests_total'
const timesName = 'http_request_duration_seconds'

/** Counts of requests in plain numbers: a library would look up labels for each request. */
export type RequestCounts = {
  started(): void
  answered(): void
  abandoned(count: number): void
  finished(operation: string, status: number, seconds: number): void
  /** Names of the metrics in the text, without the prefix. */
  names: readonly string[]
  counts: { limited: number; aborted: number; inFlight: number }
  /** Responses by operation and status class, and their durations as a histogram, in the text format of Prometheus. */
  text(): string
}

/** Counts of one operation: responses by status class, and by the first duration bound above them. */
type Counted = { byClass: number[]; byBound: number[]; seconds: number }

/** Opens the counts of one server. */
export function openRequestCounts(prefix: string): RequestCounts {
  const counted = new Map<string, Counted>()
  const counts = { limited: 0, aborted: 0, inFlight: 0 }
  return {
    counts,
    names: [answersName, timesName],
    started: () => void (counts.inFlight += 1),
    answered: () => void (counts.inFlight -= 1),
    abandoned(count) {
      counts.inFlight -= count
      counts.aborted += count
    },
    finished(operation, status, seconds) {
      let of = counted.get(operation)
      if (of === undefined) {
        of = { byClass: Array(6).fill(0), byBound: Array(bounds.length + 1).fill(0), seconds: 0 }
        counted.set(operation, of)
      }
      addOne(of.byClass, Math.min(Math.floor(status / 100), 5))
      const bound = bounds.findIndex((each) => seconds <= each)
      addOne(of.byBound, bound < 0 ? bounds.length : bound)
      of.seconds += seconds
      if (status === 429) counts.limited += 1
    },
    text: () => `${answersText(prefix, counted)}\n${timesText(prefix, counted)}`,
  }
}

function addOne(numbers: number[], at: number): void {
  numbers[at] = (numbers[at] ?? 0) + 1
}

function answersText(prefix: string, counted: ReadonlyMap<string, Counted>): string {
  const name = `${prefix}${answersName}`
  const lines = [`# HELP ${name} Requests answered, by operation and class of status.`, `# TYPE ${name} counter`]
  for (const [operation, { byClass }] of counted) {
    for (const [at, count] of byClass.entries()) {
      if (count > 0) lines.push(`${name}{operation="${operation}",status="${at}xx"} ${count}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function timesText(prefix: string, counted: ReadonlyMap<string, Counted>): string {
  const name = `${prefix}${timesName}`
  const lines = [`# HELP ${name} Time to answer, by operation.`, `# TYPE ${name} histogram`]
  for (const [operation, { byBound, seconds }] of counted) {
    // A bucket includes those below it.
    let count = 0
    for (const [index, more] of byBound.entries()) {
      count += more
      lines.push(`${name}_bucket{le="${bounds[index] ?? '+Inf'}",operation="${operation}"} ${count}`)
    }
    lines.push(`${name}_sum{operation="${operation}"} ${seconds}`, `${name}_count{operation="${operation}"} ${count}`)
  }
  return `${lines.join('\n')}\n`
}
