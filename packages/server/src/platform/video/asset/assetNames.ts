import { parseAccountId } from '#kit/values/ids.ts'
import { accountFolder } from '#platform/files/accountFolder.ts'

/** Name of an asset's index, as `encodeInitLine` and `encodeSegmentLine` write it. */
export const indexName = 'index.jsonl'

/** The asset as one MP4 with its index in front; optional. */
export const videoName = 'video.mp4'

/** Poster of an asset; optional. */
export const posterName = 'poster.jpg'

/** Storyboard: small frames side by side; optional. */
export const storyboardName = 'storyboard.jpg'

/** WebVTT track with the time and rectangle of each storyboard tile. */
export const storyboardTrackName = 'storyboard.vtt'

/** File of an init section. Ids count from 0. */
export function initName(id: number): string {
  return `init-${id}.mp4`
}

/** A file of consecutive segments, at least five digits long. Reels count from 0. */
export function reelName(reel: number): string {
  return `${String(reel).padStart(5, '0')}.m4s`
}

/** The prefix of an asset's keys in `Files`. */
export function assetPrefix(accountId: number, assetUuid: string): string {
  return `media/${accountFolder(accountId)}/${assetUuid}/`
}

/** The prefix of an upload's keys in `Files`, until its video is made. */
export function uploadPrefix(accountId: number, uploadUuid: string): string {
  return `upload/${accountFolder(accountId)}/${uploadUuid}/`
}

/** The folder of the account whose asset is under a prefix. */
export function accountFolderOf(prefix: string): string {
  return prefix.split('/')[1] ?? ''
}

/** The account of a prefix; undefined for a prefix without one. */
export function accountIdOf(prefix: string): number | undefined {
  return parseAccountId(`acc_${accountFolderOf(prefix)}`)
}

/** The key of one file of an asset. */
export function assetKey(prefix: string, name: string): string {
  return `${prefix}${name}`
}
