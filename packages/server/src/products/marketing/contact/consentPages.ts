import type { Ctx } from '#kit/call/context.ts'
import { accountId, idOf } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page, type FormState, type HtmlResponse, type PageForm, type Visitor } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { formHtml } from '#platform/pages/formHtml.ts'
import { noticePage } from '#platform/pages/notice.ts'
import { audienceWords, type AudienceWords } from './audienceWords.ts'
import { checkRequested, choosePreferences, confirmContact, subscribeContact } from './consentOperations.ts'
import { contact, type Contact } from './contact.ts'
import { checkProof, proofInput, type ProofUse } from './contactToken.ts'
import { publicTopics, type TopicChoice } from './topicKeys.ts'

const address = closed({ contactId: idOf('con', { description: 'The contact.' }), proof: proofInput })
type Address = { contactId: string; proof: string }

const confirmForm: PageForm<Address> = {
  submits: confirmContact,
  fields: [],
  inputOf: (input) => ({ ...input }),
  isAddressed: true,
}

const preferencesForm: PageForm<Address> = {
  submits: choosePreferences,
  fields: [],
  inputOf: (input, _visitorId, sent) => ({
    ...input,
    isSubscribed: sent['isSubscribed'] !== undefined,
    topics: [...new Set(sent['topics'])],
  }),
  isAddressed: true,
}

const subscribeForm: PageForm<{ accountId: string }> = {
  submits: subscribeContact,
  fields: ['email', 'firstName'],
  inputOf: ({ accountId: of }) => ({ accountId: of }),
}

/** Pages on which contacts agree, choose and leave. They work without scripts; the first two without cookies. */
export const pages = [
  page('marketing.confirm', {
    route: 'GET /confirm/{contactId}/{proof}',
    title: 'Confirm a subscription',
    description: 'Second step of a double opt-in. Opening it changes nothing; its button does.',
    input: address,
    form: confirmForm,
    async handle(ctx, input, visitor) {
      const { record, words } = await provedContact(ctx, 'confirm', { input, visitor })
      const state = visitor.form()
      const isDone = state.output !== undefined || record.status === 'subscribed'
      const texts = words.confirm
      const shown = isDone
        ? noticePage({ title: texts.done, text: texts.doneText(ctx.account.name) })
        : html`<main class="notice">
            <h1>${texts.title}</h1>
            <p>${texts.text(ctx.account.name, record.email ?? '')}</p>
            ${formHtml({ path: `/confirm/${input.contactId}/${input.proof}`, state, fields: [], button: texts.button })}
          </main>`
      return responseOf(words, isDone ? texts.done : texts.title, shown)
    },
  }),
  page('marketing.preferences', {
    route: 'GET /preferences/{contactId}/{proof}',
    title: 'Mail preferences',
    description: 'A contact chooses its topics, or leaves. Opening it changes nothing; its button does.',
    input: address,
    form: preferencesForm,
    async handle(ctx, input, visitor) {
      const { record, words } = await provedContact(ctx, 'preferences', { input, visitor })
      const topics = await publicTopics(ctx)
      const shown = preferencesHtml(ctx, { record, words, topics, state: visitor.form() }, input)
      return responseOf(words, words.preferences.title, shown)
    },
  }),
  page('marketing.subscribe', {
    route: 'GET /subscribe/{accountId}',
    title: 'Subscribe',
    description: 'Form for mail of an account; a mail with a link follows.',
    input: closed({ accountId: accountId() }),
    form: subscribeForm,
    async handle(ctx, { accountId: of }, visitor) {
      const words = audienceWords(visitor.languages[0] ?? ctx.account.language)
      const state = visitor.form()
      const texts = words.subscribe
      const title = texts.title(ctx.account.name)
      if (state.output !== undefined) {
        return responseOf(words, texts.done, noticePage({ title: texts.done, text: texts.doneText }))
      }
      const fields = [
        { name: 'email', label: texts.email, type: 'email', autocomplete: 'email', isRequired: true },
        { name: 'firstName', label: texts.firstName, type: 'text', autocomplete: 'given-name' },
      ] as const
      const form = formHtml({ path: `/subscribe/${of}`, state, fields, button: texts.button })
      return responseOf(words, title, html`<main class="notice"><h1>${title}</h1><p>${texts.text}</p>${form}</main>`)
    },
  }),
]

type Asked = { input: Address; visitor: Visitor }

async function provedContact(ctx: Ctx, use: ProofUse, { input, visitor }: Asked) {
  const record = await ctx.store.find(contact, input.contactId)
  checkProof(ctx, { use, proof: input.proof }, record)
  // cast: checkProof throws for a missing contact.
  const found = record as Contact
  if (use === 'confirm') await checkRequested(ctx, found)
  return { record: found, words: audienceWords(found.locale ?? visitor.languages[0] ?? ctx.account.language) }
}

type Preferences = { record: Contact; words: AudienceWords; topics: readonly TopicChoice[]; state: FormState }

function preferencesHtml(ctx: Ctx, { record, words, topics, state }: Preferences, input: Address): Html {
  const texts = words.preferences
  const isSubscribed = record.status === 'subscribed' || record.status === 'bounced'
  // Saved without mail, the page says what follows from it.
  const result = isSubscribed ? texts.saved : words.unsubscribe.doneText(ctx.account.name, record.email)
  const saved = state.output === undefined ? '' : html`<p class="success" role="status">${result}</p>`
  const list =
    topics.length === 0
      ? ''
      : html`<fieldset class="choices">
          <legend>${texts.topics}</legend>
          ${topics.map(({ key, name, description }) =>
            choiceHtml({ name: 'topics', value: key, label: name, hint: description }, record.topics.includes(key)),
          )}
        </fieldset>`
  return html`<main class="notice">
    <h1>${texts.title}</h1>
    <p>${texts.text(ctx.account.name, record.email ?? '')}</p>
    ${saved}
    <form class="form" method="post" action="/preferences/${input.contactId}/${input.proof}" accept-charset="utf-8">
      ${choiceHtml({ name: 'isSubscribed', value: 'yes', label: texts.all, hint: texts.allHint }, isSubscribed)} ${list}
      <button class="button">${texts.save}</button>
    </form>
  </main>`
}

type Choice = { name: string; value: string; label: string; hint: string | null }

function choiceHtml({ name, value, label, hint }: Choice, isChecked: boolean): Html {
  const checked = isChecked ? html` checked` : ''
  return html`<label class="choice">
    <input type="checkbox" name="${name}" value="${value}"${checked}>
    <span>${label}${hint === null ? '' : html`<small>${hint}</small>`}</span>
  </label>`
}

function responseOf({ language }: AudienceWords, title: string, shown: Html): HtmlResponse {
  return { html: shown, title, language, isIndexed: false }
}
