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
const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

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
  const requests = new Counter({
    ...of,
    name: `${prefix}http_requests_total`,
    help: 'Requests answered, by operation and class of status.',
    labelNames: ['operation', 'status'],
  })
  const limited = new Counter({ ...of, name: `${prefix}http_rate_limited_total`, help: 'Requests answered with 429.' })
  const aborted = new Counter({ ...of, name: `${prefix}http_aborted_total`, help: 'Requests whose caller went away.' })
  const inFlight = new Gauge({ ...of, name: `${prefix}http_in_flight`, help: 'Requests being answered.' })
  new Gauge({ ...of, name: `${prefix}build_info`, help: 'Always 1.', labelNames: ['version'] }).set({ version }, 1)
  ofProcess()
  return {
    started: () => inFlight.inc(),
    closed(isAnswered) {
      inFlight.dec()
      if (!isAnswered) aborted.inc()
    },
    finished(operation, status, seconds) {
      latency.observe({ operation }, seconds)
      requests.inc({ operation, status: classes[Math.floor(status / 100)] ?? '5xx' })
      if (status === 429) limited.inc()
    },
    gauge: (name, help, read) => void new Gauge({ ...of, ...readAtScrape(name, help, read) }),
    counter: (name, help, read) => void new Counter({ ...of, ...readAtScrape(name, help, read) }),
    text: async () => `${await ofProcess().metrics()}\n${await registry.metrics()}`,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
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
