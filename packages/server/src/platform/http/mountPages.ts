import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Ctx } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { HtmlResponse, Page, PageResponse } from '#kit/nouns/page.ts'
import { problem, reasons, type Problem } from '#kit/call/problem.ts'
import { openCall, platformAccount, type Kernel } from '#platform/call/callContext.ts'
import { sendKept, varyBy } from '#platform/docs/keptBytes.ts'
import type { Assets } from '#platform/pages/assets.ts'
import { documentOf } from '#platform/pages/htmlDocument.ts'
import { errorPage } from '#platform/pages/errorPage.ts'
import { pagePolicy } from '#platform/pages/policy.ts'
import { admitAnyone, type Gate } from './caller.ts'
import { clientOf } from './clientAddress.ts'
import { accountIdIn, accountIn } from './inputAccount.ts'
import { checkInput } from './inputCheck.ts'
import type { MountParts } from './mount.ts'
import { preferredLanguages } from './languages.ts'
import { blankForm, checkOwnSite, formBytesMax, submit, withFormBodies, type Refused } from './pageForms.ts'
import { partyOfAnyone } from './party.ts'
import { isUnchanged } from './unchanged.ts'
import { readViewerCookies } from './viewerCookies.ts'
import { keepVisitor, readVisitor, type VisitorCookie } from './visitorCookie.ts'

/** The parts of the server that pages need. `mount` runs the operations of their forms. */
export type PageParts = {
  kernel: Kernel
  gate: Gate
  assets: Assets
  mount: MountParts
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyRequest {
    page: Page | undefined
  }
}

const forever = 'public, max-age=31536000, immutable'
const pageRate = 'call'

/** Mounts pages on their routes, their forms on the same routes by POST, and their files on `/assets`. */
export function mountPages(server: FastifyInstance, parts: PageParts, pages: readonly Page[]): void {
  server.get('/assets/:name', async (request, reply) => {
    // cast: the route has this one parameter.
    const { name } = request.params as { name: string }
    const kept = await parts.assets.find(name)
    if (kept === undefined) throw problem(reasons.routeNotFound)
    return sendKept(kept, request, reply.header('cache-control', forever))
  })
  for (const each of pages) mountPage(server, parts, each)
  withFormBodies(server, (scope) => {
    for (const each of pages) mountForm(scope, parts, each)
  })
}

function mountPage(server: FastifyInstance, parts: PageParts, page: Page): void {
  server.route({
    method: 'GET',
    config: { admission: 'own' },
    url: page.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: admission(parts, page, { rate: pageRate, check: () => undefined }),
    handler: async (request, reply) => {
      const call = await callOf(parts, page, request)
      const sent = await render(parts, { page, request, reply, ...call })
      await call.finish()
      return sent
    },
  })
}

/** The form of a page: a refused submission renders the page again, a successful one may lead on by 303. */
function mountForm(server: FastifyInstance, parts: PageParts, page: Page): void {
  const { form } = page
  if (form === undefined) return
  server.route({
    method: 'POST',
    config: { admission: 'own' },
    bodyLimit: formBytesMax,
    url: page.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: admission(parts, page, {
      rate: form.submits.rate,
      check: (request) => {
        if (form.isAddressed !== true) checkOwnSite(request, parts.gate.ownOrigin)
      },
    }),
    handler: async (request, reply) => {
      const call = await callOf(parts, page, request)
      const { input, visitor, viewers } = call
      const done = await submit(parts.mount, request, { page, form, input, visitor, viewers: viewers.cookies })
      if (!('output' in done)) return render(parts, { page, request, reply, ...call, after: done })
      viewers.settle(reply)
      if (form.pathAfter !== undefined) return reply.redirect(form.pathAfter(done.output, call.input), 303)
      const after = { refused: { values: {}, errors: {}, message: undefined, output: done.output }, status: 200 }
      return render(parts, { page, request, reply, ...call, after })
    },
  })
}

type Admission = Pick<Operation, 'rate'> & { check(request: FastifyRequest): void }

