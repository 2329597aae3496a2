import assert from 'node:assert/strict'
import { fakeEventbrite } from '#test/fakes/eventbrite.ts'
import type { FakeCall, FakeProvider } from '#test/fakes/fakeProvider.ts'
import { fakeHiEvents } from '#test/fakes/hiEvents.ts'
import { fakeLuma } from '#test/fakes/luma.ts'
import { fakePretix } from '#test/fakes/pretix.ts'
import { fakeTicketTailor } from '#test/fakes/ticketTailor.ts'
import { objectOf, type Input, type Json, type OneProcess } from '#test/world/world.ts'

/** Every seller of tickets that can be asked, each played by a fake of its own. */
export const fakes = {
  eventbrite: fakeEventbrite,
  luma: fakeLuma,
  pretix: fakePretix,
  hiEvents: fakeHiEvents,
  ticketTailor: fakeTicketTailor,
} satisfies Record<string, () => Promise<FakeProvider>>

/** A recorded video that is public, played from where it lies. */
export async function makeVideo(w: OneProcess, more: Input<'livestream.static.create'> = {}) {
  const media = { videoUrl: 'https://media.example.com/night.mp4', importMode: 'link' } as const
  return w.call('livestream.static.create', { title: 'Summer Night', visibility: 'public', ...media, ...more })
}

type EventDraft = Partial<Input<'livestream.ticketingEvent.create'>>

/** A generic event for a new video, with these attendees. */
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

/** Ties a new video to what a fake sells, and reads its list for the first time. */
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

/** The event as it stands now. */
export async function eventOf(w: OneProcess, ticketingEventId: string) {
  return w.call('livestream.ticketingEvent.get', { ticketingEventId })
}

/** Its valid tickets, with their codes. */
export async function ticketsOf(w: OneProcess, ticketingEventId: string, status: 'active' | 'revoked' = 'active') {
  const page = await w.call('livestream.ticket.all', { ticketingEventId, status, limit: 100, sort: 'createdAt' })
  return Promise.all(page.items.map(({ id }) => w.call('livestream.ticket.get', { ticketId: id })))
}

/** The status of a call to a hook at this address. */
export async function callHook(w: OneProcess, url: unknown, { headers, payload }: FakeCall): Promise<number> {
  const { pathname, search } = new URL(String(url))
  const request = { method: 'POST', url: pathname + search, headers, payload } as const
  return (await w.app.server.inject(request)).statusCode
}

/** Mails that were caught, newest first, with their texts. */
export async function caughtMails(w: OneProcess) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  return Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: id })))
}

/** The code that a mail brings, and the one in its link: both must be the same. */
export function codeIn({ text }: { text: string }): string {
  const code = /requires it: (\S+)/.exec(text)?.[1] ?? ''
  const linked = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'http://none').searchParams.get('ticket')
  assert.equal(linked, code)
  return code
}

/** An account’s call for what only the server’s own parts ask. */
export function contextOf(w: OneProcess) {
  return w.app.operatorCtx(w.account.account, 'test')
}

/** The payloads of facts, oldest first. */
export async function toldOf(w: OneProcess, name: string): Promise<Json[]> {
  return (await w.emitted(`livestream.ticketingEvent.${name}`)).map(({ payload }) => objectOf(payload))
}
