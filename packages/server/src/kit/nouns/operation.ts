import { Type, type Static, type TObject, type TSchema } from '#kit/values/schema.ts'
import type { AccountKind, Ctx } from '#kit/call/context.ts'
import type { Fact } from './fact.ts'
import { limits } from '#kit/call/limits.ts'
import type { OperationRate } from '#kit/call/rateClasses.ts'
import type { Reason } from '#kit/call/problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * secret: secret and restricted keys. public: these and public keys.
 * person: a signed-in person, in no account. none: anyone, at a `/public` address; the account is that of the first id
 * in the input, which start requires of operations that are not of the platform.
 */
export type Credential = 'secret' | 'public' | 'person' | 'none'

/**
 * A marker in an example: the id of a resource that the test creates first, from the example of its create. `as`: the
 * same account and row under another prefix, such as a playback id. `has`: additions to the resource, such as media of
 * a video. author: a viewer who made it.
 */
export type MadeFirst = { madeFirst: string; as?: string; has?: 'media' | 'live' | 'author' }

/** A free object of a list's items, whose members an export in CSV has as columns of their own, beside the object. */
export type FreeColumns = {
  /** Field of an item that holds the object. */
  of: string
  /** Names of members, bounded. */
  names(ctx: Ctx): Promise<readonly string[]>
}

/** One operation of the API: router, validator, documentation, SDK, CLI and tests all read this one value. */
export type Operation<I = unknown, O = unknown> = {
  /** `<product>.<noun>.<verb>` */
  id: string
  method: Method
  path: string
  title: string
  description: string
  /** `<product>.<noun>:<read|write|…>`; empty for the credentials person and none. */
  scope: string
  credential: Credential
  /** Whether the operation works on the platform, and not on one account. */
  isOfPlatform: boolean
  /** Account kinds that may call the operation. */
  kinds: readonly AccountKind[]
  stability: 'beta' | 'public_beta' | undefined
  /** Day of the last review of a documented operation, `YYYY-MM-DD`. */
  reviewed: string | undefined
  isCompanion: boolean
  /** Reads take no audit row, no idempotency key. */
  isRead: boolean
  /** Unknown fields are ignored, conflicts answer 400, the headers of safe retries are ignored. */
  isLenient: boolean
  /** Rate class of its token bucket. */
  rate: OperationRate
  /** Bytes of its JSON body. */
  bodyBytesMax: number
  /** Whether `ctx.client` holds the client program, its country and its network. */
  seesClient: boolean
  /** Whether `ctx.session` reads, starts and ends the session of the browser. Foreign origins are refused. */
  seesSession: boolean
  /** Whether `ctx.viewers` reads, starts and ends the sessions of viewers in the browser. */
  seesViewer: boolean
  /** Media type of a response that is plain text without an envelope: captions, feeds, calendars. */
  textType: string | undefined
  /** Members of a free object with columns of their own in an export. */
  freeColumns: FreeColumns | undefined
  /** Events by name, with the schema of their data: `handle` returns an endless AsyncIterable of ServerEvent. */
  events: Readonly<Record<string, TSchema>> | undefined
  input: TObject
  /** Response to the account that owns the record or does the write. */
  output: TSchema
  /** Response to a public key, and about records of another account; absent where both are the same. */
  publicOutput: TSchema | undefined
  emits: readonly Fact[]
  /** Reasons of this operation, beside those of any operation. */
  reasons: readonly Reason[]
  /** Reasons that mean "wrong password or code". Counted per network prefix; too many answer 429. */
  wrongGuesses: readonly Reason[]
  /** A valid input, for the documentation and for the tests that run it. */
  example: Record<string, unknown>
  handle(ctx: Ctx, input: I): Promise<O>
}

type Declared<I extends TObject, O extends TSchema> = {
  route: `${Method} /${string}`
  title: string
  description?: string
  scope: string
  credential?: Credential
  /** platform: works on no account, so the input of a keyless operation needs no id. */
  account?: 'platform'
  kinds?: readonly AccountKind[]
  stability?: 'beta' | 'public_beta'
  reviewed?: string
  isCompanion?: boolean
  isRead?: boolean
  isLenient?: boolean
  rate?: OperationRate
  /** Bytes of the JSON body; when left out, 1 MiB with a secret key alone, 16 KiB for public operations. */
  bodyBytesMax?: number
  seesClient?: boolean
  seesSession?: boolean
  seesViewer?: boolean
  textType?: string
  freeColumns?: FreeColumns
  input: I
  output: O
  publicOutput?: TSchema
  emits?: readonly Fact[]
  reasons?: readonly Reason[]
  wrongGuesses?: readonly Reason[]
  example: Record<string, unknown>
  handle(ctx: Ctx, input: Static<I>): Promise<Static<O>>
}