function admission(parts: PageParts, page: Page, { rate, check }: Admission): onRequestHookHandler {
  return (request, _reply, done) => {
    request.page = page
    try {
      request.caller = admitAnyone(parts.gate, { rate }, request)
      check(request)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

type Rendering = PageCall & {
  page: Page
  request: FastifyRequest
  reply: FastifyReply
  /** State of the form after a submission. */
  after?: { refused: Refused; status: number }
}

async function render(parts: PageParts, rendering: Rendering): Promise<FastifyReply> {
  const { page, request, reply, ctx, input, visitor, viewers, after } = rendering
  let isFormShown = false
  const response = await page.handle(ctx, input, {
    languages: preferredLanguages(request.headers['accept-language']),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    isHead: request.method === 'HEAD',
    form() {
      isFormShown = true
      return { ...blankForm(parts.kernel, visitor), ...after?.refused }
    },
  })
  if (isFormShown && page.form?.isAddressed !== true) keepVisitor(reply, visitor, isSecure(parts))
  // A shared cache must not keep a form, whose token and cookie belong to one visitor, nor a page for one viewer.
  if (!('redirect' in response)) {
    const isPersonal = isFormShown || after !== undefined || viewers.isRead()
    cacheFor(reply, isPersonal ? undefined : response.cacheSeconds)
  }
  const isAfter = after !== undefined && 'html' in response
  return sendPage(parts, reply, isAfter ? { ...response, status: after.status } : response)
}

function isSecure({ kernel }: PageParts): boolean {
  return kernel.settings.publicUrl.startsWith('https:')
}

type PageCall = {
  ctx: Ctx
  finish(): Promise<void>
  input: Record<string, unknown>
  visitor: VisitorCookie
  viewers: ReturnType<typeof readViewerCookies>
}

async function callOf(parts: PageParts, page: Page, request: FastifyRequest): Promise<PageCall> {
  const { caller } = request
  const { kernel } = parts
  if (caller === undefined) throw problem(reasons.unavailable)
  // cast: the query parser and the router make plain objects.
  const sent = { ...(request.query as object), ...(request.params as object) }
  const input = checkInput(page, withFlags(page, sent))
  const isOfAccount = accountIdIn(page, input) !== undefined
  const account = isOfAccount ? await accountIn(kernel, page, input) : platformAccount
  // A link from another site carries the cookie: to open a page changes nothing.
  const viewers = readViewerCookies(request, { isSecure: isSecure(parts), isOwn: true })
  const { ctx, finish } = openCall(kernel, {
    account,
    actor: caller.actor,
    client: clientOf(request, parts.mount),
    viewers: viewers.cookies,
    party: partyOfAnyone(account, request.ip),
    isRead: page.emits === undefined,
    requestId: request.id,
    cause: page.id,
    emits: page.emits ?? [],
  })
  return { ctx, finish, input, visitor: readVisitor(request, isSecure(parts)), viewers }
}

const flagWords = new Map([
  ...['1', 'true', 'yes', 'on', ''].map((word): [string, string] => [word, 'true']),
  ...['0', 'false', 'no', 'off'].map((word): [string, string] => [word, 'false']),
])

/** The input with flags as `true` or `false`: embed codes write `autoplay=1`, `muted=yes` or `muted` alone. */
function withFlags({ input }: Page, sent: Record<string, unknown>): Record<string, unknown> {
  const flags = Object.entries(sent).flatMap(([name, value]) => {
    const isFlag =
      Object.hasOwn(input.properties, name) &&
      Object(input.properties[name])['type'] === 'boolean' &&
      typeof value === 'string'
    const flag = isFlag ? flagWords.get(value.toLowerCase()) : undefined
    return flag === undefined ? [] : [[name, flag]]
  })
  return { ...sent, ...Object.fromEntries(flags) }
}

function cacheFor(reply: FastifyReply, seconds: number | undefined): void {
  reply.header('cache-control', seconds === undefined ? 'private, no-cache' : `public, max-age=${seconds}`)
}

async function sendPage(parts: PageParts, reply: FastifyReply, response: PageResponse): Promise<FastifyReply> {
  if ('redirect' in response) return reply.redirect(response.redirect, response.status ?? 302)
  if ('html' in response) return sendHtml(parts, reply, response)
  if ('text' in response) return sendText(reply, response)
  reply.code(response.status ?? 200).header('content-type', 'application/json; charset=utf-8')
  return reply.send(JSON.stringify(response.json))
}

/** Sends a text with a validator, or 304 where the client has it: feed readers and calendars poll. */
function sendText(reply: FastifyReply, { text, type }: { text: string; type: string }): FastifyReply {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag)
  return isUnchanged(reply, etag) ? reply.code(304).send() : reply.header('content-type', type).send(text)
}

async function sendHtml(parts: PageParts, reply: FastifyReply, page: HtmlResponse): Promise<FastifyReply> {
  const origin = new URL(parts.kernel.settings.publicUrl).origin
  varyBy(reply, 'Accept-Language')
    .code(page.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', page.language)
    .header('content-security-policy', pagePolicy(origin, page))
    .header('referrer-policy', 'strict-origin-when-cross-origin')
  if (page.isIndexed === false) reply.header('x-robots-tag', 'noindex')
  return reply.send(await documentOf(page, parts.assets))
}

/** Whether a refusal is sent as a page: on the route of a page, or when a browser opens an unknown address. */
export function isForPerson(request: FastifyRequest): boolean {
  if (request.page !== undefined) return !request.page.isForMachines
  const isMachine = request.operation !== undefined || /^\/(api|public|hls|media)\b/.test(request.url)
  return (
    !isMachine &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    String(request.headers.accept ?? '').includes('text/html')
  )
}

/** Sends a refusal as a page, with the request id that a person can name to support. */
export function sendErrorPage(parts: PageParts, reply: FastifyReply, why: Problem): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const languages = preferredLanguages(reply.request.headers['accept-language'])
  return sendHtml(parts, reply, errorPage(why, { requestId: reply.request.id, languages }))
}
