import type { Card } from '#kit/nouns/card.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Subject } from '#kit/nouns/fact.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import {
  streamDeleted,
  streamDisabled,
  streamEnded,
  streamUpdated,
  streamWentLive,
} from '#products/livestream/facts.ts'
import { place } from './place.ts'

const streamPrefix = 'str'
const channelPrefix = 'chn'
const shownMax = 24
const liveStates = new Set(['live', 'reconnecting'])

const note = (ctx: Ctx, { payload }: { payload: Subject }) => noteStream(ctx, payload)

export const reactions = [
  reaction('places.place.noteLive', streamWentLive, note),
  reaction('places.place.noteUpdated', streamUpdated, note),
  reaction('places.place.noteEnded', streamEnded, note),
  reaction('places.place.noteDisabled', streamDisabled, note),
  reaction('places.place.noteDeleted', streamDeleted, (ctx, { payload }) =>
    noteStream(ctx, { ...payload, status: 'deleted' }),
  ),
]

/** Cards of the public streams that are live at a place, or at one that was merged into it. */
export async function liveAt(ctx: Ctx, placeId: string): Promise<Card[]> {
  const rows = await ctx.db.rows(liveStreams, [ctx.account.id, parseId(place.prefix, placeId)?.uuid])
  const named = rows.map(({ stream_id, channel_id }) => ({
    stream: encodeId(streamPrefix, ctx.account.id, stream_id),
    channel: channel_id === null ? undefined : encodeId(channelPrefix, ctx.account.id, channel_id),
  }))
  const cards = await ctx.cards(
    named.flatMap(({ stream, channel }) => (channel === undefined ? [stream] : [stream, channel])),
  )
  return named.flatMap(({ stream, channel }) => {
    const card = cards.get(stream)
    // A channel that is not listed hides its streams, as in every other list.
    const isOpen = channel === undefined || cards.get(channel)?.isListed === true
    return card?.isListed === true && isOpen && liveStates.has(card.status) ? [card] : []
  })
}

/** Keeps the state of a stream at its place; an older version than the kept one changes nothing. */
async function noteStream(ctx: Ctx, payload: Subject): Promise<void> {
  const { id, status, version, placeId, channelId, visibility, test } = payload
  const streamId = uuidOf(streamPrefix, id)
  if (typeof placeId !== 'string') return void (await ctx.db.rows(leave, [ctx.account.id, streamId, version]))
  const isWatched = status === 'live' || (status === 'reconnecting' && payload['startedAt'] !== null)
  const isLive = isWatched && visibility === 'public' && test !== true
  const channelUuid = typeof channelId === 'string' ? uuidOf(channelPrefix, channelId) : null
  await ctx.db.rows(keep, [ctx.account.id, streamId, uuidOf(place.prefix, placeId), version, isLive, channelUuid])
}

const keep = statement(
  'places_stream.keep',
  'account',
  `insert into places_stream (account_id, stream_id, place_id, version, is_live, channel_id)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (account_id, stream_id) do update
   set place_id = excluded.place_id, version = excluded.version, is_live = excluded.is_live,
     channel_id = excluded.channel_id
   where places_stream.version <= excluded.version`,
)

const leave = statement(
  'places_stream.leave',
  'account',
  'update places_stream set is_live = false, version = $3 where account_id = $1 and stream_id = $2 and version <= $3',
)

const liveStreams = statement(
  'places_stream.live',
  'account',
  `select s.stream_id, s.channel_id from places_stream s where s.account_id = $1 and s.is_live and s.place_id in (
     select $2::uuid union all select m.id from places_place m where m.account_id = $1 and m.merged_into_id = $2)
   order by s.stream_id desc limit ${shownMax}`,
)
