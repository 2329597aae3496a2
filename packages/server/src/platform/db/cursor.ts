import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Cursors, Position } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { hashOf } from './storeWrites.ts'

export type { Cursors, Position }

const signatureLength = 16

/**
 * Opens cursors that are signed with a key of the server. `read` throws invalid for a forged cursor, or one of another
 * sort. A cursor is `<position as JSON, base64url>.<16 characters of its HMAC-SHA256>`.
 */
export function openCursors(key: Buffer): Cursors {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest('base64url').slice(0, signatureLength)
  return {
    write(position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${body}.${sign(body)}`
    },
    read(cursor, sort) {
      const [body = '', signature = ''] = cursor.split('.')
      const right = sign(body)
      const isOurs = signature.length === right.length && timingSafeEqual(Buffer.from(signature), Buffer.from(right))
      if (!isOurs) throw invalid(field('cursor', 'cursor', 'is not a nextCursor of this list'))
      // cast: the signature proves that `write` made it.
      const position = JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
      if (position.sort !== sort) throw invalid(field('cursor', 'cursor', 'belongs to another list, order or filter'))
      return position
    },
  }
}

/** The same cursors bound to one list and its filters: the sort that they sign includes a digest of both. */
export function cursorsWithin(cursors: Cursors, list: { id: string; filters: unknown }): Cursors {
  let digest: string | undefined
  const within = (sort: string) => {
    digest ??= hashOf(list).toString('base64url').slice(0, signatureLength)
    return `${sort}#${digest}`
  }
  return {
    write: (position) => cursors.write({ ...position, sort: within(position.sort) }),
    read: (cursor, sort) => ({ ...cursors.read(cursor, within(sort)), sort }),
  }
}
