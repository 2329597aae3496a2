import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ffmpeg } from '#test/video/encodedVideo.ts'

/**
 * A fake of MediaMTX with its documented contract on loopback: it calls `authHTTPAddress` before it admits a client,
 * runs the hooks of its settings, and serves the control API, HLS for proxies and recordings. It reads the settings of
 * our documentation, and carries no media: a file stands for published and recorded media.
 */
export type FakeMediaMtx = {
  apiUrl: string
  hlsUrl: string
  playbackUrl: string
  /** Takes the settings of `docs/mediamtx.yml`. `hasHooks` false: its hooks are lost. */
  configure(given: { fairground: string; secret: string; hasHooks?: boolean }): Promise<void>
  /** Connects an encoder. Rejects with the reason of a refusal. */
  publish(path: string, query: string): Promise<FakePublisher>
  /** Authenticates a reader like a player of another protocol; returns the status of the response. */
  read(path: string, token: string): Promise<boolean>
  /** Stops responding, like a killed process. */
  isAway: boolean
  stop(): Promise<void>
}

export type FakePublisher = {
  id: string
  /** Whether the publisher is still connected to MediaMTX. */
  isThere(): boolean
  /** Disconnects the encoder. */
  leave(): Promise<void>
}

type Source = { id: string; atMs: number; untilMs: number | undefined }
type Settings = Record<string, string>

const settingsFile = new URL('../../../../docs/mediamtx.yml', import.meta.url)

/** State of the fake. */
type State = { film: string; settings: Settings; sources: Map<string, Source[]>; isAway: boolean }

/** Opens the fake. `film`: the file that every publisher sends from its beginning, H.264 with AAC. */
export async function openFakeMediaMtx(film: string): Promise<FakeMediaMtx> {
  const state: State = { film, settings: {}, sources: new Map(), isAway: false }
  const api = await serve(state, 'api', controlled)
  const playback = await serve(state, 'playback', playedBack)
  const hls = await serve(state, 'hls', hlsReply)
  return {
    apiUrl: addressOf(api),
    hlsUrl: addressOf(hls),
    playbackUrl: addressOf(playback),
    get isAway() {
      return state.isAway
    },
    set isAway(isAway) {
      state.isAway = isAway
    },
    async configure({ fairground, secret, hasHooks = true }) {
      const text = await readFile(settingsFile, 'utf8')
      const filled = text.replaceAll('FAIRGROUND', fairground).replaceAll('SECRET', secret)
      const lines = filled.matchAll(/^ *(\w+): (.+)$/gm)
      const all = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
      state.settings = hasHooks ? all : { ...all, runOnAvailable: '', runOnUnavailable: '' }
    },
    publish: (path, query) => publish(state, path, query),
    read: async (path, token) =>
      (await authorize(state, { action: 'read', path, protocol: 'webrtc', id: randomUUID(), token })) === undefined,
    async stop() {
      await Promise.all([api, hls, playback].map(close))
    },
  }
}

async function publish(state: State, path: string, query: string): Promise<FakePublisher> {
  const id = randomUUID()
  const token = new URLSearchParams(query).get('token') ?? ''
  const refusal = await authorize(state, { action: 'publish', path, protocol: 'rtmp', id, query, token })
  if (refusal !== undefined) throw new Error(refusal)
  const before = running(state, path)
  if (before !== undefined) await drop(state, path, before)
  const source: Source = { id, atMs: Date.now(), untilMs: undefined }
  state.sources.set(path, [...(state.sources.get(path) ?? []), source])
  await hook(state, 'runOnAvailable', path)
  return { id, isThere: () => source.untilMs === undefined, leave: () => drop(state, path, source) }
}

async function drop(state: State, path: string, source: Source): Promise<void> {
  if (source.untilMs !== undefined) return
  source.untilMs = Date.now()
  await hook(state, 'runOnUnavailable', path)
}

function running({ sources }: State, path: string): Source | undefined {
  return sources.get(path)?.findLast(({ untilMs }) => untilMs === undefined)
}

/** Authenticates an action; returns the reason of a refusal. */
async function authorize({ settings }: State, query: Record<string, unknown>): Promise<string | undefined> {
  const address = settings['authHTTPAddress']
  if (address === undefined) return 'it is not set up yet'
  const { origin, pathname, username, password } = new URL(address)
  const response = await fetch(origin + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(username, password) },
    body: JSON.stringify({ user: '', password: '', token: '', ip: '127.0.0.1', protocol: '', id: null, ...query }),
  })
  const text = await response.text()
  return response.ok ? undefined : `server replied with code ${response.status}: ${text}`
}

/** Runs a hook as MediaMTX does: without a shell, variables in its words replaced. */
async function hook({ settings }: State, name: string, path: string): Promise<void> {
  const [program, ...args] = (settings[name] ?? '').split(' ').map((word) => word.replace('$MTX_PATH', path))
  if (program !== undefined && program !== '') await new Promise((done) => execFile(program, args, done))
}

type FakeCall = { method: string; url: URL; authorization: string }
type Handler = (state: State, query: FakeCall) => Promise<[status: number, body: unknown]>

