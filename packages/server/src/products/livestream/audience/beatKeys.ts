import type { Ctx } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { personKey } from '#platform/tally/personKey.ts'
import { nilUuid } from './slices.ts'

/** What is watched at one moment. Ids are row ids. */
export type Watched = {
  targetUuid: string
  /** The live session; null for what is recorded. */
  sessionUuid: string | null
  channelUuid: string | null
}

/** Whoever watches, and how a player names itself and its play session. */
export type Watcher = { viewerId: string; viewId: string }

/** Keys under which a beat is kept: nobody without the master key can tell from them who it was. */
export type BeatKeys = { person: string; view: string }

/**
 * The keys of a viewer and of a view. A viewer has one key in each account, the same for as long as numbers are kept,
 * so that they count once in any range. A view goes on only with one viewer, video, session and channel.
 */
export function beatKeys(ctx: Ctx, { viewerId, viewId }: Watcher, watched: Watched): BeatKeys {
  const secret = ctx.port(keyHashPort)(`livestream.viewer ${ctx.account.id}`).toString('hex')
  const person = personKey(secret, viewerId)
  const { targetUuid, sessionUuid, channelUuid } = watched
  const context = [targetUuid, sessionUuid ?? nilUuid, channelUuid ?? nilUuid].join(' ')
  return { person, view: personKey(secret, `${person} ${viewId} ${context}`) }
}

/** What a view without a page before it is told to come from. */
export const noReferrer = 'direct'

/** The host of the page that led to a video; nothing else of its address is kept. */
export function referrerHost(referrer: string | undefined): string {
  if (referrer === undefined || referrer === '') return noReferrer
  const host = URL.parse(referrer)?.hostname ?? ''
  return host === '' || host.length > 253 ? 'unknown' : host.replace(/^www\./, '')
}
