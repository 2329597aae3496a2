import type { Ctx } from '#kit/call/context.ts'
import { nullable } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** Public ids of a video, its channel and its stream: tickets of any of them open it. */
export type Ticketed = { id: string; channelId: string | null; parentStreamId?: string | null }

/** Offer of a ticket: the address of its shop, and its price in whole minor units. */
export type TicketOffer = { ticketUrl: string | null; ticketPrice: { amount: number; currency: string } | null }

/** The offer of a video without tickets. */
export const noOffer: TicketOffer = { ticketUrl: null, ticketPrice: null }

/** Schema fields of an offer. */
export const offerShape = {
  ticketUrl: nullable(Type.String({ description: 'Address of the ticket shop.' })),
  ticketPrice: nullable(
    closed(
      {
        amount: Type.Integer({ minimum: 0, description: 'Whole minor units: cents of EUR, yen of JPY.' }),
        currency: Type.String({ description: 'Currency of ISO 4217.' }),
      },
      { title: 'TicketPrice', description: 'Price of a ticket; null where the owner names none.' },
    ),
  ),
}

/** Offers by video id, for ticketed videos whose event has an address or a price. */
export async function ticketOffersOf(
  ctx: Ctx,
  videos: readonly (Ticketed & { visibility: string })[],
): Promise<ReadonlyMap<string, TicketOffer>> {
  const ticketed = videos.filter(({ visibility }) => visibility === 'ticketed')
  if (ticketed.length === 0) return new Map()
  const targets = [...new Set(ticketed.flatMap(rowsOf))]
  const rows = await ctx.db.rows(offersOf, [ctx.account.id, targets])
  const offers = new Map(rows.map(({ target, url, amount, currency }) => [target, offerOf({ url, amount, currency })]))
  const found = ticketed.flatMap((video): [string, TicketOffer][] => {
    const offer = rowsOf(video)
      .map((each) => offers.get(each))
      .find((each) => each !== undefined)
    return offer === undefined ? [] : [[video.id, offer]]
  })
  return new Map(found)
}

function offerOf({ url, amount, currency }: Record<'url' | 'currency', string | null> & { amount: number | null }) {
  const ticketPrice = amount === null || currency === null ? null : { amount, currency }
  return { ticketUrl: url, ticketPrice }
}

/** Row ids whose tickets open a video: the video, its stream and its channel. */
export function rowsOf({ id, channelId, parentStreamId = null }: Ticketed): string[] {
  const prefix = id.slice(0, id.indexOf('_'))
  const all = [uuidOf(prefix, id), uuidOf('str', parentStreamId), uuidOf('chn', channelId)]
  return all.filter((each) => each !== null)
}

const offersOf = statement(
  'livestream_ticketing_event.offers',
  'account',
  `select coalesce(static_id, stream_id, channel_id) as target, external_event_url as url, price_amount as amount,
     price_currency as currency
   from livestream_ticketing_event
   where account_id = $1 and deleted_at is null and (external_event_url is not null or price_amount is not null)
     and (static_id = any($2::uuid[]) or stream_id = any($2::uuid[]) or channel_id = any($2::uuid[]))`,
)
