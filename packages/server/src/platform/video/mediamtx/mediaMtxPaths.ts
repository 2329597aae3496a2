import { encodeId, parseId } from '#kit/values/ids.ts'

/** Application of `rtmp://host/live`, the same as in the embedded engine. */
const app = 'live'
const pathPattern = /^live\/live_([0-9a-z]{34})$/
const keyPattern = /^(live_[0-9a-z]{34})_([0-9a-z]+)$/

/** Path of a stream on MediaMTX: `live/` + its stream key without the secret. */
export function pathOf(playbackId: string): string {
  return `${app}/live_${playbackId.slice(playbackId.indexOf('_') + 1)}`
}

/** Path of a stream, by its row. */
export function pathOfStream({ accountId, streamUuid }: { accountId: number; streamUuid: string }): string {
  return pathOf(encodeId('plb', accountId, streamUuid))
}

/** Playback id of a path; undefined for paths of other software. */
export function playbackIdOf(path: string): string | undefined {
  const id = `plb_${pathPattern.exec(path)?.[1] ?? ''}`
  return parseId('plb', id) === undefined ? undefined : id
}

/**
 * Stream key in the form for an encoder. MediaMTX takes the stream's name as the path, which is in logs and file
 * names, so the secret follows as `?token=`.
 */
export function encoderKeyOf(streamKey: string): string {
  return streamKey.replace(keyPattern, '$1?token=$2')
}

/** Stream key of a publisher, from its path and token. */
export function streamKeyOf(path: string, token: string): string {
  return `${path.slice(app.length + 1)}_${token}`
}
