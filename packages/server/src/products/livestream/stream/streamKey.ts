import type { Ctx } from '#kit/call/context.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { stream } from '#products/livestream/records/stream.ts'

const secretChars = 32
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const labelChars = 4
const keyPattern = new RegExp(`^live_([${alphabet}]{34})_([${alphabet}]{${secretChars}})$`)

/** Secret of a stream key: 160 random bits in base32. Only its keyed hash is stored; one response holds the secret. */
export type StreamSecret = { text: string; keyHash: string; keyLabel: string }

/** Generates a secret. */
export function makeStreamSecret(ctx: Pick<Ctx, 'port'>): StreamSecret {
  const bytes = crypto.getRandomValues(new Uint8Array(secretChars))
  const text = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')
  return { text, keyHash: hashOf(ctx, text), keyLabel: text.slice(-labelChars) }
}

/** Stream key for an encoder: `live_`, the stream's account and row, and the secret. */
export function streamKeyOf(streamId: string, secret: StreamSecret): string {
  return `live_${streamId.slice(stream.prefix.length + 1)}_${secret.text}`
}

/** Parts of a stream key. */
export type NamedStream = { streamId: string; accountId: number; secret: string }

/** Parses a stream key without checking its secret. Undefined for any other text. */
export function streamOfKey(text: string): NamedStream | undefined {
  const [, body = '', secret = ''] = keyPattern.exec(text) ?? []
  const parsed = parseId(stream.prefix, `${stream.prefix}_${body}`)
  if (parsed === undefined) return undefined
  return { streamId: encodeId(stream.prefix, parsed.accountId, parsed.uuid), accountId: parsed.accountId, secret }
}

/** Whether a secret is that of a stream. Compares keyed hashes, so the time to the first difference reveals nothing. */
export function isStreamSecret(ctx: Pick<Ctx, 'port'>, secret: string, keyHash: string): boolean {
  return hashOf(ctx, secret) === keyHash
}

function hashOf(ctx: Pick<Ctx, 'port'>, secret: string): string {
  return ctx.port(keyHashPort)(`stream ${secret}`).toString('base64url')
}
