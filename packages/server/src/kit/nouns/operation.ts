import { Type, type Static, type TObject, type TSchema } from '#kit/values/schema.ts'
import type { AccountKind, Ctx } from '#kit/call/context.ts'
import type { Fact } from './fact.ts'
import { limits } from '#kit/call/limits.ts'
import type { OperationRate } from '#kit/call/rateClasses.ts'
import type { Reason } from '#kit/call/problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * secret: secret and restricted keys. public: these and public keys.
 * none: anyone, at a `/public` address; the account is that of the first id in the input.
 */
export type Credential = 'secret' | 'public' | 'none'

/**
 * A marker in an example: the id of a resource that the test makes first, from the example of its create. `as`: the
 * same account and row under another prefix, such as a playback id. `has`: what it is given then, as media of a video.
 */
export type MadeFirst = { madeFirst: string; as?: string; has?: 'media' }

/** One operation of the API: router, validator, documentation, SDK, CLI and tests all read this one value. */
export type Operation<I = unknown, O = unknown> = {
  /** `<product>.<noun>.<verb>` */
  id: string
  method: Method
  path: string
  title: string
  description: string
  /** `<product>.<noun>:<read|write|…>`; empty for credential none. */
  scope: string
  credential: Credential
  /** Account kinds that may use it. */
  kinds: readonly AccountKind[]
  stability: 'beta' | 'public_beta' | undefined
  /** Day of the last review of a documented operation, `YYYY-MM-DD`. */
  reviewed: string | undefined
  isCompanion: boolean
  /** Reads take no audit row, no idempotency key. */
  isRead: boolean
  /** Unknown fields are ignored, conflicts answer 400, the headers of safe retries are ignored. */
  isLenient: boolean
  /** Which bucket it draws from. */
  rate: OperationRate
  /** Bytes of its JSON body. */
  bodyBytesMax: number
  /** Whether `ctx.client` holds the client program and its country. */
  seesClient: boolean
  /** The media type of an answer that is a text as it is, not an envelope: captions, feeds, calendars. */
  textType: string | undefined
  /** Events by name, with the schema of their data: `handle` answers an endless AsyncIterable of ServerEvent. */
  events: Readonly<Record<string, TSchema>> | undefined
  input: TObject
  /** The answer to the account that owns what is read, or does the write. */
  output: TSchema
  /** The answer to a public key, and about records of another account; absent where both get the same. */
  publicOutput: TSchema | undefined
  emits: readonly Fact[]
  /** Reasons of its own, beside those that any operation can give. */
  reasons: readonly Reason[]
  /** Those of them that say that a guess was wrong: too many of these, and who guesses is not heard for a while. */
  wrongGuesses: readonly Reason[]
  /** An input that works, for the documentation and for the tests that run it. */
  example: Record<string, unknown>
  handle(ctx: Ctx, input: I): Promise<O>
}

type Declared<I extends TObject, O extends TSchema> = {
  route: `${Method} /${string}`
  title: string
  description?: string
  scope: string
  credential?: Credential
  kinds?: readonly AccountKind[]
  stability?: 'beta' | 'public_beta'
  reviewed?: string
  isCompanion?: boolean
  isRead?: boolean
  isLenient?: boolean
  rate?: OperationRate
  /** Left out: 1 MiB with a secret key alone, 16 KiB where the public may call it. */
  bodyBytesMax?: number
  seesClient?: boolean
  textType?: string
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
    kinds: declared.kinds ?? (declared.credential === 'public' && isRead ? everyKind : managingKinds),
    stability: declared.stability,
    reviewed: declared.reviewed,
    isCompanion: declared.isCompanion ?? false,
    isRead,
    isLenient: declared.isLenient ?? false,
    rate: declared.rate ?? 'call',
    bodyBytesMax: declared.bodyBytesMax ?? bodyBytesMaxOf(declared.credential),
    seesClient: declared.seesClient ?? false,
    textType: declared.textType,
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
 * A handler whose writes are all in the database: under an Idempotency-Key `ctx.once` runs the whole of it, so that the
 * answer is kept in the same commit.
 */
export function once<I, O>(handle: (ctx: Ctx, input: I) => Promise<O>): (ctx: Ctx, input: I) => Promise<O> {
  return (ctx, input) => ctx.once((inner) => handle(inner, input))
}

type EventsOf<E extends Record<string, TSchema>> = {
  [Name in keyof E & string]: { event: Name; data: Static<E[Name]> }
}[keyof E & string]

type DeclaredStream<I extends TObject, E extends Record<string, TSchema>> = Omit<
  Declared<I, TSchema>,
  'output' | 'publicOutput' | 'textType' | 'emits' | 'handle'
> & {
  events: E
  /**
   * Throws Problem to refuse. What it answers is read until it ends or the reader is gone, who then calls `return`.
   * `latestEvents` makes one that can be left at any moment; a generator notices only when its next event comes.
   */
  handle(ctx: Ctx, input: Static<I>): Promise<AsyncIterable<EventsOf<E>>>
}

/** Declares an operation that answers a stream of events (`text/event-stream`, HTML Living Standard §9.2). */
export function eventStream<I extends TObject, E extends Record<string, TSchema>>(
  id: string,
  { events, handle, ...declared }: DeclaredStream<I, E>,
): Operation {
  const output = Type.String({ description: 'Events, each an `event` line and a `data` line of JSON.' })
  // cast: mount reads what a stream answers as events, and never as its text.
  const answering = handle as unknown as Operation['handle'] & (() => Promise<string>)
  return { ...operation(id, { ...declared, output, handle: answering }), events }
}

/** The same operation, marked as one that the catalogue lacks; accounts of every kind manage themselves by it. */
export function companion(of: Operation): Operation {
  return { ...of, isCompanion: true, kinds: everyKind }
}

/** Kinds that manage products. */
export const managingKinds: readonly AccountKind[] = ['business', 'streamer']
/** Kinds that look at products, and manage themselves. */
export const everyKind: readonly AccountKind[] = ['business', 'streamer', 'personal']

/** In an example: the id of a resource of this noun, made first; `as` another prefix, and given what it `has`. */
export function madeFirst(resourceId: string, more: { as?: string; has?: 'media' } = {}): MadeFirst {
  return { madeFirst: resourceId, ...more }
}

function isMethod(text: string | undefined): text is Method {
  return text === 'GET' || text === 'POST' || text === 'PUT' || text === 'DELETE'
}
