import type { Ctx } from '#kit/context.ts'
import { encodeId, parseId } from '#kit/ids.ts'
import { stream } from './stream.ts'

const secretChars = 32
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const labelChars = 4
const keyPattern = new RegExp(`^live_([${alphabet}]{34})_([${alphabet}]{${secretChars}})$`)

/** A stream key: `live_` + the stream's account and row + 160 random bits in base32. Kept as a keyed hash, shown once. */
export type StreamKey = { text: string; hash: string; label: string }

/** A new key for a stream. */
export function makeStreamKey(ctx: Pick<Ctx, 'ports'>, streamId: string): StreamKey {
  const bytes = crypto.getRandomValues(new Uint8Array(secretChars))
  const secret = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')
  const text = `live_${streamId.slice(stream.prefix.length + 1)}_${secret}`
  return { text, hash: hashOf(ctx, text), label: secret.slice(-labelChars) }
}

/** The stream that a key names, whether or not the key is right. Undefined when it is no stream key. */
export function streamOfKey(text: string): { streamId: string; accountId: number } | undefined {
  const body = keyPattern.exec(text)?.[1]
  const parsed = body === undefined ? undefined : parseId(stream.prefix, `${stream.prefix}_${body}`)
  if (parsed === undefined) return undefined
  return { streamId: encodeId(stream.prefix, parsed.accountId, parsed.uuid), accountId: parsed.accountId }
}

/** Whether a key is the one of a stream. Compares hashes, whose first difference says nothing of the key. */
export function isStreamKey(ctx: Pick<Ctx, 'ports'>, text: string, hash: string): boolean {
  return hashOf(ctx, text) === hash
}

function hashOf(ctx: Pick<Ctx, 'ports'>, text: string): string {
  return ctx.ports.keyHash(text).toString('base64url')
}
