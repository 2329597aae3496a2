import { styleText } from 'node:util'
import type { StreamStatus } from '#products/livestream/stream/streamStatus.ts'
import { cell } from './output.ts'

/** Status of a stream as the command prints it. */
export type StatusView = {
  title: string
  playerUrl: string
  /** Names of its simulcast targets by id. */
  targetNames: ReadonlyMap<string, string>
  status: StreamStatus
  /** Bit rates of the last minute in kbit/s, one a second, oldest first. */
  bitratesKbps: readonly number[]
}

const labelWidth = 11
const bars = '▁▂▃▄▅▆▇█'
const colours = { good: 'green', warning: 'yellow', bad: 'red', offline: 'gray' } as const

/** A status for people, in lines that may be longer than a terminal is wide. Colours as the terminal has them. */
export function statusLines(view: StatusView): string[] {
  const { status } = view
  const viewers = `${status.viewers ?? 0} watching`
  const behind = status.latencySeconds === null ? '' : `, ${status.latencySeconds.toFixed(1)} s behind the camera`
  const uptime = status.uptimeSeconds === null ? [] : [clock(status.uptimeSeconds)]
  return [
    `${styleText('bold', cell(view.title))}  ${status.id}`,
    view.playerUrl,
    '',
    row('state', [styleText('bold', status.status), ...uptime, `${viewers}${behind}`].join('  ')),
    ...healthLines(status),
    ...ingestLines(view),
    ...recordingLines(status),
    ...rows('sent on', targetTexts(view)),
    ...rows('refused', status.refusals.map(refusalText)),
  ]
}

/** A status as one line, for logs. */
export function statusLine(view: StatusView): string {
  const { status, targetNames } = view
  const { ingest, recording, viewers, health, issues } = status
  const parts = [
    status.status,
    health,
    `${viewers ?? 0} watching`,
    ...(ingest === null ? [] : [`${formatText(ingest)} ${Math.round(ingest.bitrateKbps)} kbit/s`]),
    ...(recording.isRecording ? ['recording'] : []),
    ...status.simulcast.map(({ targetId, state }) => `${nameOf(targetNames, targetId)} ${state}`),
    ...issues.map(({ code, message, advice }) => cell(`${code}: ${message} ${advice}`)),
    ...status.refusals.map(({ code, message }) => cell(`refused an encoder, ${code}: ${message}`)),
  ]
  return parts.join('; ')
}

/** The part of a status whose change is printed. Continuously changing numbers are left out. */
export function newsOf({
  status,
  viewers,
  health,
  issues,
  ingest,
  recording,
  simulcast,
  refusals,
}: StreamStatus): string {
  const { protocol, videoCodec, audioCodec, width, height } = ingest ?? {}
  const problems = issues.map(({ code, severity }) => [code, severity])
  const refused = refusals.map(({ code, firstAt }) => [code, firstAt])
  const format = [protocol, videoCodec, audioCodec, width, height]
  return JSON.stringify([status, viewers, health, problems, format, recording.isRecording, simulcast, refused])
}

/** A row of bars for numbers, scaled from zero to their maximum. */
export function sparkline(values: readonly number[]): string {
  const greatest = Math.max(1, ...values)
  return values.map((value) => bars[Math.round((value / greatest) * (bars.length - 1))]).join('')
}

function healthLines({ health, issues }: StreamStatus): string[] {
  const word = styleText(colours[health], health)
  const about = health === 'offline' ? '  no encoder sends' : issues.length === 0 ? '  all arrives as it should' : ''
  const lines = issues.map(({ severity, message, advice }) =>
    [styleText(colours[severity], '!'), cell(message), styleText('bold', cell(advice))].join(' '),
  )
  return rows('health', [`${word}${about}`, ...lines])
}

function ingestLines({ status: { ingest }, bitratesKbps }: StatusView): string[] {
  if (ingest === null) return []
  const { keyFrameIntervalSeconds: seconds, droppedFrames: dropped, bitrateKbps } = ingest
  const keyFrames = seconds === null ? 'none yet' : `every ${seconds.toFixed(1)} s`
  return [
    row('ingest', formatText(ingest)),
    row('bit rate', `${count(bitrateKbps)} kbit/s  ${sparkline(bitratesKbps)}`),
    row('key frames', `${keyFrames}${dropped === 0 ? '' : `, ${count(dropped)} frames missing`}`),
  ]
}

function recordingLines({ recording }: StreamStatus): string[] {
  if (!recording.isRecording && recording.bytes === 0) return []
  const kept = `${clock(recording.seconds)}, ${(recording.bytes / 1e6).toFixed(1)} MB`
  return [row('recording', recording.isRecording ? kept : `${kept}, stopped`)]
}

function targetTexts({ status: { simulcast }, targetNames }: StatusView): string[] {
  return simulcast.map(({ targetId, state, lastError }) => {
    const colour = state === 'live' ? 'green' : state === 'error' ? 'red' : 'gray'
    const error = state !== 'error' || lastError === null ? '' : `  ${cell(lastError)}`
    return `${nameOf(targetNames, targetId)}  ${styleText(colour, state)}${error}`
  })
}

function refusalText({ message, attempts, lastAt }: StreamStatus['refusals'][number]): string {
  const times = attempts === 1 ? lastAt : `${count(attempts)} times until ${lastAt}`
  return `${styleText('yellow', '!')} ${cell(message)} ${styleText('gray', times)}`
}

type Ingest = NonNullable<StreamStatus['ingest']>

function formatText({ protocol, videoCodec, audioCodec, width, height, fps }: Ingest): string {
  const size = width === null || height === null ? [] : [`${width}x${height}`]
  const cadence = fps === null ? [] : [`${Number(fps.toFixed(1))} fps`]
  return [protocol, videoCodec ?? 'no video yet', ...size, ...cadence, audioCodec ?? 'no audio'].join(' ')
}

function nameOf(names: ReadonlyMap<string, string>, targetId: string): string {
  return cell(names.get(targetId) ?? targetId)
}

function row(label: string, text: string): string {
  return `${label.padEnd(labelWidth)}${text}`
}

function rows(label: string, texts: readonly string[]): string[] {
  return texts.map((text, index) => row(index === 0 ? label : '', text))
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
