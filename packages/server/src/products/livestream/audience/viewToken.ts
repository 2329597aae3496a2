import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { linkIdOf, linkToken, type KeyedHash } from '#platform/auth/linkToken.ts'
import { atMost } from '#platform/cache/cacheBound.ts'

/**
 * Kinds of players. own: it got its token from a page or from `access`, and reports its playback by heartbeats. other:
 * it got its token from a playlist, and is counted by the media that it loads.
 */
export const players = ['own', 'other'] as const
export type Player = (typeof players)[number]

/** A token of one viewer of one video. It opens nothing: it is what makes a viewer count. */
export type ViewToken = { text: string; viewer: string; player: Player; expiresAtMs: number }

/** A page may stay open for days. */
const lifetimeMs = 7 * 86_400_000
/** Some 20 MB when full. */
const knownMax = 50_000
const letters = { own: 'o', other: 'p' } as const

/** Issues a token for a new viewer of a video. */
export function issueViewToken(ctx: Ctx, playbackId: string, player: Player): ViewToken {
  const viewer = uuidv7(ctx.now().getTime())
  return tokenOf(`${letters[player]}${linkToken(hashFor(ctx, playbackId, player), viewer)}`, viewer, player)
}

/** Reads a token that this installation issued for a video, also an expired one; undefined for any other text. */
export function readViewToken(ctx: Ctx, playbackId: string, text: string | undefined): ViewToken | undefined {
  if (text === undefined) return undefined
  const known = ctx.memory('livestream.viewTokens', () => new LRUCache<string, ViewToken>(atMost(knownMax)))
  const key = `${playbackId} ${text}`
  const read = known.get(key)
  if (read !== undefined) return read
  const player = players.find((each) => text.startsWith(letters[each]))
  const viewer = player && linkIdOf(hashFor(ctx, playbackId, player), text.slice(1))
  if (player === undefined || viewer === undefined) return undefined
  const token = tokenOf(text, viewer, player)
  known.set(key, token)
  return token
}

/** The id of a viewer is a UUIDv7: it begins with the moment of its issue (RFC 9562, 5.7). */
function tokenOf(text: string, viewer: string, player: Player): ViewToken {
  const issuedAtMs = Number.parseInt(viewer.replaceAll('-', '').slice(0, 12), 16)
  return { text, viewer, player, expiresAtMs: issuedAtMs + lifetimeMs }
}

function hashFor(ctx: Ctx, playbackId: string, player: Player): KeyedHash {
  const hash = ctx.port(keyHashPort)
  return (text) => hash(`livestream.view ${playbackId} ${player} ${text}`)
}
