import type { Ctx } from '#kit/call/context.ts'
import { html, htmlText, type Html } from '#kit/values/html.ts'
import { idOf, oneOf } from '#kit/values/fields.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { page, type PageForm } from '#kit/nouns/page.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { formHtml } from '#platform/pages/formHtml.ts'
import { noticePage } from '#platform/pages/notice.ts'
import {
  contactChanged,
  contactOccurred,
  contactStatusChanged,
  contactUnsubscribed,
  contactUpdated,
  messageClicked,
  messageOpened,
  messageUnsubscribed,
} from '#products/marketing/facts.ts'
import { canLeave, contact, type Contact } from '#products/marketing/contact/contact.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import { remainingContact } from '#products/marketing/contact/remainingContact.ts'
import { changeContact } from '#products/marketing/contact/contactWrites.ts'
import { publicTopics } from '#products/marketing/contact/topicKeys.ts'
import { audienceWords, type AudienceWords } from '#products/marketing/contact/audienceWords.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { holdReceiver } from './heldReceiver.ts'
import { isReachedBy, renderMessage } from './messageView.ts'
import { campaignProperty, checkLink, clickTarget, linkProof } from './messageLinks.ts'
import { touchMessage } from './messageTouch.ts'

/** A transparent GIF of one pixel, in bytes below 128. */
const pixel = 'GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;'

/** Links of a mail leave its frame, where most pages would refuse to be shown. */
const inNewTabs = '<base target="_blank">'

const address = closed({ messageId: idOf('msg', { description: 'The message.' }), proof: linkProof })
type Address = { messageId: string; proof: string }
const touched = [contactOccurred, messageOpened, messageClicked]

/** Unsubscribe: by the link in a mail, or by a mail program (RFC 8058). */
export const unsubscribeMessage = companion(
  operation('marketing.message.unsubscribe', {
    route: 'POST /public/marketing/message/unsubscribe',
    title: 'Message - Unsubscribe',
    description: 'Unsubscribes the contact of a message by the link in it.',
    scope: '',
    credential: 'none',
    input: address,
    output: closed({ status: oneOf(Object.keys(contact.states), { description: 'State of the contact.' }) }),
    emits: [
      contactUpdated,
      contactUnsubscribed,
      contactStatusChanged,
      contactChanged,
      contactOccurred,
      messageUnsubscribed,
    ],
    example: { messageId: `msg_${'0'.repeat(34)}`, proof: 'AAAAAAAAAAAAAAAAAAAAAAAA' },
    async handle(ctx, { messageId: id, proof }) {
      checkLink(ctx, 'unsubscribe', { id, proof })
      return ctx.atomic(async (inner) => ({ status: await unsubscribe(inner, id) }))
    },
  }),
)

const form: PageForm<Address> = {
  submits: unsubscribeMessage,
  fields: [],
  inputOf: (input) => ({ ...input }),
  isAddressed: true,
}

/** Pages behind the links of mails. */
export const pages = [
  page('marketing.unsubscribe', {
    route: 'GET /u/{messageId}/{proof}',
    title: 'Unsubscribe',
    description: 'Leave the mails of an account. Opening it changes nothing; its button, or a POST, does.',
    input: address,
    form,
    async handle(ctx, { messageId: id, proof }, visitor) {
      checkLink(ctx, 'unsubscribe', { id, proof })
      const state = visitor.form()
      const { record, isReached } = await readerOf(ctx, id)
      const own = isReached ? record?.locale : undefined
      const { language, unsubscribe: words } = audienceWords(own ?? visitor.languages[0] ?? ctx.account.language)
      const isDone = state.output !== undefined || record === undefined || !canLeave(record)
      const shown = isDone
        ? await leftHtml(ctx, words, isReached ? record : undefined)
        : html`<main class="notice">
            <h1>${words.title}</h1>
            <p>${words.text(ctx.account.name)}</p>
            ${formHtml({ path: `/u/${id}/${proof}`, state, fields: [], button: words.button })}
          </main>`
      return { html: shown, title: isDone ? words.done : words.title, language, isIndexed: false }
    },
  }),
  page('marketing.view', {
    route: 'GET /v/{messageId}/{proof}',
    title: 'Mail in the browser',
    description: 'A mail as it was sent.',
    input: address,
    async handle(ctx, { messageId: id, proof }) {
      checkLink(ctx, 'view', { id, proof })
      const rendered = await renderMessage(ctx, id)
      const source = rendered.html ?? htmlText(html`<pre>${rendered.text}</pre>`)
      return {
        html: html`<main class="mail-view">
          <h1>${rendered.subject}</h1>
          <iframe
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            title="${rendered.subject}"
            srcdoc="${inNewTabs}${source}"
          ></iframe>
        </main>`,
        hasInlineStyles: true,
        title: rendered.subject,
        language: ctx.account.language,
        isIndexed: false,
      }
    },
  }),
  page('marketing.open', {
    route: 'GET /t/o/{messageId}/{proof}',
    title: 'Open of a mail',
    description: 'Image of one pixel that counts the open of a mail.',
    input: address,
    isForMachines: true,
    emits: touched,
    async handle(ctx, { messageId: id, proof }, { userAgent, isHead }) {
      checkLink(ctx, 'open', { id, proof })
      const uuid = rowId('msg', id)
      await ctx.atomic((inner) => touchMessage(inner, { uuid, kind: 'opened', userAgent, isHead }))
      return { text: pixel, type: 'image/gif' }
    },
  }),
  page('marketing.trap', {
    route: 'GET /t/h/{messageId}/{proof}',
    title: 'Link for programs',
    description: 'A link in a mail that no person sees: its visitor is a scanner, and so are clicks around the visit.',
    input: address,
    isForMachines: true,
    emits: touched,
    async handle(ctx, { messageId: id, proof }, { userAgent, isHead }) {
      checkLink(ctx, 'trap', { id, proof })
      const uuid = rowId('msg', id)
      await ctx.atomic((inner) => touchMessage(inner, { uuid, kind: 'trapped', userAgent, isHead }))
      return { text: 'This link is for programs that scan mails.', type: 'text/plain; charset=utf-8' }
    },
  }),
  page('marketing.click', {
    route: 'GET /t/c/{messageId}/{proof}',
    title: 'Click in a mail',
    description: 'Counts a click and leads on to the address that the mail named.',
    input: closed({ ...address.properties, to: clickTarget }),
    emits: touched,
    async handle(ctx, { messageId: id, proof, to }, { userAgent, isHead }) {
      checkLink(ctx, 'click', { id, proof, target: to })
      const uuid = rowId('msg', id)
      await ctx.atomic((inner) => touchMessage(inner, { uuid, kind: 'clicked', userAgent, isHead, target: to }))
      // A header has ASCII alone: an address of other letters goes in the form that browsers send.
      return { redirect: URL.parse(to)?.href ?? encodeURI(to.toWellFormed()) }
    },
  }),
]

