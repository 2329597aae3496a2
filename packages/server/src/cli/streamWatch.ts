import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#kit/call/problem.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { StreamStatus } from '#products/livestream/stream/streamStatus.ts'
import type { Output } from './output.ts'
import { newsOf, statusLine, statusLines, type StatusView } from './streamStatusOutput.ts'
import type { OutputStream } from './terminal.ts'

/** Source and end of a watched status. */
export type StatusWatch = {
  about: Omit<StatusView, 'status' | 'bitratesKbps'>
  /** Reads the status. Throws Problem for a deleted stream; other errors are retried. */
  read(): Promise<StreamStatus>
  output: Output
  /** Standard output, which is redrawn where it is a terminal. */
  screen: OutputStream
  /** Signal that ends the watch. */
  signal: AbortSignal
}

const everyMs = 1_000
const historyMax = 60

/** Output of a watched stream. `close` leaves the last status on the screen. */
type Show = { view(view: StatusView): void; trouble(error: unknown): void; close(): void }

/** Reads a status every second until the end: a terminal is redrawn, other outputs get a line for each change. */
export async function watchStatus(watch: StatusWatch): Promise<void> {
  const { about, signal, output, screen } = watch
  const isDrawn = output.format === 'table' && screen.isTTY === true
  const show = isDrawn ? openScreen(screen) : openLines(output)
  const bitratesKbps: number[] = []
  try {
    while (!signal.aborted) {
      try {
        const status = await watch.read()
        bitratesKbps.push(status.ingest?.bitrateKbps ?? 0)
        if (bitratesKbps.length > historyMax) bitratesKbps.shift()
        show.view({ ...about, status, bitratesKbps })
      } catch (error) {
        if (error instanceof Problem) throw error
        show.trouble(error)
      }
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    show.close()
  }
}

/** Draws on the terminal's other screen, whose lines are cut where it ends (xterm control sequences). */
function openScreen(screen: OutputStream): Show {
  let last: string[] = []
  const draw = (more: string) => {
    const { rows = 0 } = screen
    const lines = [...last, '', more].slice(0, rows > 0 ? rows : undefined)
    screen.write(`\u001B[H${lines.map((line) => `${line}\u001B[K`).join('\n')}\u001B[J`)
  }
  screen.write('\u001B[?1049h\u001B[?25l\u001B[?7l')
  return {
    view(view) {
      last = statusLines(view)
      draw(`${new Date().toLocaleTimeString('en', { hourCycle: 'h23' })}  Ctrl-C ends this view, not the stream.`)
    },
    trouble: (error) => draw(`It cannot be read (${messageOf(error)}); trying again.`),
    close: () => void screen.write(`\u001B[?7h\u001B[?25h\u001B[?1049l${last.map((line) => `${line}\n`).join('')}`),
  }
}

function openLines(output: Output): Show {
  let printed = ''
  let isTroubled = false
  return {
    view(view) {
      isTroubled = false
      const news = newsOf(view.status)
      if (news === printed) return
      printed = news
      const at = new Date().toISOString()
      output.line(output.format === 'json' ? JSON.stringify({ at, ...view.status }) : `${at} ${statusLine(view)}`)
    },
    trouble(error) {
      if (!isTroubled) output.warning(`It cannot be read (${messageOf(error)}); trying again.`)
      isTroubled = true
    },
    close: () => undefined,
  }
}
