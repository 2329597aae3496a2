import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

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
  const latency = new Histogram({
    ...of,
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time to answer, by operation.',
    labelNames: ['operation'],
    buckets: latencyBounds,
  })
  const tally = openTally(registry)
  new Gauge({ ...of, name: `${prefix}build_info`, help: 'Always 1.', labelNames: ['version'] }).set({ version }, 1)
  ofProcess()
  return {
    started: tally.started,
    closed: tally.closed,
    finished(operation, status, seconds) {
      latency.observe({ operation }, seconds)
      tally.finished(operation, status)
    },
    gauge: (name, help, read) => void new Gauge({ ...of, ...readAtScrape(name, help, read) }),
    counter: (name, help, read) => void new Counter({ ...of, ...readAtScrape(name, help, read) }),
    text: async () => `${await ofProcess().metrics()}\n${await registry.metrics()}`,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  }
}

/** Counts requests in plain numbers, which are handed over at each scrape: by label each count would be looked up. */
function openTally(registry: Registry) {
  const of = { registers: [registry] }
  const answered = new Map<string, number[]>()
  const counts = { limited: 0, aborted: 0, inFlight: 0 }
  void new Counter({
    ...{ ...of, name: `${prefix}http_requests_total`, help: 'Requests answered, by operation and class of status.' },
    labelNames: ['operation', 'status'],
    collect() {
      this.reset()
      for (const [operation, byClass] of answered) {
        for (const [at, count] of byClass.entries()) if (count > 0) this.inc({ operation, status: `${at}xx` }, count)
      }
    },
  })
  const read = (name: string, help: string, count: () => number) => ({ ...of, ...readAtScrape(name, help, count) })
  void new Counter(read('http_rate_limited_total', 'Requests answered with 429.', () => counts.limited))
  void new Counter(read('http_aborted_total', 'Requests whose caller went away.', () => counts.aborted))
  void new Gauge(read('http_in_flight', 'Requests being answered.', () => counts.inFlight))
  return {
    started: () => void (counts.inFlight += 1),
    closed(isAnswered: boolean) {
      counts.inFlight -= 1
      if (!isAnswered) counts.aborted += 1
    },
    finished(operation: string, status: number) {
      let byClass = answered.get(operation)
      if (byClass === undefined) {
        byClass = [0, 0, 0, 0, 0, 0]
        answered.set(operation, byClass)
      }
      const at = Math.min(Math.floor(status / 100), 5)
      byClass[at] = (byClass[at] ?? 0) + 1
      if (status === 429) counts.limited += 1
    },
  }
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
