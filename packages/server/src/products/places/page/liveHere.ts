import type { Card } from '#kit/nouns/card.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Subject } from '#kit/nouns/fact.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { html, type Html } from '#kit/values/html.ts'
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
import { place } from '#products/places/place/place.ts'

const streamPrefix = 'str'
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
  const cards = await ctx.cards(rows.map((row) => encodeId(streamPrefix, ctx.account.id, row.stream_id)))
  return [...cards.values()].filter(({ status }) => liveStates.has(status))
}

/** The streams that are live at the place; empty without one. */
export function liveHtml(live: readonly Card[]): Html | '' {
  if (live.length === 0) return ''
  return html`<section aria-labelledby="live">
    <h2 id="live">Live now here</h2>
    <ul class="cards">
      ${live.map(
        ({ title, imageUrl, url }) => html`<li><article class="card">
          <div class="thumb">
            ${imageUrl === null ? '' : html`<img src="${imageUrl}" alt="" loading="lazy">`}
            <span class="badge live"><i></i>Live</span>
          </div>
          <h3><a class="cover" href="${url ?? ''}">${title}</a></h3>
        </article></li>`,
      )}
    </ul>
  </section>`
}

/** Keeps the state of a stream at its place; an older version than the kept one changes nothing. */
async function noteStream(ctx: Ctx, payload: Subject): Promise<void> {
  const { id, status, version, placeId, visibility, test } = payload
  const streamId = uuidOf(streamPrefix, id)
  if (typeof placeId !== 'string') return void (await ctx.db.rows(leave, [ctx.account.id, streamId, version]))
  const isWatched = status === 'live' || (status === 'reconnecting' && payload['startedAt'] !== null)
  const isLive = isWatched && visibility === 'public' && test !== true
  await ctx.db.rows(keep, [ctx.account.id, streamId, uuidOf(place.prefix, placeId), version, isLive])
}

const keep = statement(
  'places_stream.keep',
  'account',
  `insert into places_stream (account_id, stream_id, place_id, version, is_live) values ($1, $2, $3, $4, $5)
   on conflict (account_id, stream_id) do update
   set place_id = excluded.place_id, version = excluded.version, is_live = excluded.is_live
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
  `select s.stream_id from places_stream s where s.account_id = $1 and s.is_live and s.place_id in (
     select $2::uuid union all select m.id from places_place m where m.account_id = $1 and m.merged_into_id = $2)
   order by s.stream_id desc limit ${shownMax}`,
)
