import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { settingsMarkdown } from '#app/config.ts'
import { issueCodes } from '#platform/video/packager/ingestIssues.ts'
import { noKeyFrame, noVideo, stillTimestamps } from '#platform/video/packager/streamRefusals.ts'
import { runningStates } from '#products/livestream/records/stream.ts'
import { streamFields } from '#products/livestream/records/streamFields.ts'
import { visibilities } from '#products/livestream/records/visibility.ts'
import { readPage } from './pages.ts'

const root = join(import.meta.dirname, '../../../..')
const path = join(root, 'docs/live-video.md')
const text = readFileSync(path, 'utf8')
const { words } = readPage(text)
const refusalCodes = [noKeyFrame, noVideo, stillTimestamps].map(({ code }) => code)

test('the page of live video explains each issue, visibility and latency mode', () => {
  const latencyModes: unknown = Object(streamFields.latencyMode.schema).enum
  assert.ok(Array.isArray(latencyModes) && latencyModes.length === 3)
  const expected = [...issueCodes, ...refusalCodes, ...visibilities, ...latencyModes]
  assert.deepEqual(
    expected.filter((word) => !words.has(word)),
    [],
  )
})

test('the page of live video names existing settings and fields of a stream only', () => {
  const settings = new Set([...settingsMarkdown().matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1]))
  const named = [...text.matchAll(/(?<![$\w])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map((match) => match[0])
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter((name) => !settings.has(name)),
    [],
  )
  // Words in the tables and lists besides the fields of a stream.
  const others = [...runningStates, ...issueCodes, ...refusalCodes, ...visibilities, ...alsoNamed]
  const fields = new Set([...Object.keys(streamFields), 'simulcastTargets', ...others])
  const plain = [...words].filter((word) => /^[a-z]\w*$/.test(word))
  assert.deepEqual(
    plain.filter((word) => !fields.has(word)),
    [],
  )
})

const alsoNamed = [
  // Actions, operations and values of fields.
  'goLive',
  'end',
  'disable',
  'delete',
  'enable',
  'getStatus',
  'getEmbedCode',
  'exact',
  'signed',
  'auto',
  'ultraLow',
  'low',
  'standard',
  'allowDownload',
  'health',
  'good',
  'warning',
  'bad',
  'ffmpeg_missing',
  'ended',
  'processing',
  'maxSessions',
  'viewerId',
  'hlsUrl',
  'signature_in_use',
  'engine_unsupported',
  // Reasons for the end of a session.
  'encoder_gone',
  'max_duration',
  'unsupported',
  'server_stopped',
  // Settings of OBS, and names on the disk.
  'veryfast',
  'high',
  'zerolatency',
  'media',
  'fairground_live_sessions',
  'fairground_live_media_bytes',
  // Words of players, and of the playback state.
  'maxLiveSyncPlaybackRate',
  'skipBufferedParts',
  'maturityRating',
  'contentWarnings',
  'products',
]

test('links of the page lead to existing files and headings', () => {
  const anchorsOf = (markdown: string) =>
    new Set([...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')))
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (link.startsWith('https://')) continue
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    assert.ok(existsSync(target), link)
    if (anchor !== undefined) assert.ok(anchorsOf(readFileSync(target, 'utf8')).has(anchor), link)
  }
})

/** The anchor of a heading in rendered Markdown. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')
}
