import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { openRequestCounts } from './requestCounts.ts'

/** Metrics of one process, in the text format of Prometheus. */
export type Metrics = {
  started(): void
  answered(): void
  /** Counts responses that a closed connection did not receive. */
  abandoned(count: number): void
  /** Counts a finished request. `operation` is its id, or a word for routes without an operation. */
  finished(operation: string, status: number, seconds: number): void
  /** Adds a number that is read at each scrape. */
  gauge(name: string, help: string, read: Read): void
  /** Adds a number that only rises. */
  counter(name: string, help: string, read: Read): void
  /** The text of all metrics. The first call also starts the metrics of the process. Never rejects. */
  text(): Promise<string>
  contentType: string
}

/** One number, or one for each value of a label. */
export type Readings = number | { label: string; values: Record<string, number> }
export type Read = () => Readings | Promise<Readings>

const prefix = 'fairground_'

/** Opens the metrics of one server. */
export function openMetrics(version: string): Metrics {
  const requests = openRequestCounts(prefix)
  const metrics: Metric[] = [
    { type: 'gauge', name: 'build_info', help: 'Always 1.', read: () => labelled('version', { [version]: 1 }) },
  ]
  const add = (type: Metric['type']) => (name: string, help: string, read: Read) => {
    if (requests.names.includes(name) || metrics.some((each) => each.name === name))
      throw new Error(`two metrics are named ${name}`)
    metrics.push({ type, name, help, read })
  }
  const [gauge, counter] = [add('gauge'), add('counter')]
  counter('http_rate_limited_total', 'Responses with status 429.', () => requests.counts.limited)
  counter('http_aborted_total', 'Requests whose caller went away.', () => requests.counts.aborted)
  gauge('http_in_flight', 'Requests being answered.', () => requests.counts.inFlight)
  return {
    gauge,
    counter,
    started: requests.started,
    answered: requests.answered,
    abandoned: requests.abandoned,
    finished: requests.finished,
    async text() {
      const own = await Promise.all(metrics.map(metricText))
      return `${await processText()}\n${own.join('\n')}\n${requests.text()}`
    },
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  }
}

const eventLoopPrecisionMs = 20
let registry: Promise<Registry | undefined> | undefined

/**
 * Memory, CPU, event loop and garbage collection: one set for the process. Without requests for metrics the library is
 * not loaded, and its event-loop timer does not wake an idle process 50 times a second.
 */
async function openRegistry(): Promise<Registry> {
  const { Registry: Opened, collectDefaultMetrics } = await import('prom-client')
  const register = new Opened()
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: eventLoopPrecisionMs })
  // The lag of the event loop is no number before its first samples.
  await sleep(3 * eventLoopPrecisionMs)
  return register
}

/** The registry of the process; undefined when the library cannot be loaded; the next scrape retries. Never rejects. */
function watched(): Promise<Registry | undefined> {
  registry ??= openRegistry().catch(() => (registry = undefined))
  return registry
}

/** Metrics of the process; empty after a failure, which must not hide the others. */
async function processText(): Promise<string> {
  const opened = await watched()
  if (opened === undefined) return ''
  return opened.metrics().then(
    (text) => text.replaceAll(withoutSample, ''),
    () => '',
  )
}

/** Lag of the event loop without a sample since the scrape before: no number, and the largest one as the least. */
const withoutSample = /^nodejs_eventloop_lag_\w+ (?:nan|9223372036\.\d+)\n/gim

type Metric = { type: 'gauge' | 'counter'; name: string; help: string; read: Read }

/** A failed read leaves its metric empty. */
async function metricText({ type, name, help, read }: Metric): Promise<string> {
  const readings = await Promise.resolve()
    .then(read)
    .catch(() => labelled('', {}))
  const full = `${prefix}${name}`
  const head = `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n`
  if (typeof readings === 'number') return `${head}${full} ${readings}\n`
  const lines = Object.entries(readings.values).map(([value, each]) => {
    const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    return `${full}{${readings.label}="${escaped}"} ${each}\n`
  })
  return head + lines.join('')
}

function labelled(label: string, values: Record<string, number>): Readings {
  return { label, values }
}
