import assert from 'node:assert/strict'
import { fakeEventbrite } from '#test/fakes/eventbrite.ts'
import type { FakeCall, FakeProvider } from '#test/fakes/fakeProvider.ts'
import { fakeHiEvents } from '#test/fakes/hiEvents.ts'
import { fakeLuma } from '#test/fakes/luma.ts'
import { fakePretix } from '#test/fakes/pretix.ts'
import { fakeTicketTailor } from '#test/fakes/ticketTailor.ts'
import { objectOf, type Input, type Json, type OneProcess } from '#test/world/world.ts'

/** Fake of every ticket seller that has an API. */
export const fakes = {
  eventbrite: fakeEventbrite,
  luma: fakeLuma,
  pretix: fakePretix,
  hiEvents: fakeHiEvents,
  ticketTailor: fakeTicketTailor,
} satisfies Record<string, () => Promise<FakeProvider>>

/** Creates a public recorded video, which plays from its source address. */
export async function makeVideo(w: OneProcess, more: Input<'livestream.static.create'> = {}) {
  const media = { videoUrl: 'https://media.example.com/night.mp4', importMode: 'link' } as const
  return w.call('livestream.static.create', { title: 'Summer Night', visibility: 'public', ...media, ...more })
}

type EventDraft = Partial<Input<'livestream.ticketingEvent.create'>>

/** Creates an event of the generic provider, for a new video unless a target is given. */
export async function makeGeneric(w: OneProcess, more: EventDraft = {}) {
  const target = more.streamId ?? more.channelId ?? more.staticId
  const staticId = target === undefined ? { staticId: (await makeVideo(w)).id } : {}
  return w.call('livestream.ticketingEvent.create', {
    ...staticId,
    provider: 'generic',
    externalEventId: 'night',
    ...more,
  })
}

/** Creates an event of a fake seller for a new video, and waits for the first import. */
export async function tie(w: OneProcess, fake: FakeProvider, more: EventDraft = {}) {
  const staticId = (await makeVideo(w)).id
  const { provider, externalEventId, credentials } = fake
  const made = await w.call('livestream.ticketingEvent.create', {
    staticId,
    provider,
    externalEventId,
    credentials,
    ...more,
  })
  await w.settle()
  return made
}

/** Current state of an event. */
export async function eventOf(w: OneProcess, ticketingEventId: string) {
  return w.call('livestream.ticketingEvent.get', { ticketingEventId })
}

/** Tickets of an event with their codes, active ones by default. */
export async function ticketsOf(w: OneProcess, ticketingEventId: string, status: 'active' | 'revoked' = 'active') {
  const page = await w.call('livestream.ticket.all', { ticketingEventId, status, limit: 100, sort: 'createdAt' })
  return Promise.all(page.items.map(({ id }) => w.call('livestream.ticket.get', { ticketId: id })))
}

/** Calls a hook at an address. Returns the HTTP status. */
export async function callHook(w: OneProcess, url: unknown, { headers, payload }: FakeCall): Promise<number> {
  const { pathname, search } = new URL(String(url))
  const request = { method: 'POST', url: pathname + search, headers, payload } as const
  return (await w.app.server.inject(request)).statusCode
}

/** Caught mails with their texts, newest first. */
export async function caughtMails(w: OneProcess) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  return Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: id })))
}

/** Ticket code in a mail; asserts that its link has the same one. */
export function codeIn({ text }: { text: string }): string {
  const code = /requires it: (\S+)/.exec(text)?.[1] ?? ''
  const linked = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'http://none').searchParams.get('ticket')
  assert.equal(linked, code)
  return code
}

/** Context of the account, for functions that are no operations. */
export function contextOf(w: OneProcess) {
  return w.app.operatorCtx(w.account.account, 'test')
}

/** Payloads of the emitted facts of a name, oldest first. */
export async function payloadsOf(w: OneProcess, name: string): Promise<Json[]> {
  return (await w.emitted(`livestream.ticketingEvent.${name}`)).map(({ payload }) => objectOf(payload))
}
