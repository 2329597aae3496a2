import type { Input } from '#test/world/world.ts'
import type { FakeServer } from './fakeServer.ts'

/** A ticket buyer. */
export type Buyer = { email: string; name: string }

/** A call of the provider to a hook. */
export type FakeCall = { headers: Record<string, string>; payload: string }

type Draft = Input<'livestream.ticketingEvent.create'>
type Credentials = NonNullable<Draft['credentials']>

/** A fake ticket seller with the calls of the real one's documentation. It sells tickets of one event. */
export type FakeProvider = {
  provider: Draft['provider']
  server: FakeServer
  externalEventId: string
  credentials: Credentials
  /** Credentials with a typing mistake. */
  wrongCredentials: Credentials
  /** Sells one ticket; returns its id at the seller. */
  sell(buyer: Buyer): string
  refund(ticketId: string): void
  /** Removes a ticket from the seller's list. */
  forget(ticketId: string): void
  /** Gives a ticket to another person, under the same id. */
  transfer(ticketId: string, to: Buyer): void
  /** The webhook body for a ticket that changed at a time. */
  call(ticketId: string, now: Date): FakeCall
  [Symbol.asyncDispose](): Promise<void>
}

/** A sold ticket in a fake. */
export type Sold = Buyer & { id: string; order: string; isRefunded: boolean }

/** The event of all fakes. */
export const fakeEvent = {
  title: 'Summer Night',
  url: 'https://tickets.example.com/summer-night',
  startsAt: '2026-11-21T20:00:00.000Z',
  endsAt: '2026-11-21T22:00:00.000Z',
}

/** Tickets in the order of their sale, each in an order of its own. */
export function tillOf(prefixes: { ticket: string; order: string }) {
  const sold: Sold[] = []
  const find = (id: string) => {
    const found = sold.find((each) => each.id === id)
    if (found === undefined) throw new Error(`${id} was never sold`)
    return found
  }
  return {
    sold,
    sell(buyer: Buyer): string {
      const number = sold.length + 1
      const ticket = { ...buyer, id: `${prefixes.ticket}${number}`, order: `${prefixes.order}${number}` }
      sold.push({ ...ticket, isRefunded: false })
      return ticket.id
    },
    refund: (id: string) => void (find(id).isRefunded = true),
    forget: (id: string) => void sold.splice(sold.indexOf(find(id)), 1),
    transfer: (id: string, to: Buyer) => void Object.assign(find(id), to),
    find,
  }
}

/** A page of a list, by its number from 1. */
export function pageOf<T>(all: readonly T[], number: number, size: number): { items: T[]; pages: number } {
  return { items: all.slice((number - 1) * size, number * size), pages: Math.max(1, Math.ceil(all.length / size)) }
}
