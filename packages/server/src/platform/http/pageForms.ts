import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ViewerCookies } from '#kit/call/context.ts'
import type { FormState, Page, PageForm } from '#kit/nouns/page.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { refusalOfCoding } from './jsonBody.ts'
import { runSubmitted, type MountParts } from './mount.ts'
import { csrfTokenOf, isCsrfToken, type VisitorCookie } from './visitorCookie.ts'

/** Longest body of a form in bytes. */
export const formBytesMax = 16_384
/** Most values of a form: a payment link may have 100 lines with a quantity each. */
const fieldsMax = 150
const expired = 'This form was open for too long, or cookies are off. Please send it again.'

/** Values of a submitted form by name, in their order. */
type Fields = Readonly<Record<string, readonly string[]>>

/** State of a form after a submission, beside what belongs to the visitor. */
export type Refused = Omit<FormState, 'csrf' | 'visitorId'>

/** The result of a submission: the output of the operation, or the state with which the page is rendered again. */
export type Submitted = { output: unknown } | { refused: Refused; status: number }

/**
 * Opens a scope of routes that take form bodies (WHATWG URL, 5.1) of at most 16 KiB, and no others such as JSON. All
 * other routes refuse form bodies. A multipart body, which RFC 8058 allows for one-click, has no fields here.
 */
export function withFormBodies(server: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^application\/x-www-form-urlencoded(\s*;.*)?$/i,
      { parseAs: 'string' },
      (request, body, parsed) => {
        const refusal = refusalOfCoding(request.headers)
        if (refusal === undefined) parsed(null, readFields(String(body)))
        else parsed(refusal)
      },
    )
    scope.addContentTypeParser(/^multipart\/form-data(\s*;.*)?$/i, { parseAs: 'string' }, (_request, _body, parsed) =>
      parsed(null, {}),
    )
    routes(scope)
    done()
  })
}

function readFields(body: string): Fields {
  const pairs = [...new URLSearchParams(body)].slice(0, fieldsMax)
  const fields: Record<string, string[]> = Object.create(null)
  for (const [name, value] of pairs) (fields[name] ??= []).push(value)
  return fields
}

/**
 * Refuses a submission from another site. Browsers name the site in Sec-Fetch-Site, older ones in Origin. Programs send
 * neither and pass: they have no cookies of a person. Throws origin_not_allowed.
 */
export function checkOwnSite({ headers, host }: FastifyRequest, ownOrigin: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isOwn = origin === undefined || origin === ownOrigin || URL.parse(origin)?.host === host
  if ((site === undefined || site === 'same-origin') && isOwn) return
  throw problem(reasons.originNotAllowed)
}

/** State of a form before its submission. */
export function blankForm(kernel: Kernel, visitor: VisitorCookie): FormState {
  const csrf = csrfTokenOf(kernel.ports.get(keyHashPort), visitor)
  return { csrf, visitorId: visitor.id, values: {}, errors: {}, message: undefined }
}

type Submission = {
  page: Page
  form: PageForm
  input: Record<string, unknown>
  visitor: VisitorCookie
  viewers: ViewerCookies
}

/**
 * Runs the operation of a form with its fields. Refusals that a person can correct are returned as a state; others are
 * thrown, such as rate_limited, and become an error page.
 */
export async function submit(parts: MountParts, request: FastifyRequest, of: Submission): Promise<Submitted> {
  const { form, input, visitor, viewers } = of
  // cast: the parser of this scope makes fields of every body.
  const sent = (request.body ?? {}) as Fields
  const typed = Object.fromEntries(form.fields.flatMap((name) => fieldOf(sent, name)))
  const refused = (status: number, state: Partial<FormState>): Submitted => {
    const { password: _password, ...values } = typed
    const { password: _passwords, csrf: _csrf, ...others } = sent
    return { status, refused: { values, errors: {}, message: undefined, sent: others, ...state } }
  }
  const token = sent['csrf']?.at(-1) ?? ''
  if (form.isAddressed !== true && !isCsrfToken(parts.kernel.ports.get(keyHashPort), visitor, token)) {
    return refused(403, { message: expired, reason: 'form_expired' })
  }
  if (form.redrawnBy !== undefined && sent[form.redrawnBy] !== undefined) return refused(200, {})
  try {
    const body = { ...typed, ...form.inputOf(input, visitor.id, sent) }
    return { output: await runSubmitted(parts, { of: form.submits, request, sent: body, viewers }) }
  } catch (error) {
    if (!(error instanceof Problem) || ![400, 401, 403, 409].includes(error.status)) throw error
    const errors = Object.fromEntries(error.fields.map(({ path, message }) => [path.slice(1), sentenceOf(message)]))
    const isOnFields = Object.keys(errors).length > 0 && Object.keys(errors).every((name) => form.fields.includes(name))
    return refused(error.status, { errors, message: isOnFields ? undefined : error.message, reason: error.reason })
  }
}

/** A field with its last value; an empty one was not typed. */
function fieldOf(sent: Fields, name: string): [string, string][] {
  const value = sent[name]?.at(-1) ?? ''
  return value === '' ? [] : [[name, value]]
}

/** The message of a field as a sentence for a person: `must not be empty` becomes `This must not be empty.` */
function sentenceOf(message: string): string {
  return `This ${message}.`
}
