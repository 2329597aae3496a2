import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Ctx } from '#kit/call/context.ts'
import { latestEvents, type LatestEvents } from '#kit/call/latestEvents.ts'
import { eventStream, operation, type Operation } from '#kit/nouns/operation.ts'
import { page, type Visitor } from '#kit/nouns/page.ts'
import { problem } from '#kit/call/problem.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { idOf } from '#kit/values/fields.ts'
import { Type, type TObject } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { noDetails } from '#products/livestream/playback/playbackRead.ts'
import { accessDenied } from '#products/livestream/playback/access.ts'
import { playbackState, type PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { videoPage, videoInput, type VideoAddress } from '#products/livestream/watch/videoPage.ts'
import { products } from '#products/index.ts'
import { findProgram } from '#test/world/program.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

/** HLS segments of a test video with a tone, 2 seconds each. */
export type Media = { init: Buffer; segments: Buffer[] }

/** Duration of a segment of the test video. */
export const segmentSeconds = 2

/** Duration that is encoded; it is repeated up to the requested duration. */
const encodedSeconds = 60

/** Encodes media of whole minutes with ffmpeg; undefined without ffmpeg. */
export function makeMedia(seconds: number): Media | undefined {
  const ffmpeg = findProgram('ffmpeg')
  if (ffmpeg === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fairground-media-'))
  try {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=frequency=330']
    const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-pix_fmt', 'yuv420p', '-b:v', '300k']
    const minute = join(folder, 'minute.mp4')
    const common = ['-v', 'error', '-t', String(encodedSeconds)]
    execFileSync(ffmpeg, [...source, ...common, ...video, '-c:a', 'aac', '-ac', '1', minute])
    const loop = ['-v', 'error', '-stream_loop', String(seconds / encodedSeconds - 1), '-i', minute, '-c', 'copy']
    const hls = ['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_segment_type', 'fmp4', '-hls_list_size', '0']
    execFileSync(ffmpeg, [...loop, ...hls, join(folder, 'main.m3u8')])
    const count = readdirSync(folder).filter((name) => name.endsWith('.m4s')).length
    return {
      init: readFileSync(join(folder, 'init.mp4')),
      segments: Array.from({ length: count }, (_, index) => readFileSync(join(folder, `main${index}.m4s`))),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Server whose pages show a state set by the test, and which records heartbeats and clips of players. */
export type Stage = {
  world: World
  address: string
  playbackId: string
  /** Changes the playback state: open pages get it as an event, later pages in their HTML. */
  show(change: Partial<PlaybackState>): void
  /** Emits an event to open pages, as soon as one is connected. */
  emit(event: 'viewers' | 'revoked', data: Json): Promise<void>
  beats: Json[]
  clips: Json[]
  /** Opens a page in a context of its own, with the media of the test at `/hls` and `/media`. */
  open(path: string, options?: OpenOptions): Promise<Seen>
  [Symbol.asyncDispose](): Promise<void>
}

type OpenOptions = { colorScheme?: 'light' | 'dark'; width?: number; height?: number; hasTouch?: boolean }

/** Open page with its console errors, policy violations and requests to other origins. */
export type Seen = { page: Page; complaints: string[]; close(): Promise<void> }

/** Media that players load instead of a real origin's. */
export type Origin = {
  media: Media
  isLive: boolean
  startedAtMs: number
  isOpen: boolean
  /** Time of the last media of a stalled live stream. */
  stalledAtMs: number | undefined
  /** Whether the multivariant playlist lists two sizes, of the same media. */
  isLadder: boolean
  /** Count of the oldest segments that have left the window. */
  passed: number
}

type StageEvent = { event: 'state' | 'viewers' | 'revoked'; data: unknown }

/** Opens the server. `await using` closes it. */
export async function openStage(browser: Browser, origin: Origin): Promise<Stage> {
  const watching = new Set<LatestEvents<StageEvent>>()
  const kept: Pick<Stage, 'beats' | 'clips'> = { beats: [], clips: [] }
  const current = { state: stateOf('') }
  const w = await world({ products: [...tenantProducts, plant({ watching, current, ...kept })] })
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  serveMedia(w.app.server.server, origin)
  // cast: a server on a port has an address with one.
  const address = `http://127.0.0.1:${(w.app.server.server.address() as AddressInfo).port}`
  const playbackId = `plb_${w.account.account.publicId.slice(4)}${'0'.repeat(26)}`
  current.state = stateOf(playbackId)
  const contexts: BrowserContext[] = []
  const emit = (event: StageEvent) => {
    for (const each of watching) each.push(event)
  }
  return {
    world: w,
    address,
    playbackId,
    ...kept,
    show(change) {
      current.state = { ...current.state, ...change }
      emit({ event: 'state', data: current.state })
    },
    async emit(event, data) {
      await until(() => watching.size > 0)
      emit({ event, data })
    },
    async open(path, { colorScheme = 'light', width = 720, height = 500, hasTouch = false } = {}) {
      // Contrast is measured without fading animations.
      const calm = { locale: 'en-GB', reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...calm, colorScheme, viewport: { width, height }, hasTouch })
      contexts.push(context)
      context.setDefaultTimeout(pageTimeoutMs)
      const opened = await context.newPage()
      const complaints = complaintsOf(opened, address)
      await opened.goto(address + path)
      return { page: opened, complaints, close: () => context.close() }
    },
    async [Symbol.asyncDispose]() {
      for (const each of contexts) await each.close()
      await w[Symbol.asyncDispose]()
    },
  }
}

/** Upper bound of any wait in a page, also on a busy machine. */
export const pageTimeoutMs = 60_000
const poster = readFileSync(join(import.meta.dirname, 'poster.svg'))

function complaintsOf(of: Page, address: string): string[] {
  const complaints: string[] = []
  of.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  of.on('pageerror', (error) => complaints.push(error.message))
  of.on('request', (request) => {
    const isOwn = [address, 'data:', 'blob:'].some((start) => request.url().startsWith(start))
    if (!isOwn) complaints.push(`requested ${request.url()}`)
  })
  return complaints
}

/** Makes an HTTP server respond to the addresses of media itself: interception in the browser costs far more CPU. */
function serveMedia(server: Server, origin: Origin): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (!/^\/(hls|media)\//.test(path)) return others.forEach((listener) => listener.call(server, request, response))
    const { type, body } = mediaAt(origin, path) ?? {}
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
}

type MediaFile = { type: string; body: string | Buffer }

/** Playlist of all media or of the current live window, its segments, captions, storyboard and images. */
function mediaAt(origin: Origin, path: string): MediaFile | undefined {
  const name = path.split('/').at(-1) ?? ''
  if (name.endsWith('.vtt')) return { type: 'text/vtt', body: tracks.get(name) ?? captionText }
  if (name.endsWith('.jpg')) return { type: 'image/svg+xml', body: poster }
  if (!origin.isOpen) return undefined
  const type = 'application/vnd.apple.mpegurl'
  if (name === 'main.m3u8' && origin.isLadder) return { type, body: ladder }
  if (name.endsWith('.m3u8')) return { type, body: playlist(origin) }
  const number = Number(/^s(\d+)\.m4s$/.exec(name)?.[1])
  const body = name === 'init.mp4' ? origin.media.init : origin.media.segments[number]
  return body && { type: 'video/mp4', body }
}

const ladder = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720,FRAME-RATE=50,CODECS="avc1.42c01e,mp4a.40.2"
video.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=640x360,FRAME-RATE=25,CODECS="avc1.42c01e,mp4a.40.2"
480p.m3u8
`
const captionText = 'WEBVTT\n\n00:00:00.000 --> 00:05:00.000\nThe band walks on.\n'
/** Captions of five minutes: one per second, with the number of that second. */
const secondsText = [
  'WEBVTT',
  ...Array.from({ length: 300 }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\n${at}`),
].join('\n\n')
const tileText = [0, 1, 2]
  .map((at) => `00:00:${at}0.000 --> 00:00:${at + 1}0.000\nstoryboard.jpg#xywh=${160 * at},0,160,90`)
  .join('\n\n')
/** Tracks other than captions of one cue, by name. */
const tracks = new Map([
  ['seconds.vtt', secondsText],
  ['storyboard.vtt', tileText],
])

function clock(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 23)
}

function playlist({ media, isLive, startedAtMs, stalledAtMs, passed }: Origin): string {
  const made = Math.floor(((stalledAtMs ?? Date.now()) - startedAtMs) / 1000 / segmentSeconds)
  const count = isLive ? Math.min(media.segments.length, made) : media.segments.length
  const lines = Array.from({ length: count }, (_, index) => {
    const at = new Date(startedAtMs + index * segmentSeconds * 1000).toISOString()
    return `#EXT-X-PROGRAM-DATE-TIME:${at}\n#EXTINF:${segmentSeconds},\ns${index}.m4s`
  })
  const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${segmentSeconds}\n#EXT-X-MEDIA-SEQUENCE:${passed}`
  return `${head}\n#EXT-X-MAP:URI="init.mp4"\n${lines.slice(passed).join('\n')}\n${isLive ? '' : '#EXT-X-ENDLIST\n'}`
}

type Planted = Pick<Stage, 'beats' | 'clips'> & {
  watching: Set<LatestEvents<StageEvent>>
  current: { state: PlaybackState }
}

/** Product in place of livestream: its pages show a state set by the test. */
function plant({ watching, current, beats, clips }: Planted): Product {
  const answerWith = (isEmbedded: boolean) => async (ctx: Ctx, address: VideoAddress, visitor: Visitor) =>
    videoPage(ctx, {
      address,
      visitor,
      isEmbedded,
      locale: 'en',
      found: {
        state: opened(current.state, address.token),
        about: noDetails,
        frameAncestors: 'any',
        isListed: true,
        isOwner: address.token === 'owner',
        frame: undefined,
      },
    })
  const about = { title: 'Plant', description: 'Planted by a test.', input: videoInput }
  const pages = [
    page('plant.watch', { route: 'GET /watch/{playbackId}', ...about, handle: answerWith(false) }),
    page('plant.embed', { route: 'GET /embed/video/{playbackId}', ...about, handle: answerWith(true) }),
  ]
  const events = eventStream('plant.video.events', {
    route: 'GET /public/video/{playbackId}/events',
    title: 'Events',
    scope: '',
    credential: 'none',
    input: closed({
      playbackId: idOf('plb'),
      token: Type.Optional(Type.String()),
      locale: Type.Optional(Type.String()),
    }),
    events: {
      state: playbackState,
      viewers: closed({ viewers: Type.Integer() }),
      revoked: closed({ reason: Type.String() }),
    },
    example: {},
    async handle(_ctx, { token }) {
      const stream = latestEvents<StageEvent>(() => watching.delete(stream))
      watching.add(stream)
      stream.push({ event: 'state', data: opened(current.state, token) })
      // cast: events are made by tests, and are checked against the schemas above.
      return stream as never
    },
  })
  const operations = [
    events,
    recordCalls('heartbeat', beats, () => ({ status: 'counted' })),
    recordCalls('clip', clips, () => ({ clipUrl: '/clip/sta_example' })),
    recordCalls('access', [], ({ password, ticket }) => {
      if (password !== 'open sesame' && ticket !== 'T-1') throw problem(accessDenied)
      return { token: 'opened' }
    }),
  ]
  return product({ name: 'plant', title: 'Plant', description: 'For tests.', operations, pages })
}

function recordCalls(name: string, calls: Json[], respond: (input: Json) => Json): Operation {
  return operation(`plant.video.${name}`, {
    route: `POST /public/video/${name}`,
    title: name,
    scope: '',
    credential: 'none',
    isRead: true,
    reasons: [accessDenied],
    input: inputOf(`/public/video/${name}`),
    output: Type.Object({}),
    example: {},
    async handle(_ctx, input) {
      calls.push(input)
      return respond(input)
    },
  })
}

/** Input schema of the real operation at a path, which checks the player's requests. */
function inputOf(path: string): TObject {
  const declared = products.flatMap(({ operations }) => operations).find((each) => each.path === path)
  assert.ok(declared, path)
  return declared.input
}

/** State of a restricted video: without a token it has no media addresses. */
function opened(state: PlaybackState, token: string | undefined): PlaybackState {
  if (state.access === null) return state
  return token === undefined ? { ...state, hlsUrl: null, videoUrl: null } : { ...state, access: null }
}

function stateOf(playbackId: string): PlaybackState {
  return {
    playbackId,
    kind: 'stream',
    status: 'recorded',
    title: 'Night concert at the harbour',
    description:
      'A small band, a big ship, and the last light of November.\n\n' +
      'Tickets for the next one: https://fair.example/next?a=1.',
    language: 'en',
    channel: { name: 'Harbour Stage', url: '/c/harbour_stage', avatarUrl: null },
    scheduledAt: null,
    startedAt: '2026-11-21T08:00:00.000Z',
    publishedAt: null,
    durationSeconds: 40,
    latencyMode: 'low',
    hlsUrl: `/hls/${playbackId}/main.m3u8`,
    videoUrl: null,
    mp4Url: null,
    storyboardUrl: null,
    posterUrl: `/media/${playbackId}/poster.jpg`,
    slateUrl: null,
    viewers: 128,
    chapters: [
      { startSeconds: 0, title: 'Welcome' },
      { startSeconds: 12, title: 'The first song, which has a rather long title' },
      { startSeconds: 30, title: 'Farewell' },
    ],
    captions: [],
    maturityRating: 'everyone',
    contentWarnings: [],
    products: [],
    detailsVersion: null,
    allowsClips: true,
    access: null,
  }
}
