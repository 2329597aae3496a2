import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from '#test/world/program.ts'
import type { OpenedPlayback, PlayerUnderTest, Sight } from './playerUnderTest.ts'

/** A program that prints its position. `argsOf`: arguments for an address, from a position. */
type ProgramKind = {
  name: string
  program: string
  argsOf(url: string, startSeconds: number): string[]
  /** Positions in its output; the first group is in units of `unitSeconds`, or `h:mm:ss`. */
  position: RegExp
  unitSeconds: number
  /** Whether it reads without a clock: its position moves by segments, and the bench does not seek in it. */
  isStepwise?: boolean
  /** Errors that end playback, in its output. */
  failure: RegExp
}

const kinds: ProgramKind[] = [
  {
    name: 'ffmpeg',
    program: 'ffmpeg',
    argsOf: (url) => [
      ...['-nostdin', '-hide_banner', '-nostats', '-v', 'error'],
      ...['-i', url, '-progress', 'pipe:1', '-stats_period', '0.25', '-f', 'null', '-'],
    ],
    position: /out_time_us=(\d+)/g,
    unitSeconds: 1e-6,
    isStepwise: true,
    failure: /Conversion failed|Error opening input/,
  },
  {
    name: 'mpv',
    program: 'mpv',
    argsOf: (url, startSeconds) => [
      ...['--no-config', '--no-input-terminal', '--vo=null', '--ao=null', '--term-status-msg=POS ${=time-pos}'],
      ...(startSeconds > 0 ? [`--start=${startSeconds}`] : []),
      url,
    ],
    position: /POS (\d+\.\d+)/g,
    unitSeconds: 1,
    failure: /Errors when loading file|Failed to open/,
  },
  {
    name: 'GStreamer',
    program: 'gst-play-1.0',
    argsOf: (url, startSeconds) => [
      ...['--no-interactive', '--videosink=fakesink sync=true', '--audiosink=fakesink sync=true'],
      ...(startSeconds > 0 ? ['-s', String(startSeconds)] : []),
      url,
    ],
    position: /(\d+:\d\d:\d\d\.\d) \//g,
    unitSeconds: 1,
    failure: /^ERROR .*/m,
  },
]

/** Players of Debian that are installed, and the names of those that are missing. */
export function programPlayers(): { players: PlayerUnderTest[]; missing: string[] } {
  const isThere = ({ program }: ProgramKind) => findProgram(program) !== undefined
  return {
    players: kinds.filter(isThere).map(runProgram),
    missing: kinds.filter((kind) => !isThere(kind)).map(({ program }) => program),
  }
}

const outputCharsMax = 20_000

function runProgram(kind: ProgramKind): PlayerUnderTest {
  let child: ChildProcess | undefined
  let output = ''
  let opened: OpenedPlayback | undefined
  const close = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  const player: PlayerUnderTest = {
    name: kind.name,
    isStepwise: kind.isStepwise === true,
    close,
    async open(playback) {
      await close()
      opened = playback
      output = ''
      const args = kind.argsOf(playback.url, playback.startSeconds ?? 0)
      const started = spawn(findProgram(kind.program) ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'] })
      const keep = (bytes: Buffer) => (output = (output + String(bytes)).slice(-outputCharsMax))
      started.stdout.on('data', keep)
      started.stderr.on('data', keep)
      child = started
    },
    look: async () => sightOf(kind, { output, exitCode: child?.exitCode ?? null }),
  }
  if (kind.isStepwise === true) return player
  const seek = async (startSeconds: number) => {
    if (opened !== undefined) await player.open({ ...opened, startSeconds })
  }
  return { ...player, seek }
}

type Run = { output: string; exitCode: number | null }

function sightOf(kind: ProgramKind, { output, exitCode }: Run): Sight {
  const [, text = '0'] = [...output.matchAll(kind.position)].at(-1) ?? []
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const failure = kind.failure.exec(output)?.[0]
  const error = failure ?? (exitCode !== null && exitCode !== 0 ? `exit code ${exitCode}` : undefined)
  const isEnded = exitCode === 0 && failure === undefined
  const unknown = { height: undefined, audioBytes: undefined, delaySeconds: undefined }
  return { position: seconds * kind.unitSeconds, isEnded, error, ...unknown }
}
