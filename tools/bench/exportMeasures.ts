import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { subjectEnv } from './measures.ts'
import { memoryOf, startSubject, type Subject } from './processes.ts'
import type { Line } from './report.ts'

/** Rows that each export is read to. The reader then disconnects. */
const rowsMax = 100_000
const megabyte = 1024 * 1024

export type ExportBench = { address: SocketAddress; accountId: number; masterKey: Buffer; key: string }

/** Exports of a list over HTTP: rows per second, and the memory that they add to the server. */
export async function measureExports(bench: ExportBench): Promise<Line[]> {
  const subject = await startSubject('exports', 'ours', subjectEnv(bench))
  try {
    const lines: Line[] = []
    // The first export warms the engine up and is not counted.
    await exportPlaces(subject, bench.key, 'text/csv')
    const before = memoryOf(subject.pid).peakBytes
    for (const type of ['text/csv', 'application/x-ndjson']) {
      const { rows, seconds } = await exportPlaces(subject, bench.key, type)
      const note = `${rows.toLocaleString('en')} places in ${seconds.toFixed(1)} s, pages of 100`
      lines.push({ name: `export as ${type}`, value: rows / seconds, unit: 'rows/s', note })
    }
    const grown = (memoryOf(subject.pid).peakBytes - before) / megabyte
    const note = `peak RSS ${(memoryOf(subject.pid).peakBytes / megabyte).toFixed(0)} MB`
    return [...lines, { name: 'memory that exports add', value: grown, unit: 'MB', atMost: 50, note }]
  } finally {
    await subject.stop()
  }
}

async function exportPlaces({ url }: Subject, key: string, accept: string): Promise<{ rows: number; seconds: number }> {
  const startedAt = performance.now()
  const leave = new AbortController()
  const headers = { accept, 'x-service-api-key': key }
  const response = await fetch(`${url}/api/places/general/all`, { headers, signal: leave.signal })
  if (!response.ok || response.body === null) throw new Error(`the export got ${response.status}`)
  let rows = 0
  for await (const chunk of response.body) {
    for (const byte of chunk) if (byte === 10) rows += 1
    if (rows >= rowsMax) break
  }
  leave.abort()
  return { rows, seconds: (performance.now() - startedAt) / 1_000 }
}
