import type { Ctx } from '#kit/call/context.ts'
import type { Fact } from './fact.ts'
import type { Html } from '#kit/values/html.ts'
import type { Static, TObject } from '#kit/values/schema.ts'
import type { Operation } from './operation.ts'

/** The browser that opens a page. */
export type Visitor = {
  /** BCP 47 tags of the Accept-Language header, best first; at most 10. */
  languages: readonly string[]
  /** The `User-Agent` header; empty when there was none. */
  userAgent: string
  /** Whether the request wants the headers alone. */
  isHead: boolean
  /** State of the page's form. A response that reads it sets the visitor's cookie, so it must not be cached. */
  form(): FormState
}

/** State of a form while its page is rendered: at first, or again after a refused submission. */
export type FormState = {
  /** CSRF token, for a hidden input named `csrf`. */
  csrf: string
  /** Submitted values by field, without passwords. */
  values: Readonly<Record<string, string>>
  /** Messages by field. */
  errors: Readonly<Record<string, string>>
  /** Message of a refusal that concerns no single field. */
  message: string | undefined
  /** Random id of the browser, the same in later visits and submissions. */
  visitorId: string
  /** Reason of a refusal, for a page with words of its own. */
  reason?: string
  /** Every submitted value by name after a refusal; undefined before. */
  sent?: Readonly<Record<string, readonly string[]>>
  /** Output of the operation after a submission to a form without `pathAfter`; undefined before. */
  output?: unknown
}

/**
 * The form of a page, which works without scripts. It submits an operation that needs no key: checks, rates and errors
 * are those of the operation. A POST to the page's address runs it; a refusal renders the page again with `FormState`.
 */
export type PageForm<I = unknown> = {
  submits: Operation
  /** Inputs of the operation that a person fills in. */
  fields: readonly string[]
  /** Name of a button that renders the page again with what was sent, and runs nothing. */
  redrawnBy?: string
  /**
   * Further input of the operation. `visitorId`: random id of the browser, the same in later submissions. `sent`: every
   * submitted value by name, for check boxes and lists. A Problem that it throws is a refusal of the form.
   */
  inputOf(input: I, visitorId: string, sent: Readonly<Record<string, readonly string[]>>): Record<string, unknown>
  /**
   * Path that the browser opens after success, by 303. `output` is that of the operation. Without it the page is
   * rendered again, with the output in `FormState`.
   */
  pathAfter?(output: unknown, input: I): string
  /**
   * The address of the page is the credential, such as a link in a mail: a submission needs no cookie, token or origin,
   * so that a mail provider can send it as well (RFC 8058).
   */
  isAddressed?: true
}

/** A page for people. The platform adds document head, style sheet, script and a strict content policy. */
export type HtmlResponse = {
  html: Html
  title: string
  /** BCP 47 tag of the page's own words. */
  language: string
  /** Further elements of the head: descriptions, cards, alternates. */
  head?: Html
  /** Script module of `packages/audience`; without one the page has no script. */
  island?: string
  /** Inline styles apply, of which mails consist. Such a page has no script. */
  hasInlineStyles?: boolean
  /** Overrides the colour scheme of the visitor's system. */
  theme?: 'light' | 'dark'
  /** Classes of the body, for the style sheet. */
  look?: string
  /** HTTP status; 200 when left out. */
  status?: number
  /** Origins that may show it in a frame; none when left out. */
  frameAncestors?: 'none' | 'any' | readonly string[]
  /** Cache lifetime for browsers and proxies; without it the page is not cached. */
  cacheSeconds?: number
  /** False keeps it from search engines. */
  isIndexed?: boolean
}

/** A response for programs: JSON, or text of another type such as a feed. */
export type DataResponse =
  | { json: unknown; status?: number; cacheSeconds?: number }
  | { text: string; type: string; cacheSeconds?: number }

/** A redirect to a path of this server or to an absolute address. */
export type RedirectResponse = { redirect: string; status?: 301 | 302 | 307 | 308 }

export type PageResponse = HtmlResponse | DataResponse | RedirectResponse

/** An address that a browser opens. Mount, documentation and tests read this one value. */
export type Page<I = unknown> = {
  /** `<product>.<noun>` */
  id: string
  method: 'GET'
  path: string
  title: string
  description: string
  input: TObject
  /** Programs open it: refusals are JSON. */
  isForMachines: boolean
  /** Unknown parameters, such as those of campaigns, are ignored. */
  isLenient: true
  form?: PageForm<I>
  /** Facts that a visit may emit, for a page that records visits; others only read. */
  emits?: readonly Fact[]
  handle(ctx: Ctx, input: I, visitor: Visitor): Promise<PageResponse>
}

type Declared<I extends TObject> = {
  route: `GET /${string}`
  title: string
  description: string
  /** A closed object of path and query parameters. */
  input: I
  isForMachines?: boolean
  form?: PageForm<Static<I>>
  /** Facts that a visit may emit, for a page that records visits; others only read. */
  emits?: readonly Fact[]
  /**
   * Renders the page. Throws Problem for an error page. The account of `ctx` is that of the first id in the input, else
   * the platform's, which owns no records.
   */
  handle(ctx: Ctx, input: Static<I>, visitor: Visitor): Promise<PageResponse>
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
    // cast: the mount calls `form` and `answer` only with input that the schema accepted.
    form: declared.form as Page['form'],
    // cast: as above.
    handle: declared.handle as Page['handle'],
  }
}
