import type { Client, Ctx } from '#kit/call/context.ts'
import { agentOf } from '#kit/values/userAgent.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { startOf } from '#platform/tally/partitions.ts'
import { referrerHost, type BeatKeys, type Watched } from './beatKeys.ts'
import { heartbeat, viewed } from './heartbeatTally.ts'
import { nilUuid } from './slices.ts'
import type { Player } from './viewToken.ts'

/** Playback since the report before. Times in milliseconds. */
export type Playback = {
  number: number
  playedMs: number
  positionMs: number
  rebufferMs: number
  startupMs?: number | undefined
  latencyMs?: number | undefined
  bitrateKbps?: number | undefined
  error?: string | undefined
  rendition?: string | undefined
}

/** A view: its keys, its video, and the moment of a report. */
export type ViewOf = { keys: BeatKeys; watched: Watched; at: Date }

/** A longer start-up is a viewer at a countdown, not a wait for the first frame. */
const startupMsMax = 600_000

/** Adds a report to the tally. Resolves after its commit. */
export async function countPlayback(ctx: Ctx, { keys, watched, at }: ViewOf, played: Playback): Promise<void> {
  await ctx.count(heartbeat, {
    person_key: keys.person,
    view_id: keys.view,
    number: played.number,
    day: startOf('day', at).toISOString(),
    at: at.toISOString(),
    target_id: watched.targetUuid,
    session_id: watched.sessionUuid ?? nilUuid,
    channel_id: watched.channelUuid ?? nilUuid,
    played_ms: played.playedMs,
    position_ms: played.positionMs,
    rebuffer_ms: played.rebufferMs,
    startup_ms: (played.startupMs ?? 0) > startupMsMax ? undefined : played.startupMs,
    latency_ms: played.latencyMs,
    bitrate_kbps: played.bitrateKbps,
    error: played.error,
    rendition: played.rendition,
  })
}

/** Some 5 MB when full. */
const viewBounds = { forMs: 3_600_000, countMax: 50_000 }

export type Origin = {
  client: Client | undefined
  player: Player
  protocol?: string | undefined
  referrer?: string | undefined
  isEmbedded?: boolean | undefined
}

/** Counts a view once an hour in each process: the tally keeps the first row. */
export async function countView(ctx: Ctx, { keys, at }: ViewOf, origin: Origin): Promise<void> {
  const now = at.getTime()
  const views = ctx.memory<Expiring<true>>('livestream.beats', () => openExpiring(viewBounds))
  if (views.get(keys.view, now)) return
  const { client, player, protocol, referrer, isEmbedded } = origin
  const { device, os, browser } = agentOf(client?.userAgent ?? '')
  await ctx.count(viewed, {
    person_key: keys.person,
    view_id: keys.view,
    seen_at: at.toISOString(),
    country: client?.country ?? 'unknown',
    device,
    os,
    browser,
    protocol: protocol ?? 'unknown',
    referrer: referrerHost(referrer),
    is_embedded: isEmbedded ?? false,
    player,
  })
  views.set(keys.view, true, now)
}