/** Declares an operation. `route` is one greppable string: method and path. */
export function operation<I extends TObject, O extends TSchema>(id: string, declared: Declared<I, O>): Operation {
  const [method, path] = declared.route.split(' ')
  if (!isMethod(method) || path === undefined) throw new Error(`${id}: route ${declared.route} is not METHOD /path`)
  const isRead = declared.isRead ?? method === 'GET'
  return {
    id,
    method,
    path,
    title: declared.title,
    description: declared.description ?? '',
    scope: declared.scope,
    credential: declared.credential ?? 'secret',
    isOfPlatform: declared.account === 'platform' || declared.credential === 'person',
    kinds: declared.kinds ?? (declared.credential === 'public' && isRead ? everyKind : managingKinds),
    stability: declared.stability,
    reviewed: declared.reviewed,
    isCompanion: declared.isCompanion ?? false,
    isRead,
    isLenient: declared.isLenient ?? false,
    rate: declared.rate ?? 'call',
    bodyBytesMax: declared.bodyBytesMax ?? bodyBytesMaxOf(declared.credential),
    seesClient: declared.seesClient ?? false,
    seesSession: declared.seesSession ?? false,
    seesViewer: declared.seesViewer ?? false,
    textType: declared.textType,
    freeColumns: declared.freeColumns,
    events: undefined,
    input: declared.input,
    output: declared.output,
    publicOutput: declared.publicOutput,
    emits: declared.emits ?? [],
    reasons: declared.reasons ?? [],
    wrongGuesses: declared.wrongGuesses ?? [],
    example: declared.example,
    // cast: mount calls handle only with input that the schema accepted.
    handle: declared.handle as Operation['handle'],
  }
}

function bodyBytesMaxOf(credential: Credential = 'secret'): number {
  return credential === 'secret' ? limits.bodyBytesMax : limits.publicBodyBytesMax
}

/**
 * A handler whose writes are all in the database: under an Idempotency-Key `ctx.once` commits its writes and its
 * response together.
 */
export function once<I, O>(handle: (ctx: Ctx, input: I) => Promise<O>): (ctx: Ctx, input: I) => Promise<O> {
  return (ctx, input) => ctx.once((inner) => handle(inner, input))
}

type EventsOf<E extends Record<string, TSchema>> = {
  [Name in keyof E & string]: { event: Name; data: Static<E[Name]>; id?: string }
}[keyof E & string]

type DeclaredStream<I extends TObject, E extends Record<string, TSchema>> = Omit<
  Declared<I, TSchema>,
  'output' | 'publicOutput' | 'textType' | 'emits' | 'handle'
> & {
  events: E
  /**
   * Returns the events, which are read until their end or until the client disconnects, which calls `return`. Throws
   * Problem to refuse. `latestEvents` makes a stream that can end at any moment; a generator notices only at its next
   * event.
   */
  handle(ctx: Ctx, input: Static<I>): Promise<AsyncIterable<EventsOf<E>>>
}

/**
 * Declares an operation that responds with a stream of events (`text/event-stream`, HTML Living Standard §9.2). The
 * first event comes at once. An input `lastEventId` also comes in the header `Last-Event-ID`. The stream ends when its
 * credential is revoked.
 */
export function eventStream<I extends TObject, E extends Record<string, TSchema>>(
  id: string,
  { events, handle, ...declared }: DeclaredStream<I, E>,
): Operation {
  const output = Type.String({ description: 'Events, each an `event` line and a `data` line of JSON.' })
  // cast: mount reads the return value of a stream as events, and never as its text.
  const streamHandle = handle as unknown as Operation['handle'] & (() => Promise<string>)
  return { ...operation(id, { ...declared, output, handle: streamHandle }), events }
}

/** The operation, marked as missing in the catalogue; accounts of every kind manage themselves by it. */
export function companion(of: Operation): Operation {
  return { ...of, isCompanion: true, kinds: everyKind }
}

/**
 * Kind of a call for clients. read, and create with a clientReference: may be repeated. write: repeatable with an
 * Idempotency-Key. bare: takes none of the headers of safe retries.
 */
export function callKindOf(of: Operation): 'read' | 'write' | 'create' | 'bare' {
  if (of.isRead) return 'read'
  if (of.isLenient || of.credential === 'none') return 'bare'
  return Object.hasOwn(of.input.properties, 'clientReference') ? 'create' : 'write'
}

/** Whether an operation lists records, by offset and by cursor. A list within a record has a cursor alone. */
export function isList({ input, output }: Operation): boolean {
  // cast: a schema is a plain JSON object; TypeBox types hide that.
  const { properties = {} } = output as { properties?: Record<string, unknown> }
  return (
    ['items', 'pagination'].every((name) => Object.hasOwn(properties, name)) &&
    Object.hasOwn(input.properties, 'offset')
  )
}

/** Account kinds that manage products. */
export const managingKinds: readonly AccountKind[] = ['business', 'streamer']
/** Account kinds that use products, and manage themselves. */
export const everyKind: readonly AccountKind[] = ['business', 'streamer', 'personal']

/** The id of a resource of this noun in an example, created first; `as` another prefix, with the additions of `has`. */
export function madeFirst(
  resourceId: string,
  more: { as?: string; has?: 'media' | 'live' | 'author' } = {},
): MadeFirst {
  return { madeFirst: resourceId, ...more }
}

function isMethod(text: string | undefined): text is Method {
  return text === 'GET' || text === 'POST' || text === 'PUT' || text === 'DELETE'
}
