import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account, ViewerCookies } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { cookieName, readCookie } from './cookies.ts'

type Rules = {
  isSecure: boolean
  /** Whether a page of this server sends the request. */
  isOwn: boolean
}

/** The cookies of viewers in a request. `settle` writes their changes into the response. */
export type RequestViewers = {
  cookies: ViewerCookies
  /** Whether the handler has looked for a viewer: its response belongs to one person. */
  isRead(): boolean
  settle(reply: FastifyReply): void
}

/** Reads the cookies of viewers, one of each account. */
export function readViewerCookies(request: FastifyRequest, { isSecure, isOwn }: Rules): RequestViewers {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const lines = new Map<string, string>()
  let wasRead = false
  const nameOf = ({ publicId }: Account) => cookieName(`viewer_${publicId}`, isSecure)
  const set = (account: Account, text: string) => {
    if (!isOwn) throw problem(reasons.originNotAllowed)
    lines.set(nameOf(account), `${nameOf(account)}=${text}; ${attributes}`)
  }
  return {
    cookies: {
      read(account) {
        wasRead = true
        return isOwn ? readCookie(request, nameOf(account)) : undefined
      },
      start: (account, { token, maxAgeSeconds }) => set(account, `${token}; Max-Age=${maxAgeSeconds}`),
      end: (account) => set(account, '; Max-Age=0'),
    },
    isRead: () => wasRead,
    settle(reply) {
      for (const line of lines.values()) reply.header('set-cookie', line)
    },
  }
}

/** Whether a page of this server sends a request, or a program, which has no cookies of a person. */
export function isOfOwnPage(ownOrigin: string, { headers }: FastifyRequest): boolean {
  const { origin = ownOrigin, 'sec-fetch-site': site = 'none' } = headers
  return origin === ownOrigin && site !== 'cross-site' && site !== 'same-site'
}
