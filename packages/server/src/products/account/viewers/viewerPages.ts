import { accountId, idOf, line, matching } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page, type FormState, type HtmlResponse, type Visitor } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { formHtml } from '#platform/pages/formHtml.ts'
import { noticePage } from '#platform/pages/notice.ts'
import { proofPattern } from '#platform/secrets/proof.ts'
import { ownPathOf } from './ownPath.ts'
import { codePrefix, findOpenCode } from './viewerCode.ts'
import { requestCode, signInByCode, signInByLink, signOut } from './viewerOperations.ts'
import { findViewer } from './signedInViewer.ts'
import { viewerWords, type ViewerWords } from './viewerWords.ts'
import { accountOfId, encodeAccountId, parseId } from '#kit/values/ids.ts'

const next = Type.Optional(line(500, { description: 'Path of this server to open after the sign-in.' }))
const codeId = idOf(codePrefix, { description: 'The code that was mailed.' })
const proof = matching(proofPattern, 24, { description: 'Proof in the link of the mail.', examples: ['A'.repeat(24)] })

/** Pages on which members of an audience sign in and out. They work without scripts. */
export const pages = [
  page('account.viewerSignIn', {
    route: 'GET /signin/{accountId}',
    title: 'Sign in',
    description: 'First step of the sign-in of an audience: the address that gets a code.',
    input: closed({ accountId: accountId(), next }),
    form: {
      submits: requestCode,
      fields: ['email', 'language'],
      inputOf: (input) => ({ accountId: input.accountId, ...(input.next === undefined ? {} : { next: input.next }) }),
      pathAfter: (output, input) => withNext(`/signin/code/${String(Object(output).codeId)}`, input.next),
    },
    async handle(ctx, input, visitor) {
      const words = wordsOf(ctx, visitor)
      if ((await findViewer(ctx)) !== undefined) return signedInPage(ctx, words, input.next)
      const title = words.start.title(ctx.account.name)
      const label = words.start.email
      const form = formHtml({
        path: withNext(`/signin/${input.accountId}`, input.next),
        state: formState(words, visitor),
        hidden: { language: words.language },
        fields: [{ name: 'email', label, type: 'email', autocomplete: 'email', isRequired: true }],
        button: words.start.button,
      })
      return responseOf(words, title, formPage({ title, text: words.start.text, form }))
    },
  }),
  page('account.viewerCode', {
    route: 'GET /signin/code/{codeId}',
    title: 'Type the code',
    description: 'Second step of the sign-in of an audience: the code of the mail.',
    input: closed({ codeId, next }),
    form: {
      submits: signInByCode,
      fields: ['code'],
      inputOf: (input) => ({ codeId: input.codeId }),
      pathAfter: (_output, input) => ownPathOf(input.next) ?? signInPathOf(input.codeId),
    },
    async handle(ctx, input, visitor) {
      const words = wordsOf(ctx, visitor)
      const { title, text, button, again } = words.code
      const code = { name: 'code', label: words.code.code, type: 'text', autocomplete: 'one-time-code' } as const
      const form = formHtml({
        path: withNext(`/signin/code/${input.codeId}`, input.next),
        state: formState(words, visitor),
        fields: [{ ...code, inputMode: 'numeric', isRequired: true }],
        button,
      })
      const small = html`<p class="small"><a href="${withNext(ownSignIn(ctx), input.next)}">${again}</a></p>`
      return responseOf(words, title, formPage({ title, text, form, small }))
    },
  }),
  page('account.viewerLink', {
    route: 'GET /signin/link/{codeId}/{proof}',
    title: 'Sign in by a link',
    description: 'The link of the mail. Opening it changes nothing, as mail filters do; its button signs in.',
    input: closed({ codeId, proof, next }),
    form: {
      submits: signInByLink,
      fields: [],
      inputOf: (input) => ({ codeId: input.codeId, proof: input.proof }),
      pathAfter: (_output, input) => ownPathOf(input.next) ?? signInPathOf(input.codeId),
    },
    async handle(ctx, input, visitor) {
      const words = wordsOf(ctx, visitor)
      const open = await findOpenCode(ctx, parseId(codePrefix, input.codeId)?.uuid ?? '')
      if (open === undefined) {
        const { title, text, again } = words.ended
        const action = html`<a class="button" href="${withNext(ownSignIn(ctx), input.next)}">${again}</a>`
        return responseOf(words, title, noticePage({ title, text, action }))
      }
      const title = words.link.title(ctx.account.name)
      const form = formHtml({
        path: withNext(`/signin/link/${input.codeId}/${input.proof}`, input.next),
        state: formState(words, visitor),
        fields: [],
        button: words.link.button,
      })
      return responseOf(words, title, formPage({ title, text: words.link.text, form }))
    },
  }),
  page('account.viewerSignOut', {
    route: 'GET /signout/{accountId}',
    title: 'Sign out',
    description: 'Signs the viewer of this browser out. Opening it changes nothing; its button does.',
    input: closed({ accountId: accountId() }),
    form: { submits: signOut, fields: [], inputOf: (input) => ({ accountId: input.accountId }) },
    async handle(ctx, input, visitor) {
      const words = wordsOf(ctx, visitor)
      const state = visitor.form()
      if (state.output !== undefined || (await findViewer(ctx)) === undefined) {
        const { title, text, again } = words.signedOut
        const action = html`<a class="button" href="${ownSignIn(ctx)}">${again}</a>`
        return responseOf(words, title, noticePage({ title, text, action }))
      }
      const title = words.signOut.title(ctx.account.name)
      const form = formHtml({ path: `/signout/${input.accountId}`, state, fields: [], button: words.signOut.button })
      return responseOf(words, title, formPage({ title, form }))
    },
  }),
]

