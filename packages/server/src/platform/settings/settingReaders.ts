import { isAbsolute, join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { readAddress, readMailbox, type Mailbox } from '#platform/mail/mailbox.ts'

/** Readers of the texts of settings. Each throws an Error with the expected form, as in "PORT must be …". */

/** Reader of an optional setting. */
export function optional<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (given) => (given === '' ? undefined : read(given))
}

/** Reads one word. */
export function text(given: string): string {
  if (/\s/.test(given)) throw new Error('one word without spaces')
  return given
}

/** A secret that may be part of an address without encoding. */
export function urlWord(given: string): string {
  if (/^[\w.~-]{16,128}$/.test(given)) return given
  throw new Error('16 to 128 letters, digits and any of -._~')
}

/** `on` or `off`, as a boolean. */
export function onOff(given: string): boolean {
  if (given === 'on' || given === 'off') return given === 'on'
  throw new Error('on or off')
}

/** Reads one of a few words. */
export function oneOf<const T extends string>(...allowed: T[]): (text: string) => T {
  return (given) => {
    const found = allowed.find((each) => each === given)
    if (found !== undefined) return found
    throw new Error(`one of ${allowed.join(', ')}`)
  }
}

/** An http or https address without a path. */
export function originUrl(given: string): string {
  const url = URL.parse(given)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  if (isOrigin) return url.origin
  throw new Error('an http or https address without a path, such as https://api.example.com')
}

/** The address of a PostgreSQL database. */
export function postgresUrl(given: string): string {
  const url = URL.parse(given)
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return given
  throw new Error('an address such as postgres://user:password@host:5432/database')
}

/** The address of a mail server. */
export function smtpUrl(given: string): string {
  const url = URL.parse(given)
  const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
  if (isServer && url.search === '' && url.hash === '') return given
  throw new Error('an address such as smtps://user:password@mail.example.com or smtp://localhost:2525')
}

/** Sender of mails. */
export function mailbox(given: string): Mailbox {
  const found = readMailbox(given)
  if (found !== undefined) return found
  throw new Error('an address such as ada@example.com or Ada <ada@example.com>')
}

/** A domain of mail addresses. */
export function mailDomain(given: string): string {
  const address = readAddress(`a@${given}`)
  if (address !== undefined) return address.slice(2)
  throw new Error('a domain such as bounces.example.com')
}

/** 32 bytes in base64 or hexadecimal digits. */
export function key32(given: string): Buffer {
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64url')
  if (/^[A-Za-z0-9+/_-]+=*$/.test(given) && bytes.length === 32) return bytes
  throw new Error('32 bytes in base64 (44 characters) or hex (64), such as `openssl rand -base64 32` makes')
}

/** A bearer token. */
export function token(given: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(given)) return given
  throw new Error('16 to 200 printable characters without spaces')
}

/** The name of a header, in lower case. */
export function headerName(given: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(given)) return given.toLowerCase()
  throw new Error('the name of a header, such as CF-IPCountry')
}

/** Addresses and ranges of proxies; false for none. */
export function proxies(given: string): false | string[] {
  if (given === 'off') return false
  const parts = given.split(',').map((part) => part.trim())
  const isAddress = (part: string) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)
  if (parts.every((part) => part === 'loopback' || isAddress(part))) return parts
  throw new Error('off, or addresses and ranges such as 10.0.0.0/8, separated by commas')
}

/** A port to listen on, or `off` for none. */
export function port(given: string): number | 'off' {
  if (given === 'off') return given
  const value = Number(given)
  if (/^\d+$/.test(given) && value <= 65_535) return value
  throw new Error('a whole number from 0 to 65535, or off')
}

/** The address that encoders publish to. */
export function rtmpAddress(given: string): string {
  const url = URL.parse(given)
  if (url !== null && /^rtmps?:$/.test(url.protocol) && url.pathname.length > 1) return given.replace(/\/+$/, '')
  throw new Error('an address such as rtmp://live.example.com/live')
}

/** The folder of the checkout, against which relative paths in settings are resolved. */
export const checkoutDir = join(import.meta.dirname, '../../../../..')

/** A file or folder; a relative path starts at the checkout. */
export function path(given: string): string {
  return isAbsolute(given) ? given : resolve(checkoutDir, given)
}
