import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { readAddress } from '#platform/mail/mailbox.ts'
import { ticketAccessGranted, ticketingEventSynced } from '#products/livestream/facts.ts'
import { recordChange } from './attendeeSync.ts'
import type { TicketingEvent } from './eventFields.ts'
import { applyList, attendeesAtOnceMax, cleanAttendee, roomOf } from './issueTickets.ts'
import { attendeeOf, sentAttendee } from './providers/generic.ts'
import type { Attendee } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { holdSync } from './syncRow.ts'
import { findKnown, ticketsMax } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'
import { eventPrefix } from './ticketIds.ts'

const rowsMax = 100
const countMax = 50

const refusals = ['incomplete', 'address', 'code', 'type', 'revoked', 'full'] as const
type Refusal = (typeof refusals)[number]

const row = closed({
  ...sentAttendee.properties,
  count: Type.Optional(
    whole(1, countMax, { description: 'Tickets for this address, each with a code of its own; 1 when left out.' }),
  ),
})
type Row = Static<typeof row>

const tickets = (description: string) => whole(0, countMax, { description })
const result = closed({
  issued: tickets('Tickets that were issued; with isTrial: that would be.'),
  known: tickets('Tickets that the holder has already.'),
  refused: tickets('Tickets that were not issued.'),
  reason: nullable(
    oneOf(refusals, {
      description:
        'Reason of a refusal. incomplete: neither address nor code. address: no mail address. code: unusable, or ' +
        'with a count. type: does not open the event. revoked: by you, earlier. full: the event has no room.',
    }),
  ),
})
type Result = Static<typeof result>

export const operations = [
  operation('livestream.ticket.issue', {
    route: 'POST /api/video/ticket/issue',
    title: 'Tickets - Issue',
    description:
      'Issues tickets of a generic event to a list of holders, with a result for each. A holder who has the tickets ' +
      'already gets no others, so a list can be sent again.',
    scope: 'livestream.ticket:write',
    bodyBytesMax: limits.bodyBytesMax,
    input: closed({
      ticketingEventId: idOf(eventPrefix, { description: 'The event that the tickets are for.' }),
      attendees: Type.Array(row, {
        minItems: 1,
        maxItems: rowsMax,
        description: 'Holders, of 200 tickets together at most.',
      }),
      isTrial: Type.Optional(flag({ description: 'Whether nothing is issued and the results say what would be.' })),
    }),
    output: closed({
      results: Type.Array(result, { description: 'One result for each holder, in their order.' }),
      ticketsSold: whole(0, ticketsMax, { description: 'Tickets of the event that are valid now.' }),
    }),
    emits: [ticketAccessGranted, ticketingEventSynced],
    example: {
      ticketingEventId: madeFirst('livestream.ticketingEvent'),
      attendees: [{ email: 'ada@example.com', name: 'Ada', count: 2 }],
    },
    handle: once(async (ctx, { ticketingEventId, attendees, isTrial = false }) => {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      if (event === undefined) {
        throw invalid(unknownReference('ticketingEventId'))
      }
      checkList(event, attendees)
      return ctx.atomic((inner) => issueList(inner, event, { rows: attendees, isTrial }))
    }),
  }),
].map(companion)

function checkList(event: TicketingEvent, rows: readonly Row[]): void {
  if (providerOf(event.provider) !== undefined) {
    throw invalid(field('attendees', 'notAllowed', 'are read from the provider; they are yours to send with generic'))
  }
  const total = rows.reduce((sum, { count = 1 }) => sum + count, 0)
  if (total > attendeesAtOnceMax) {
    throw invalid(field('attendees', 'maximum', `must be of ${attendeesAtOnceMax} tickets together at most`))
  }
}

/** The tickets of a row, or the reason for none. */
type Wish = { attendees: readonly Attendee[] } | { refusal: Refusal }

/** Issues the tickets of rows under the lock of the event. Results of a trial are the same, and nothing is written. */
async function issueList(
  ctx: Ctx,
  event: TicketingEvent,
  { rows, isTrial }: { rows: readonly Row[]; isTrial: boolean },
) {
  const sync = await holdSync(ctx, event.id)
  const observedAt = ctx.now().toISOString()
  const wishes = rows.map((each) => wishOf(each))
  const all = wishes.flatMap((wish) => ('attendees' in wish ? wish.attendees : []))
  const ids = all.flatMap((each) => cleanAttendee(ctx, event, each)?.externalId ?? [])
  const known = await findKnown(ctx, event.id, { ids, since: observedAt })
  const states = new Map<string, 'active' | 'revoked' | 'listed'>()
  for (const { external_id: id, status } of known) if (states.get(id) !== 'active') states.set(id, status)
  let room = sync === undefined ? 0 : roomOf(sync)
  const issued: Attendee[] = []
  const issue = (attendee: Attendee): 'issued' | 'known' | Refusal => {
    const clean = cleanAttendee(ctx, event, attendee)
    if (clean === undefined) return attendee.code === undefined ? 'address' : 'code'
    const state = states.get(clean.externalId)
    if (state === 'revoked') return 'revoked'
    if (!clean.isValid) return 'type'
    if (state === undefined && room === 0) return 'full'
    // The first row of a holder counts.
    if (state === 'listed') return 'known'
    issued.push(attendee)
    states.set(clean.externalId, 'listed')
    if (state === 'active') return 'known'
    room -= 1
    return 'issued'
  }
  const results = wishes.map((wish, index) =>
    'refusal' in wish ? refused(rows[index]?.count ?? 1, wish.refusal) : summed(wish.attendees.map(issue)),
  )
  const count = results.reduce((sum, each) => sum + each.issued, 0)
  const ticketsSold = sync?.tickets_sold ?? 0
  if (isTrial || issued.length === 0) return { results, ticketsSold }
  const counts = await applyList(ctx, event, { attendees: issued, observedAt })
  await recordChange(ctx, event, { counts, isWhole: false })
  if (count > 0) await ctx.audit({ action: 'livestream.ticket.issued', target: event.id })
  return { results, ticketsSold: ticketsSold + count }
}

function wishOf({ count = 1, ...sent }: Row): Wish {
  if (sent.email === undefined && sent.ticketCode === undefined) return { refusal: 'incomplete' }
  if (sent.email !== undefined && readAddress(sent.email) === undefined) return { refusal: 'address' }
  if (sent.ticketCode !== undefined && count > 1) return { refusal: 'code' }
  const attendee = attendeeOf(sent)
  if (attendee === undefined) return { refusal: 'code' }
  // No mail address ends so: the further tickets of an address have names that no other holder has.
  const others = Array.from({ length: count - 1 }, (_, index) => `${attendee.externalId}#${index + 2}`)
  return { attendees: [attendee, ...others.map((externalId) => ({ ...attendee, externalId }))] }
}

function refused(count: number, reason: Refusal): Result {
  return { issued: 0, known: 0, refused: count, reason }
}

function summed(outcomes: readonly ('issued' | 'known' | Refusal)[]): Result {
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
  const [issued, known] = [count('issued'), count('known')]
  const reason = outcomes.find((each): each is Refusal => each !== 'issued' && each !== 'known') ?? null
  return { issued, known, refused: outcomes.length - issued - known, reason }
}
