import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, readCookie } from './cookies.ts'

/** The random id of a browser, and whether its cookie is still to be set. */
export type VisitorCookie = { id: string; isNew: boolean }

const idShape = /^[A-Za-z0-9_-]{22}$/
const idBytes = 16

/** The visitor's id from the cookie, or a new one. */
export function readVisitor(request: FastifyRequest, isSecure: boolean): VisitorCookie {
  const id = readCookie(request, cookieName('visitor', isSecure)) ?? ''
  return idShape.test(id) ? { id, isNew: false } : { id: randomBytes(idBytes).toString('base64url'), isNew: true }
}

/** Sets the cookie of a new visitor for the session of the browser. Scripts and other sites cannot read it. */
export function keepVisitor(reply: FastifyReply, { id, isNew }: VisitorCookie, isSecure: boolean): void {
  if (!isNew) return
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieName('visitor', isSecure)}=${id}; ${attributes}`)
}

/** The CSRF token of a visitor: a keyed hash of the cookie, which another site can neither read nor compute. */
export function csrfTokenOf(hash: (text: string) => Buffer, { id }: VisitorCookie): string {
  return hash(`page form ${id}`).toString('base64url')
}

/** Whether a submitted token is that of the visitor's cookie, in constant time. A new visitor has no valid token. */
export function isCsrfToken(hash: (text: string) => Buffer, visitor: VisitorCookie, sent: string): boolean {
  const expected = Buffer.from(csrfTokenOf(hash, visitor))
  const given = Buffer.from(sent)
  return !visitor.isNew && given.length === expected.length && timingSafeEqual(given, expected)
}