/** The control API. */
async function controlled(state: State, { method, url }: FakeCall): ReturnType<Handler> {
  if (url.pathname === '/v3/paths/list') return [200, pageOf(itemsOf(state.sources), url.searchParams)]
  const [, list, id] = /^\/v3\/(\w+)\/kick\/(.+)$/.exec(url.pathname) ?? []
  for (const path of method === 'POST' && list === 'rtmpconns' ? state.sources.keys() : []) {
    const source = running(state, path)
    if (source?.id !== id || source === undefined) continue
    await drop(state, path, source)
    return [200, { status: 'ok' }]
  }
  return [404, { status: 'error', error: 'connection not found' }]
}

/** The playback server. */
async function playedBack({ sources, film }: State, { url }: FakeCall): ReturnType<Handler> {
  const spans = spansOf(sources.get(url.searchParams.get('path') ?? '') ?? [], url.searchParams)
  const [first] = spans
  if (first === undefined) return [404, { status: 'error', error: 'no recording segments found' }]
  if (url.pathname === '/get') return [200, await cut(film, first.startMs - first.source.atMs, first.seconds)]
  const start = (ms: number) => new Date(ms).toISOString()
  return [200, spans.map(({ startMs, seconds }) => ({ start: start(startMs), duration: seconds, url: '' }))]
}

/** The HLS server for a proxy that sends the secret. */
async function hlsReply(state: State, { url, authorization }: FakeCall): ReturnType<Handler> {
  const [, path = '', name = ''] = /^\/(.+)\/([^/]+)$/.exec(url.pathname) ?? []
  if (authorization !== `Bearer ${state.settings['hlsCDNSecret']}`) return [401, { error: 'authentication error' }]
  if (running(state, path) === undefined) return [404, { error: 'no stream is available' }]
  if (name === 'index.m3u8') return [200, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain_stream.m3u8\n']
  if (name === 'main_stream.m3u8') return [200, `#EXTM3U\n#${url.search.slice(1)}\nx_main_seg0.mp4\n`]
  return name === 'x_main_seg0.mp4' ? [200, Buffer.from('media')] : [404, { error: 'not found' }]
}

async function serve(state: State, action: 'api' | 'playback' | 'hls', handler: Handler): Promise<Server> {
  const server = createServer((request, response) => {
    if (state.isAway) request.socket.destroy()
    // The server may be closed already, at the end of a test.
    else
      handle(request).then(
        ([status, body]) => send(response, status, body),
        () => request.socket.destroy(),
      )
  })
  async function handle({ method = '', url = '', headers }: IncomingMessage): ReturnType<Handler> {
    const { authorization = '' } = headers
    const [user = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
    const refusal = action === 'hls' ? undefined : await authorize(state, { action, user, password })
    if (refusal !== undefined) return [401, { status: 'error', error: 'authentication error' }]
    return handler(state, { method, url: new URL(url, 'http://fake'), authorization })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isMedia = Buffer.isBuffer(body)
  const text = isMedia || typeof body === 'string' ? body : JSON.stringify(body)
  const type = isMedia ? 'video/mp4' : typeof body === 'string' ? 'application/vnd.apple.mpegurl' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'public, max-age=1' }).end(text)
}

function itemsOf(paths: ReadonlyMap<string, Source[]>) {
  return [...paths].flatMap(([name, sources]) => {
    const source = sources.at(-1)
    if (source === undefined || source.untilMs !== undefined) return []
    const tracks2 = [
      { codec: 'H264', codecProps: { width: 320, height: 180, profile: 'High', level: '3.1' } },
      { codec: 'MPEG-4 Audio', codecProps: { sampleRate: 48_000, channelCount: 1 } },
    ]
    const inboundBytes = 100 * (Date.now() - source.atMs)
    const properties = {
      available: true,
      source: { type: 'rtmpConn', id: source.id },
      inboundBytes,
      inboundFramesInError: 0,
    }
    return [{ name, ...properties, tracks2 }]
  })
}

function pageOf(items: unknown[], query: URLSearchParams) {
  const perPage = Number(query.get('itemsPerPage') ?? 100)
  const from = Number(query.get('page') ?? 0) * perPage
  const pageCount = Math.ceil(items.length / perPage)
  return { itemCount: items.length, pageCount, items: items.slice(from, from + perPage) }
}

type FakeSpan = { source: Source; startMs: number; seconds: number }

/** Recorded spans within `start` and `end`, or `duration`. */
function spansOf(sources: readonly Source[], query: URLSearchParams): FakeSpan[] {
  const fromMs = Date.parse(query.get('start') ?? '')
  const toMs = query.has('end') ? Date.parse(query.get('end') ?? '') : fromMs + 1000 * Number(query.get('duration'))
  return sources.flatMap((source) => {
    const startMs = Math.max(source.atMs, fromMs)
    const seconds = (Math.min(source.untilMs ?? Date.now(), toMs) - startMs) / 1000
    return seconds > 0 ? [{ source, startMs, seconds }] : []
  })
}

/**
 * Cuts from the key frame before the start, and hides the frames before it by an edit list, like MediaMTX's own muxer.
 */
async function cut(film: string, fromMs: number, seconds: number): Promise<Buffer> {
  const path = `${film}.${randomUUID()}.mp4`
  await ffmpeg('-ss', String(fromMs / 1000), '-i', film, '-t', String(seconds), '-c', 'copy', path)
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function addressOf(server: Server): string {
  // cast: a server on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
