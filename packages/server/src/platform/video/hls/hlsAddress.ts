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
  /** Asset of a segment, a part or an init section. */
  assetId: string | undefined
  /** Name of a smaller live rendition; undefined for the source. */
  rendition: string | undefined
  /** The last part of the path. */
  file: string
  target: Target
}

const assetPattern = /^[0-9a-f-]{36}$/
const mediaPattern = /^(?:init-(\d{1,6})\.mp4|s(\d{1,9})(?:-(\d{1,9}))?\.m4s|p(\d{1,9})\.(\d{1,4})\.m4s)$/
const renditionPattern = /^[a-z0-9]{1,16}$/
const filePattern = /^(?:video\.mp4|poster\.jpg|storyboard\.jpg|storyboard\.vtt)$/
const foreignPattern = /^[\w-][\w.-]{0,127}\.(?:m3u8|mp4|m4s|ts)$/
const playbackCharsMax = 40
const tokenCharsMax = 4_096

/**
 * Reads `/hls/<playback>/[t/<token>/]…` and `/media/<playback>/[t/<token>/]<file>`; the query is ignored. Undefined for
 * any other address.
 */
export function readAddress(url: string): Address | undefined {
  const end = url.indexOf('?')
  const [, root, playbackId = '', ...rest] = (end < 0 ? url : url.slice(0, end)).split('/')
  if (playbackId.length > playbackCharsMax || accountOfId(playbackId) === undefined) return undefined
  const token = rest[0] === 't' ? rest[1] : undefined
  if (token !== undefined && (token === '' || token.length > tokenCharsMax)) return undefined
  const names = token === undefined ? rest : rest.slice(2)
  const file = names.at(-1) ?? ''
  const assetId = names.length > 1 ? names[0] : undefined
  const rendition = names.length === 3 ? names[1] : playlistNameOf(file)
  const target = root === 'media' ? fileTarget(names) : streamTarget(names)
  return target && { playbackId, token, assetId, rendition, file, target }
}

function fileTarget([name = '', ...rest]: readonly string[]): Target | undefined {
  return rest.length === 0 && filePattern.test(name) ? { kind: 'file', name } : undefined
}

/** Rendition that a playlist file belongs to; undefined for the source and for any other file. */
function playlistNameOf(file: string): string | undefined {
  const name = file.endsWith('.m3u8') ? file.slice(0, -'.m3u8'.length) : ''
  return name !== 'main' && name !== 'video' && renditionPattern.test(name) ? name : undefined
}

function streamTarget([first = '', second, third, ...rest]: readonly string[]): Target | undefined {
  if (rest.length > 0 || (third !== undefined && !renditionPattern.test(second ?? ''))) return undefined
  if (second !== undefined) return assetPattern.test(first) ? mediaTarget(third ?? second) : undefined
  if (first === 'main.m3u8') return { kind: 'main' }
  if (first === 'video.m3u8' || playlistNameOf(first) !== undefined) return { kind: 'video' }
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
