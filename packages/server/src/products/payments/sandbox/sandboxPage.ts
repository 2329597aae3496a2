import { Type } from '#kit/values/schema.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { operation } from '#kit/nouns/operation.ts'
import { page, type FormState, type PageForm } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, oneOf, webUrl } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { formHtml } from '#platform/pages/formHtml.ts'
import { paySandbox, sandboxCardUnknown, sandboxDeclined, sandboxEnded } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { sandboxCards } from '#platform/pay/sandbox/sandboxCards.ts'
import { sessionOf, sessionPrefix, type SandboxRow } from '#platform/pay/sandbox/sandboxRows.ts'
import { sandboxWords, type SandboxWords } from './sandboxWords.ts'

const session = { sessionId: idOf(sessionPrefix, { description: 'Session of the sandbox.' }) }

/** The decision of a payer at the sandbox. */
export const payOperation = operation('payments.sandbox.pay', {
  route: 'POST /public/sandbox/pay',
  title: 'Sandbox - Pay',
  description:
    'Pays at the built-in test provider, which moves no money. The page of the sandbox submits it. Test cards: ' +
    `${Object.keys(sandboxCards).join(', ')}.`,
  scope: '',
  credential: 'none',
  input: closed({
    ...session,
    card: Type.Optional(line(40, { description: 'Number of a test card.' })),
    decision: Type.Optional(
      oneOf(['approve', 'refuse'], { description: 'Answer to the extra step of the payer’s bank.' }),
    ),
  }),
  output: closed({
    id: idOf(sessionPrefix, { description: 'The session.' }),
    status: line(20, { description: 'State of the session.' }),
    returnUrl: webUrl({ description: 'Address that the payer returns to.' }),
  }),
  reasons: [sandboxDeclined, sandboxCardUnknown, sandboxEnded],
  example: { sessionId: `${sessionPrefix}_${'0'.repeat(34)}`, card: '4242 4242 4242 4242' },
  async handle(ctx, { sessionId, ...chosen }) {
    const row = await paySandbox(ctx, sessionId, chosen)
    return { id: sessionId, status: row.status, returnUrl: row.return_url }
  },
})

const cardForm: PageForm<{ sessionId: string }> = {
  submits: payOperation,
  fields: ['card', 'decision'],
  inputOf: ({ sessionId }) => ({ sessionId }),
  pathAfter: (output, { sessionId }) => {
    // cast: the output is that of the operation.
    const { status, returnUrl } = output as { status: string; returnUrl: string }
    if (status === 'requiresAction') return `/sandbox/checkout/${sessionId}`
    const { pathname, search } = new URL(returnUrl)
    return pathname + search
  },
  // The sandbox is another company: its address is all that a payer has.
  isAddressed: true,
}

/** The payment page of the sandbox. It works without scripts. */
export const pages = [
  page('payments.sandboxCheckout', {
    route: 'GET /sandbox/checkout/{sessionId}',
    title: 'Sandbox payment page',
    description: 'Payment page of the built-in test provider, which moves no money.',
    input: closed(session),
    form: cardForm,
    async handle(ctx, { sessionId }, visitor) {
      const row = await sessionOf(ctx, sessionId)
      if (row === undefined) throw problem(reasons.notFound)
      const words = sandboxWords(visitor.languages[0] ?? ctx.account.language)
      const state = visitor.form()
      const shown = isWaiting(row, ctx.now()) ? formOf(row, words, { state, sessionId }) : endedOf(row, words)
      return {
        html: html`<main class="notice"><p>${words.notice}</p>
          <h1>${row.title}</h1>
          <p><strong>${formatMoney({ amount: BigInt(row.amount), currency: row.currency }, words.language)}</strong></p>
          ${shown}</main>`,
        title: words.title,
        language: words.language,
        isIndexed: false,
      }
    },
  }),
]

function isWaiting({ status, expires_at: until }: SandboxRow, now: Date): boolean {
  return (status === 'open' || status === 'requiresAction') && new Date(until) > now
}

function endedOf({ status, return_url: url }: SandboxRow, words: SandboxWords): Html {
  const isPaid = status === 'succeeded' || status === 'processing'
  return html`<p role="status">${isPaid ? words.paid : words.ended}</p>
    <p><a href="${url}">${words.back}</a></p>`
}

type Shown = { state: FormState; sessionId: string }

function formOf(row: SandboxRow, words: SandboxWords, { state, sessionId }: Shown): Html {
  const path = `/sandbox/checkout/${sessionId}`
  const cancel = html`<p><a href="${row.cancel_url}">${words.cancel}</a></p>`
  if (row.status === 'requiresAction') {
    return html`<p>${words.extraStep}</p>
      <form class="form" method="post" action="${path}" accept-charset="utf-8">
        <button class="button" name="decision" value="approve">${words.approve}</button>
        <button class="button quiet" name="decision" value="refuse">${words.refuse}</button>
      </form>
      ${cancel}`
  }
  const fields = [
    {
      name: 'card',
      label: words.card,
      type: 'text' as const,
      autocomplete: 'off',
      hint: words.cardHint,
      isRequired: true,
    },
  ]
  const form = formHtml({ path, state, fields, button: words.pay })
  const cards = Object.entries(sandboxCards).map(
    ([number, card]) => html`<li><code>${number}</code> ${words.cardText(card)}</li>`,
  )
  return html`${form}
    <details><summary>${words.cards}</summary>
      <ul>${cards}</ul>
    </details>
    ${cancel}`
}
