import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { emailKeyOf } from './emailAddress.ts'

/** Kinds of addresses. */
export type AddressKind = 'email' | 'phone'

/**
 * Cause of a suppression. `stop`: the word STOP in a text message; START ends it. `left`: the contact of the address
 * had left, and has another one by now.
 */
export type SuppressionReason = 'complaint' | 'hardBounce' | 'softBounces' | 'erased' | 'manual' | 'stop' | 'left'

/** An address to suppress, and the message whose bounce or complaint is the cause. */
export type Suppressed = {
  kind: AddressKind
  address: string
  reason: SuppressionReason
  /** Row id of the message. */
  messageId?: string
}

/** Keyed hash of an address within an account: it finds the address again and does not reveal it. */
export function addressHash(ctx: Ctx, kind: AddressKind, address: string): Buffer {
  const key = kind === 'email' ? emailKeyOf(address) : address
  return ctx.port(keyHashPort)(`marketing.suppression ${ctx.account.id} ${kind} ${key}`)
}

/** Addresses of a contact, or of an input that may lack them. */
export type Reach = { email?: string | null | undefined; phone?: string | null | undefined }

/** An address with its kind. */
export type Address = { kind: AddressKind; address: string }

/** The address that the state of a contact is about: its mail address, or its number where it has none. */
export function mainAddress({ email, phone }: Reach): Address | undefined {
  if (typeof email === 'string') return { kind: 'email', address: email }
  return typeof phone === 'string' ? { kind: 'phone', address: phone } : undefined
}

/** Whether both are the same address, whatever the case of a mail address. */
export function isSameAddress(one: Address | undefined, other: Address | undefined): boolean {
  if (one?.kind !== 'email' || other?.kind !== 'email') return one?.address === other?.address
  return emailKeyOf(one.address) === emailKeyOf(other.address)
}

/** An address with the hash in hex by which a suppression knows it. */
export type Hashed = readonly [hash: string, address: string]

/** The mail address and the number of a contact, those that it has, with their hashes. */
export function hashedOf(ctx: Ctx, { email, phone }: Reach): Hashed[] {
  return [mainAddress({ email }), mainAddress({ phone })].flatMap((each) =>
    each === undefined ? [] : [[addressHash(ctx, each.kind, each.address).toString('hex'), each.address] as const],
  )
}

/** The mail addresses and numbers of people that get nothing. */
export function suppressedOf(ctx: Ctx, people: readonly Reach[]): Promise<ReadonlySet<string>> {
  return suppressedAmong(
    ctx,
    people.flatMap((each) => hashedOf(ctx, each)),
  )
}

/** The addresses among these that get nothing. */
export async function suppressedAmong(ctx: Ctx, hashed: readonly Hashed[]): Promise<ReadonlySet<string>> {
  if (hashed.length === 0) return new Set()
  const rows = await ctx.db.rows(findSuppressed, [ctx.account.id, hashed.map(([hash]) => `\\x${hash}`)])
  if (rows.length === 0) return new Set()
  const addresses = new Map(hashed)
  return new Set(rows.flatMap((row) => addresses.get(Buffer.from(row.address_hash).toString('hex')) ?? []))
}

/** Whether an address gets no mail that requests an agreement: of the suppressed ones, only one that left does. */
export async function refusesRequest(ctx: Ctx, email: string | null): Promise<boolean> {
  if (email === null) return false
  const [found] = await ctx.db.rows(readSuppression, [ctx.account.id, addressHash(ctx, 'email', email)])
  return found !== undefined && found.reason !== 'left'
}

/** The moment from which an address counts as gone by the wish of its person; undefined for none. */
export async function goneSince(ctx: Ctx, { kind, address }: Address): Promise<string | undefined> {
  const [found] = await ctx.db.rows(readSuppression, [ctx.account.id, addressHash(ctx, kind, address)])
  return found !== undefined && wishes.has(found.reason) ? found.at : undefined
}

/** Reasons that are the person's own, and no state of the address. */
const wishes: ReadonlySet<string> = new Set<SuppressionReason>(['complaint', 'erased', 'manual', 'stop', 'left'])

/** Suppresses an address for good; the first reason stays, unless it is `stop`. Call inside `ctx.atomic`. */
export function suppress(ctx: Ctx, suppressed: Suppressed): Promise<void> {
  return suppressAll(ctx, [suppressed])
}

/** Same as `suppress`, for many addresses. */
export async function suppressAll(ctx: Ctx, suppressed: readonly Suppressed[]): Promise<void> {
  const byHash = new Map(
    suppressed.map((each) => [addressHash(ctx, each.kind, each.address).toString('hex'), each] as const),
  )
  // In the order of hashes, so that two calls never wait for each other.
  const rows = [...byHash].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await ctx.db.rows(addSuppressions, [
    ctx.account.id,
    rows.map(([hash]) => `\\x${hash}`),
    rows.map(([, { kind }]) => kind),
    rows.map(([, { reason }]) => reason),
    ctx.now().toISOString(),
    rows.map(([, { messageId }]) => messageId ?? null),
  ])
}

/** Ends the suppression of an address after a fresh agreement; one for other reasons than these stays. */
export async function unsuppress(ctx: Ctx, { kind, address }: Address, reasons?: SuppressionReason[]): Promise<void> {
  await ctx.db.rows(endSuppression, [ctx.account.id, addressHash(ctx, kind, address), reasons ?? null])
}

/** Ends what an agreement of a contact ends: the suppression of its main address, and the departure of its number. */
export async function unsuppressAgreed(ctx: Ctx, reach: Reach): Promise<void> {
  const main = mainAddress(reach)
  const phone = mainAddress({ phone: reach.phone })
  if (main !== undefined) await unsuppress(ctx, main)
  if (phone !== undefined && main?.kind === 'email') await unsuppress(ctx, phone, ['left'])
}

const readSuppression = statement(
  'marketing_suppression.read',
  'account',
  'select reason, at from marketing_suppression where account_id = $1 and address_hash = $2',
)

const findSuppressed = statement(
  'marketing_suppression.find',
  'account',
  'select address_hash from marketing_suppression where account_id = $1 and address_hash = any($2::bytea[])',
)

const addSuppressions = statement(
  'marketing_suppression.add',
  'account',
  `insert into marketing_suppression as s (account_id, address_hash, kind, reason, at, message_id)
   select $1, n.address_hash, n.kind, n.reason, $5, n.message_id
   from unnest($2::bytea[], $3::text[], $4::text[], $6::uuid[]) n (address_hash, kind, reason, message_id)
   on conflict (account_id, address_hash) do update
     set reason = excluded.reason, at = excluded.at, message_id = excluded.message_id
     where s.reason = 'stop' and excluded.reason <> 'stop'`,
)

const endSuppression = statement(
  'marketing_suppression.end',
  'account',
  `delete from marketing_suppression
   where account_id = $1 and address_hash = $2 and ($3::text[] is null or reason = any($3))`,
)
