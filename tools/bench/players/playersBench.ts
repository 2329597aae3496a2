import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openBrowser } from '#test/world/browser.ts'
import type { Line } from '#tools/bench/report.ts'
import { startLivePlatform } from '#tools/bench/video/livePlatform.ts'
import { steps, type Cell, type Step } from './cells.ts'
import { encodeClockLoop } from './clockLoop.ts'
import { installPlayers } from './installedPlayers.ts'
import { journeys, largerHeight, type Loops } from './journeys.ts'
import { Observed } from './observed.ts'
import { withOwnFault } from './ownFaults.ts'
import { pagePlayers } from './pagePlayers.ts'
import { programPlayers } from './programPlayers.ts'
import type { PlayerUnderTest } from './playerUnderTest.ts'

const run = promisify(execFile)
const pagesScript = `${import.meta.dirname}/../../buildPages.mjs`
const firstPort = 20_000 + (process.pid % 20_000)
/** Players at once: more of them would stall each other. */
const batchSize = 9

type Rows = Map<string, Map<Step, Cell>>

/**
 * Plays streams of an encoder that reconnects, changes and ends in players of other projects and in the watch page.
 * Words select journeys by name, and players by a part of their names. Takes some twelve minutes.
 */
export async function measurePlayers(words: readonly string[]): Promise<Line[]> {
  await installPlayers()
  await run(process.execPath, [pagesScript])
  const chosen = Object.entries(journeys).filter(([name]) => words.includes(name))
  const routes = chosen.length === 0 ? Object.entries(journeys) : chosen
  const names = words.filter((word) => !(word in journeys))
  const loops = {
    usual: await encodeClockLoop({ height: 360, hasAudio: true }),
    larger: await encodeClockLoop({ height: largerHeight, hasAudio: true }),
    silent: await encodeClockLoop({ height: 360, hasAudio: false }),
  }
  const rows: Rows = new Map()
  const browser = await openBrowser()
  const programs = programPlayers()
  const all = [...(browser === undefined ? [] : pagePlayers(browser)), ...programs.players]
  const players = all.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))
  try {
    for (let from = 0; from < players.length; from += batchSize) {
      const batch = players.slice(from, from + batchSize)
      for (const [name, travel] of routes) await playTogether(batch, { name, travel, loops, rows })
    }
  } finally {
    await browser?.close()
    for (const each of Object.values(loops)) each.remove()
  }
  printTable(rows)
  return [...rows].map(([name, cells]) => lineOf(name, cells)).concat(programs.missing.map(skippedLine))
}

type Together = { name: string; travel: (typeof journeys)['long']; loops: Loops; rows: Rows }

/** One journey of some players, on a platform of its own. */
async function playTogether(batch: readonly PlayerUnderTest[], { name, travel, loops, rows }: Together): Promise<void> {
  const playlists: string[] = []
  const faults: string[] = []
  const on = await startLivePlatform(firstPort)
  const observed = batch.map((player) => new Observed(player))
  try {
    await travel({
      on,
      observed,
      loops,
      keep: (when, playlist) => playlists.push(`--- ${name}, ${when}\n${playlist}`),
      note({ player }, step, measured) {
        const cell = withOwnFault(player.name, step, measured)
        const cells = rows.get(player.name) ?? new Map<Step, Cell>()
        rows.set(player.name, cells.set(step, cell))
        console.log(`${player.name}, ${step}: ${cell.isRed ? 'RED ' : ''}${cell.text}`)
        if (cell.isRed) faults.push(`${player.name}, ${step}: ${cell.text}`)
      },
    })
  } finally {
    for (const each of observed) await each.close()
    await on.stop()
  }
  if (faults.length > 0) console.log(['', ...playlists, ...faults, ''].join('\n'))
}

function printTable(rows: Rows): void {
  const table = [
    ['', ...steps],
    ...[...rows].map(([name, cells]) => [name, ...steps.map((step) => textOf(cells.get(step)))]),
  ]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return `${cell.isRed ? 'RED ' : ''}${cell.text.slice(0, 40)}`
}

function lineOf(name: string, cells: ReadonlyMap<Step, Cell>): Line {
  const red = [...cells].filter(([, { isRed }]) => isRed)
  const note = red.map(([step, { text }]) => `${step}: ${text}`).join('; ')
  return { name, value: red.length, unit: 'red cells', atMost: 0, note }
}

function skippedLine(program: string): Line {
  return { name: `${program} is not installed: skipped`, value: 0, unit: '', note: '' }
}
