import type { Ctx } from '#kit/call/context.ts'
import type { Html } from '#kit/values/html.ts'
import type { Static, TObject } from '#kit/values/schema.ts'

/** What a page may know of who opens it, beside the input. */
export type Visitor = {
  /** BCP 47 tags that the browser asks for, best first; at most 10. */
  languages: readonly string[]
}

/** A page for people. The platform adds the frame around it: style sheet, script and a strict content policy. */
export type HtmlAnswer = {
  html: Html
  title: string
  /** BCP 47 tag of the page's own words. */
  language: string
  /** What else belongs into its head: descriptions, cards, alternates. */
  head?: Html
  /** The island of `packages/audience` that brings it to life; without one the page has no script. */
  island?: string
  /** Overrides what the visitor's system prefers. */
  theme?: 'light' | 'dark'
  /** Classes of the body, for the style sheet. */
  look?: string
  /** HTTP status; 200 when left out. */
  status?: number
  /** Who may show it in a frame: nobody when left out, anybody, or pages of these origins. */
  frameAncestors?: 'none' | 'any' | readonly string[]
  /** How long anybody may reuse it; left out, it is asked for each time. */
  cacheSeconds?: number
  /** False keeps it from search engines. */
  isIndexed?: boolean
}

/** Something for machines: JSON, or a text of some type such as a feed. */
export type DataAnswer =
  | { json: unknown; status?: number; cacheSeconds?: number }
  | { text: string; type: string; cacheSeconds?: number }

/** The way to another address: a path of this server, or an absolute address. */
export type RedirectAnswer = { redirect: string; status?: 301 | 302 | 307 | 308 }

export type PageAnswer = HtmlAnswer | DataAnswer | RedirectAnswer

/** An address that an audience opens in a browser. Mount, documentation and tests read this one value. */
export type Page<I = unknown> = {
  /** `<product>.<noun>` */
  id: string
  method: 'GET'
  path: string
  title: string
  description: string
  input: TObject
  /** Refusals are JSON: programs open it, and no person. */
  isForMachines: boolean
  /** Parameters that others add to an address, such as those of campaigns, are ignored. */
  isLenient: true
  answer(ctx: Ctx, input: I, visitor: Visitor): Promise<PageAnswer>
}

type Declared<I extends TObject> = {
  route: `GET /${string}`
  title: string
  description: string
  /** A closed object of path and query parameters. */
  input: I
  isForMachines?: boolean
  /**
   * Throws Problem to refuse, which is shown as a page. Its account is that of the first id in the input; where there
   * is none, `ctx` is the platform's, which owns no records, and the page finds the account by itself.
   */
  answer(ctx: Ctx, input: Static<I>, visitor: Visitor): Promise<PageAnswer>
}

/** Declares a page. `route` is one greppable string: method and path. */
export function page<I extends TObject>(id: string, declared: Declared<I>): Page {
  const { route, ...rest } = declared
  return {
    id,
    method: 'GET',
    path: route.slice('GET '.length),
    isLenient: true,
    isForMachines: false,
    ...rest,
    // cast: the mount calls answer only with input that the schema accepted.
    answer: declared.answer as Page['answer'],
  }
}
