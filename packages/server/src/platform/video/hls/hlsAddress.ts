import { accountOfId } from '#kit/values/ids.ts'

/** Resource that an audience address names, below the video. */
export type Target =
  | { kind: 'main' }
  | { kind: 'video' }
  | { kind: 'init'; id: number }
  | { kind: 'segment'; from: number; to: number }
  | { kind: 'part'; number: number; index: number }
  | { kind: 'file'; name: string }
  /** Playlist or media file under the name that another media server, such as MediaMTX, gives it. */
  | { kind: 'foreign'; name: string }

/** Audience address. A playback token is part of the path, so relative addresses in playlists keep it. */
export type Address = {
  playbackId: string
  token: string | undefined
  /** Asset of a segment, a part or an init section; session of a live playlist that names it. */
  assetId: string | undefined
  /** Name of a smaller live rendition; undefined for the source. */
  rendition: string | undefined
  /** The last part of the path. */
  file: string
  target: Target
  /** View token, unchecked: from the query of a playlist, or from the path of a playlist and its media. */
  viewToken: string | undefined
  /** The path below video and tokens, and the query without the view token. */
  mediaPath: string
  query: string
}

const assetPattern = /^[0-9a-f-]{36}$/
// Numbers have one spelling, so that requests for a piece of media share what is cached of it.
const mediaPattern =
  /^(?:init-(0|[1-9]\d{0,5})\.mp4|s(0|[1-9]\d{0,8})(?:-([1-9]\d{0,8}))?\.m4s|p(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,3})\.m4s)$/
/** Live playlist of one session: `video-<session>.m3u8`, `480p-<session>.m3u8`. */
const sessionPlaylistPattern = /^([a-z0-9]{1,16})-([0-9a-f-]{36})\.m3u8$/
const renditionPattern = /^[a-z0-9]{1,16}$/
const filePattern = /^(?:video\.mp4|poster\.jpg|storyboard\.jpg|storyboard\.vtt)$/
const foreignPattern = /^[\w-][\w.-]{0,127}\.(?:m3u8|mp4|m4s|ts)$/
const playbackCharsMax = 40
const tokenCharsMax = 4_096
const viewTokenPattern = /^[\w.-]{1,100}$/
/** Parameters of a playlist that other servers get, in this order and spelling (RFC 8216bis, 6.2.5). */
const relayedNames = ['_HLS_msn', '_HLS_part', '_HLS_skip']

/**
 * Reads `/hls/<playback>/[t/<token>/][v/<view token>/]…` and `/media/<playback>/[t/<token>/]<file>`; of the query only
 * the view token and the parameters of playlists are read. Undefined for any other address.
 */
export function readAddress(url: string): Address | undefined {
  const [path, query] = splitQuery(url)
  const [, root, playbackId = '', ...rest] = path.split('/')
  if (playbackId.length > playbackCharsMax || accountOfId(playbackId) === undefined) return undefined
  const token = rest[0] === 't' ? rest[1] : undefined
  if (token !== undefined && (token === '' || token.length > tokenCharsMax)) return undefined
  const below = token === undefined ? rest : rest.slice(2)
  const inPath = root === 'hls' && below[0] === 'v' ? below[1] : undefined
  if (inPath !== undefined && !viewTokenPattern.test(inPath)) return undefined
  const names = inPath === undefined ? below : below.slice(2)
  const target = root === 'media' ? fileTarget(names) : streamTarget(names)
  const fields = new URLSearchParams(query)
  const viewToken = viewTokenOf(fields) ?? inPath
  return target && { playbackId, token, viewToken, ...partsOf(names), target, query: relayedQuery(names, fields) }
}

/** Reads `…/<session>/…` of a call between nodes: the media of a session, without viewer. Undefined for a file. */
export function readSessionAddress(url: string, root: string): (Address & { sessionUuid: string }) | undefined {
  const [path, query] = splitQuery(url)
  const [sessionUuid = '', ...names] = path.slice(root.length).split('/')
  const target = assetPattern.test(sessionUuid) ? streamTarget(names) : undefined
  const none = { playbackId: '', token: undefined, viewToken: undefined }
  return target && { sessionUuid, ...none, ...partsOf(names), target, query }
}

function splitQuery(url: string): [path: string, query: string] {
  const end = url.indexOf('?')
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}

function viewTokenOf(fields: URLSearchParams): string | undefined {
  const viewToken = fields.get('v') ?? ''
  return viewTokenPattern.test(viewToken) ? viewToken : undefined
}

/** The query for another server: media has none, so that made-up ones cause no requests of their own. */
function relayedQuery(names: readonly string[], fields: URLSearchParams): string {
  if (names.at(-1)?.endsWith('.m3u8') !== true) return ''
  const relayed = relayedNames.flatMap((name) => {
    const value = fields.get(name)
    if (value === null) return []
    return [`${name}=${/^\d{1,9}$/.test(value) ? Number(value) : encodeURIComponent(value)}`]
  })
  return relayed.length === 0 ? '' : `?${relayed.join('&')}`
}

function partsOf(names: readonly string[]) {
  const file = names.at(-1) ?? ''
  const [, playlist = playlistNameOf(file), session] = sessionPlaylistPattern.exec(file) ?? []
  return {
    assetId: names.length > 1 ? names[0] : session,
    rendition: names.length === 3 ? names[1] : renditionOf(playlist),
    file,
    mediaPath: names.join('/'),
  }
}

function fileTarget([name = '', ...rest]: readonly string[]): Target | undefined {
  return rest.length === 0 && filePattern.test(name) ? { kind: 'file', name } : undefined
}

/** Name of a playlist of the current media; undefined for any other file. */
function playlistNameOf(file: string): string | undefined {
  return file.endsWith('.m3u8') ? file.slice(0, -'.m3u8'.length) : undefined
}

/** Rendition that a playlist name belongs to; undefined for the source and for any other name. */
function renditionOf(name: string | undefined): string | undefined {
  const isRendition = name !== undefined && name !== 'main' && name !== 'video' && renditionPattern.test(name)
  return isRendition ? name : undefined
}

function streamTarget([first = '', second, third, ...rest]: readonly string[]): Target | undefined {
  if (rest.length > 0 || (third !== undefined && !renditionPattern.test(second ?? ''))) return undefined
  if (second !== undefined) return assetPattern.test(first) ? mediaTarget(third ?? second) : undefined
  if (first === 'main.m3u8') return { kind: 'main' }
  const isRendition = renditionOf(playlistNameOf(first)) !== undefined
  if (first === 'video.m3u8' || isRendition || sessionPlaylistPattern.test(first)) return { kind: 'video' }
  return foreignPattern.test(first) ? { kind: 'foreign', name: first } : undefined
}

function mediaTarget(name: string): Target | undefined {
  const match = mediaPattern.exec(name)
  if (match === null) return undefined
  const [, init, from, to = from, number, index] = match
  if (init !== undefined) return { kind: 'init', id: Number(init) }
  if (from !== undefined) return { kind: 'segment', from: Number(from), to: Number(to) }
  return { kind: 'part', number: Number(number), index: Number(index) }
}
