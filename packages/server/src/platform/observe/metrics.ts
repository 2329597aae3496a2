import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** What one process counts of itself, in the text format of Prometheus. */
export type Metrics = {
  started(): void
  /** The connection closed. False when the answer was not out by then: the caller went away. */
  closed(isAnswered: boolean): void
  /** `operation` is its id, or a word for what is none. */
  finished(operation: string, status: number, seconds: number): void
  /** A number that is read at each scrape. */
  gauge(name: string, help: string, read: Read): void
  /** The same for a number that only rises. */
  counter(name: string, help: string, read: Read): void
  text(): Promise<string>
  contentType: string
}

/** One number, or one for each value of a label. */
export type Readings = number | { label: string; values: Record<string, number> }
export type Read = () => Readings | Promise<Readings>

const prefix = 'fairground_'
/** Seconds. */
const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

let processRegistry: Registry | undefined

/** Memory, CPU, event loop and garbage collection of the process: one set, however many servers it holds. */
function ofProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: 20 })
  }
  return processRegistry
}

/** Opens the metrics of one server. */
export function openMetrics(version: string): Metrics {
  const registry = new Registry()
  const of = { registers: [registry] }
  const tally = openTally(registry)
  new Gauge({ ...of, name: `${prefix}build_info`, help: 'Always 1.', labelNames: ['version'] }).set({ version }, 1)
  ofProcess()
  return {
    started: tally.started,
    closed: tally.closed,
    finished: tally.finished,
    gauge: (name, help, read) => void new Gauge({ ...of, ...readAtScrape(name, help, read) }),
    counter: (name, help, read) => void new Counter({ ...of, ...readAtScrape(name, help, read) }),
    text: async () => `${await ofProcess().metrics()}\n${await registry.metrics()}\n${tally.latencyText()}`,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  }
}

/** What was counted of one operation: answers by class of status, and by the first bound that their time is under. */
type Tally = { byClass: number[]; byBound: number[]; seconds: number }

/** Counts requests in plain numbers, which are handed over at each scrape: by label each count would be looked up. */
function openTally(registry: Registry) {
  const of = { registers: [registry] }
  const tallies = new Map<string, Tally>()
  const counts = { limited: 0, aborted: 0, inFlight: 0 }
  void new Counter({
    ...{ ...of, name: `${prefix}http_requests_total`, help: 'Requests answered, by operation and class of status.' },
    labelNames: ['operation', 'status'],
    collect() {
      this.reset()
      for (const [operation, { byClass }] of tallies) {
        for (const [at, count] of byClass.entries()) if (count > 0) this.inc({ operation, status: `${at}xx` }, count)
      }
    },
  })
  const read = (name: string, help: string, count: () => number) => ({ ...of, ...readAtScrape(name, help, count) })
  void new Counter(read('http_rate_limited_total', 'Requests answered with 429.', () => counts.limited))
  void new Counter(read('http_aborted_total', 'Requests whose caller went away.', () => counts.aborted))
  void new Gauge(read('http_in_flight', 'Requests being answered.', () => counts.inFlight))
  return {
    latencyText: () => latencyText(tallies),
    started: () => void (counts.inFlight += 1),
    closed(isAnswered: boolean) {
      counts.inFlight -= 1
      if (!isAnswered) counts.aborted += 1
    },
    finished(operation: string, status: number, seconds: number) {
      let tally = tallies.get(operation)
      if (tally === undefined) {
        tally = { byClass: Array(6).fill(0), byBound: Array(latencyBounds.length + 1).fill(0), seconds: 0 }
        tallies.set(operation, tally)
      }
      const { byClass, byBound } = tally
      const at = Math.min(Math.floor(status / 100), 5)
      byClass[at] = (byClass[at] ?? 0) + 1
      const within = latencyBounds.findIndex((bound) => seconds <= bound)
      const slot = within < 0 ? latencyBounds.length : within
      byBound[slot] = (byBound[slot] ?? 0) + 1
      tally.seconds += seconds
      if (status === 429) counts.limited += 1
    },
  }
}

/** The times as a histogram, written by hand: the library would look up each label of each request. */
function latencyText(tallies: ReadonlyMap<string, Tally>): string {
  const name = `${prefix}http_request_duration_seconds`
  const lines = [`# HELP ${name} Time to answer, by operation.`, `# TYPE ${name} histogram`]
  for (const [operation, { byBound, seconds }] of tallies) {
    // A bucket holds what is in those below it too.
    let count = 0
    for (const [index, more] of byBound.entries()) {
      count += more
      lines.push(`${name}_bucket{le="${latencyBounds[index] ?? '+Inf'}",operation="${operation}"} ${count}`)
    }
    lines.push(`${name}_sum{operation="${operation}"} ${seconds}`, `${name}_count{operation="${operation}"} ${count}`)
  }
  return `${lines.join('\n')}\n`
}

type Numbers = { reset(): void; inc(labels: Record<string, string>, value: number): void }

const labels = ['pool', 'status', 'lane']

/** A reading that fails leaves its metric empty: one broken part must not hide the others. */
function readAtScrape(name: string, help: string, read: Read) {
  return {
    name: `${prefix}${name}`,
    help,
    labelNames: labels,
    async collect(this: Numbers) {
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => undefined)
      this.reset()
      if (typeof readings === 'number') this.inc({}, readings)
      else if (readings !== undefined) {
        for (const [value, number] of Object.entries(readings.values)) this.inc({ [readings.label]: value }, number)
      }
    },
  }
}
