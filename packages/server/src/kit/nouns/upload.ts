import type { Ctx } from '#kit/call/context.ts'
import type { Static, TObject } from '#kit/values/schema.ts'
import type { Fact } from './fact.ts'

/** One part of an uploaded file. Bytes count from 0. */
export type UploadPart = {
  /** Offset in the file; 0 starts a new file. Undefined for a request of the progress alone. */
  fromByte: number | undefined
  /** Length of the whole file; undefined while the sender does not know it. */
  totalBytes: number | undefined
  /** Whether the file ends with this part, whatever its length. */
  isLast: boolean
  /** Bytes of the part. Throws when the connection breaks. */
  body: AsyncIterable<Uint8Array>
}

/** Progress of an upload. `data` is part of the response to the sender. */
export type UploadProgress = { receivedBytes: number; isWhole: boolean; data: Record<string, unknown> }

/** An address that receives a file of any size, in one or several parts. The address itself is the credential. */
export type Upload<I = unknown> = {
  /** `<product>.<noun>.upload` */
  id: string
  method: 'PUT'
  /** Path below `/uploads/` with an id, which names the account. */
  path: string
  description: string
  input: TObject
  /** Facts that it may emit. */
  emits: readonly Fact[]
  /** Unknown parameters of the address are ignored. */
  isLenient: true
  take(ctx: Ctx, input: I, part: UploadPart): Promise<UploadProgress>
}

type Declared<I extends TObject> = {
  route: `PUT /uploads/${string}`
  description: string
  /** Parameters of path and query. */
  input: I
  /** Facts that it may emit; none when left out. */
  emits?: readonly Fact[]
  /** Receives bytes; should keep those received before a connection broke. Throws Problem to refuse. */
  take(ctx: Ctx, input: Static<I>, part: UploadPart): Promise<UploadProgress>
}

/** Declares an upload. `route` is one greppable string: method and path. */
export function upload<I extends TObject>(id: string, { route, ...declared }: Declared<I>): Upload {
  return {
    id,
    method: 'PUT',
    path: route.slice('PUT '.length),
    isLenient: true,
    emits: [],
    ...declared,
    // cast: the mount calls take only with input that the schema accepted.
    take: declared.take as Upload['take'],
  }
}
