import type { Ctx } from '#kit/call/context.ts'
import type { Fact } from './fact.ts'
import { limits } from '#kit/call/limits.ts'
import type { Static, TObject } from '#kit/values/schema.ts'

/** A call of a hook, byte for byte: its signature covers the raw bytes. */
export type HookCall = {
  /** Headers by name in lower case; the first one of repeated headers. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** An address that a partner's server calls. The call proves itself by a signature or a secret, without a key. */
export type Hook<I = unknown> = {
  /** `<product>.<noun>.<verb>` */
  id: string
  method: 'POST'
  /** Path below `/hooks/` with an id, which names the account. */
  path: string
  description: string
  input: TObject
  /** Unknown parameters of the address are ignored. */
  isLenient: true
  /** Bytes of one body: 1 MiB, or 5 MiB for a batch. */
  bodyBytesMax: number
  emits: readonly Fact[]
  handle(ctx: Ctx, input: I, call: HookCall): Promise<void>
}

type Declared<I extends TObject> = {
  route: `POST /hooks/${string}`
  description: string
  /** Parameters of path and query. */
  input: I
  /** Bytes of one body; 1 MiB when left out. */
  bodyBytesMax?: number
  emits: readonly Fact[]
  /** Handles a call; partners may send the same event several times, also concurrently. Throws Problem to refuse. */
  handle(ctx: Ctx, input: Static<I>, call: HookCall): Promise<void>
}

/** Declares a hook. `route` is one greppable string: method and path. */
export function hook<I extends TObject>(id: string, { route, ...declared }: Declared<I>): Hook {
  const bodyBytesMax = declared.bodyBytesMax ?? limits.bodyBytesMax
  return {
    id,
    method: 'POST',
    path: route.slice('POST '.length),
    isLenient: true,
    ...declared,
    bodyBytesMax,
    // cast: the mount calls handle only with input that the schema accepted.
    handle: declared.handle as Hook['handle'],
  }
}
