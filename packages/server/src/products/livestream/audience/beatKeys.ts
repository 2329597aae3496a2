import type { Ctx } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { personKey } from '#platform/tally/personKey.ts'
import { nilUuid } from './slices.ts'

/** The video of a heartbeat. Ids are row ids. */
export type Watched = {
  targetUuid: string
  /** The live session; null for a recorded video. */
  sessionUuid: string | null
  channelUuid: string | null
  /** Whether the video lies elsewhere, so that this installation serves none of its media. */
  isLinked: boolean
  /** Whether watching it earns rewards. */
  isRewarding?: boolean
}

/** Ids that a player gives its viewer and its play session. */
export type Watcher = { viewerId: string; viewId: string }

/** Keys of a heartbeat: hashes that need the master key. */
export type BeatKeys = { person: string; view: string }

/**
 * Keys of a viewer and of a view. A viewer has one key in each account for the whole retention, and so counts once in
 * any range. Another viewer, video, session or channel starts another view.
 */
export function beatKeys(ctx: Ctx, { viewerId, viewId }: Watcher, watched: Watched): BeatKeys {
  const secret = ctx.port(keyHashPort)(`livestream.viewer ${ctx.account.id}`).toString('hex')
  const person = personKey(secret, viewerId)
  const { targetUuid, sessionUuid, channelUuid } = watched
  const context = [targetUuid, sessionUuid ?? nilUuid, channelUuid ?? nilUuid].join(' ')
  return { person, view: personKey(secret, `${person} ${viewId} ${context}`) }
}

/** Referrer of a view without one. */
export const noReferrer = 'direct'

/** The host of a referrer; the rest of its address is dropped. */
export function referrerHost(referrer: string | undefined): string {
  if (referrer === undefined || referrer === '') return noReferrer
  const host = URL.parse(referrer)?.hostname ?? ''
  return host === '' || host.length > 253 ? 'unknown' : host.replace(/^www\./, '')
}