/** State of a form, with a refusal in the language of the page. */
function formState({ refusals }: ViewerWords, visitor: Visitor): FormState {
  const state = visitor.form()
  const message = state.reason === undefined ? undefined : refusals[state.reason]
  return message === undefined ? state : { ...state, message }
}

function wordsOf(ctx: Ctx, visitor: Visitor): ViewerWords {
  return viewerWords(visitor.languages[0] ?? ctx.account.language)
}

function ownSignIn(ctx: Ctx): string {
  return `/signin/${ctx.account.publicId}`
}

/** Path of the sign-in page of the account that an id names: it shows that the viewer is signed in. */
function signInPathOf(id: string): string {
  const number = accountOfId(id)
  return number === undefined ? '/' : `/signin/${encodeAccountId(number)}`
}

function withNext(path: string, wanted: string | undefined): string {
  const own = ownPathOf(wanted)
  return own === undefined ? path : `${path}?${new URLSearchParams({ next: own })}`
}

function signedInPage(ctx: Ctx, words: ViewerWords, wanted: string | undefined) {
  const own = ownPathOf(wanted)
  if (own !== undefined) return { redirect: own }
  const title = words.signedIn.title(ctx.account.name)
  const action = html`<a class="button" href="/wallet/${ctx.account.publicId}">${words.signedIn.wallet}</a>`
  const small = html`<a href="/signout/${ctx.account.publicId}">${words.signedIn.signOut}</a>`
  return responseOf(words, title, noticePage({ title, text: words.signedIn.text, action, small }))
}

type FormPage = { title: string; text?: string; form: Html; small?: Html }

function formPage({ title, text, form, small }: FormPage): Html {
  return html`<main class="notice">
    <h1>${title}</h1>
    ${text === undefined ? '' : html`<p>${text}</p>`} ${form} ${small ?? ''}
  </main>`
}

function responseOf({ language }: ViewerWords, title: string, shown: Html): HtmlResponse {
  return { html: shown, title, language, isIndexed: false }
}