/**
 * The contact of a message, also after merges; undefined for one that is erased. `isReached`: the message went to its
 * present address. The link of another one shows neither the contact nor the way to its preferences. Throws not_found.
 */
async function readerOf(ctx: Ctx, id: string): Promise<{ record: Contact | undefined; isReached: boolean }> {
  const [message] = await ctx.db.rows(contactOfMessage, [ctx.account.id, rowId('msg', id)])
  if (message === undefined) throw problem(reasons.notFound)
  const record = await remainingContact(ctx, message.contact_id)
  return { record, isReached: record !== undefined && isReachedBy(message, record) }
}

/** The page of a contact that has left: the way back, and to the topics, for one that left by itself. */
async function leftHtml(ctx: Ctx, words: AudienceWords['unsubscribe'], record: Contact | undefined): Promise<Html> {
  const text = words.doneText(ctx.account.name, record?.email ?? null)
  if (record?.status !== 'unsubscribed') return noticePage({ title: words.done, text })
  const path = new URL(preferencesUrl(ctx, record)).pathname
  // The contact keeps its other topics: it learns nothing of them.
  const topics = (await publicTopics(ctx)).filter(({ key }) => record.topics.includes(key))
  return html`<main class="notice">
    <h1>${words.done}</h1>
    <p>${text}</p>
    <p>${words.mistake}</p>
    <form class="form" method="post" action="${path}" accept-charset="utf-8">
      <input type="hidden" name="isSubscribed" value="yes">
      ${topics.map(({ key }) => html`<input type="hidden" name="topics" value="${key}">`)}
      <button class="button">${words.undo}</button>
    </form>
    <p><a href="${path}">${words.choose}</a></p>
  </main>`
}

/** Unsubscribes the contact of a message, once. Returns its state. Throws not_found. */
async function unsubscribe(ctx: Ctx, id: string): Promise<string> {
  await holdReceiver(ctx, rowId('msg', id))
  const [message] = await ctx.db.rows(markUnsubscribed, [ctx.account.id, rowId('msg', id), ctx.now().toISOString()])
  if (message === undefined) throw problem(reasons.notFound)
  const record = await remainingContact(ctx, message.contact_id)
  if (record === undefined || !canLeave(record)) return record?.status ?? 'unsubscribed'
  const { id: contactId } = record
  const { record: after } = await changeContact(ctx, contactId, {
    patch: {},
    source: 'unsubscribeLink',
    options: { action: 'unsubscribe' },
  })
  const properties = campaignProperty(ctx, message.campaign_id)
  await recordEvents(ctx, [{ contactId, name: 'marketing.message.unsubscribed', subject: id, properties }])
  return after.status
}

const contactOfMessage = statement(
  'marketing_message.contactOf',
  'account',
  'select contact_id, channel, address_key from marketing_message where account_id = $1 and id = $2',
)

const markUnsubscribed = statement(
  'marketing_message.unsubscribe',
  'account',
  `update marketing_message set unsubscribed_at = coalesce(unsubscribed_at, $3::timestamptz)
   where account_id = $1 and id = $2 returning contact_id, campaign_id`,
)
