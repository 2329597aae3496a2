import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { accountId, email, flag, idOf, matching, nameLine, oneOf, words } from '#kit/values/fields.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import {
  contactChanged,
  contactCreated,
  contactSubscribed,
  contactUnsubscribed,
  contactUpdated,
} from '#products/marketing/facts.ts'
import { keepConsents } from './consent.ts'
import { canLeave, contact, type Contact } from './contact.ts'
import { topicKeyPattern } from './contactFields.ts'
import { checkProof, proofInput } from './contactToken.ts'
import { changeContact, findContact, makeContact } from './contactWrites.ts'
import { normalEmail } from './emailAddress.ts'
import { canConfirm, sendOptIn } from './optInMail.ts'
import { refusesRequest } from './suppression.ts'
import { defaultTopics, publicTopics } from './topicKeys.ts'

/** Time within which an address gets one mail of the double opt-in, in milliseconds. */
const optInPauseMs = 10 * 60_000

const anyone = { scope: '', credential: 'none' } as const
const named = { contactId: idOf('con', { description: 'The contact.' }), proof: proofInput }
const emits = [contactUpdated, contactSubscribed, contactUnsubscribed, contactChanged]
const unproved = { contactId: `con_${'0'.repeat(34)}`, proof: 'AAAAAAAAAAAAAAAAAAAAAAAA' }

/** Confirm: the second step of a double opt-in. */
export const confirmContact = companion(
  operation('marketing.contact.confirm', {
    ...anyone,
    route: 'POST /public/marketing/contact/confirm',
    title: 'Contact - Confirm',
    description:
      'Confirms the address of a contact by the link that was mailed to it. One that left since needs a new link.',
    input: closed(named),
    output: closed({ status: oneOf(Object.keys(contact.states), { description: 'State of the contact.' }) }),
    emits,
    example: unproved,
    async handle(ctx, { contactId, proof }) {
      const record = await ctx.store.find(contact, contactId)
      checkProof(ctx, { use: 'confirm', proof }, record)
      if (record === undefined || !canConfirm(record)) return { status: record?.status ?? '' }
      await checkRequested(ctx, record)
      const confirmed = await ctx.atomic(async (inner) => {
        const consent = { source: 'doubleOptIn' }
        const changed = await changeContact(inner, contactId, { patch: {}, options: { action: 'subscribe' }, consent })
        await keepConsents(inner, contactId, [{ kind: 'confirmed', ...consent }])
        return changed.record
      })
      return { status: confirmed.status }
    },
  }),
)

/** Choose: the preferences of a contact, by a link in a mail. */
export const choosePreferences = companion(
  operation('marketing.contact.choose', {
    ...anyone,
    route: 'POST /public/marketing/contact/choose',
    title: 'Contact - Choose',
    description: 'Sets whether a contact gets mail, and the public topics of it, by a link in a mail.',
    input: closed({
      ...named,
      isSubscribed: flag({ description: 'Whether the contact gets mail at all.' }),
      topics: words(100, matching(topicKeyPattern, 60), { description: 'Keys of the public topics to subscribe to.' }),
    }),
    output: closed({ status: oneOf(Object.keys(contact.states), { description: 'State of the contact.' }) }),
    emits,
    example: { ...unproved, isSubscribed: true, topics: [] },
    async handle(ctx, { contactId, proof, isSubscribed, topics }) {
      const record = await ctx.store.find(contact, contactId)
      checkProof(ctx, { use: 'preferences', proof }, record)
      if (record === undefined) return { status: '' }
      const chosen = await chosenTopics(ctx, record, topics)
      const action = actionOf(record, isSubscribed)
      const { record: after } = await changeContact(ctx, contactId, {
        patch: { topics: chosen },
        source: 'preferences',
        ...(action === 'subscribe' ? { consent: { source: 'preferences' } } : {}),
        ...(action === undefined ? {} : { options: { action } }),
      })
      return { status: after.status }
    },
  }),
)

/** Subscribe: the form of an account, the first step of a double opt-in. */
export const subscribeContact = companion(
  operation('marketing.contact.subscribe', {
    ...anyone,
    route: 'POST /public/marketing/contact/subscribe',
    title: 'Contact - Subscribe',
    rate: 'form',
    description:
      'Requests mail of an account. The address gets a mail with a link, and nothing else before it has confirmed. ' +
      'The response does not say whether the address is known.',
    input: closed({
      accountId: accountId(),
      email: email({ description: 'Mail address of the person.' }),
      firstName: Type.Optional(nameLine(100, { description: 'First name.' })),
      topics: Type.Optional(
        words(100, matching(topicKeyPattern, 60), {
          description: 'Keys of public topics; default ones if left out.',
        }),
      ),
    }),
    output: closed({ sent: flag({ description: 'Always true.' }) }),
    emits: [contactCreated, ...emits],
    example: { accountId: 'acc_00000000', email: 'mira@example.com' },
    async handle(ctx, { email: address, firstName, topics }) {
      const email = normalEmail(address)
      await atomicAgain(ctx, async (inner) => {
        await inner.lock('marketing.contact')
        const known = await findContact(inner, { email })
        const offered = topics === undefined ? await defaultTopics(inner) : await publicAmong(inner, topics)
        if (known === undefined) {
          const draft = { email, topics: offered, ...(firstName === undefined ? {} : { firstName }) }
          await makeContact(inner, { draft, status: 'pending', consent: { source: 'form' } })
        } else await requestAgain(inner, known)
      })
      return { sent: true }
    },
  }),
)

/**
 * A contact that is pending or left gets the mail again, unless it got one just now or its address is suppressed.
 * Others need none.
 */
async function requestAgain(ctx: Ctx, record: Contact): Promise<void> {
  if (!canConfirm(record) || (await refusesRequest(ctx, record.email))) return
  const [last] = await ctx.db.rows(lastRequest, [ctx.account.id, uuidOf(contact.prefix, record.id)])
  const lastMs = last === undefined ? 0 : new Date(last.at).getTime()
  if (ctx.now().getTime() - lastMs < optInPauseMs) return
  await keepConsents(ctx, record.id, [{ kind: 'requested', source: 'form' }])
  await sendOptIn(ctx, record)
}

/** Throws not_found for a contact that left after its last request: the link of a mail from before is no agreement. */
export async function checkRequested(ctx: Ctx, { id, status }: Contact): Promise<void> {
  if (status !== 'unsubscribed') return
  const [row] = await ctx.db.rows(lastWish, [ctx.account.id, uuidOf(contact.prefix, id)])
  if (row?.is_requested !== true) throw problem(reasons.notFound)
}

function actionOf({ status }: Contact, isSubscribed: boolean): 'subscribe' | 'unsubscribe' | undefined {
  if (isSubscribed) return status === 'subscribed' || status === 'archived' ? undefined : 'subscribe'
  return canLeave({ status }) ? 'unsubscribe' : undefined
}

/** Topics after a choice: those that the page does not show stay. */
async function chosenTopics(ctx: Ctx, { topics }: Contact, chosen: readonly string[]): Promise<string[]> {
  const shown = new Set((await publicTopics(ctx)).map(({ key }) => key))
  return [...topics.filter((key) => !shown.has(key)), ...chosen.filter((key) => shown.has(key))]
}

async function publicAmong(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  const shown = new Set((await publicTopics(ctx)).map(({ key }) => key))
  return keys.filter((key) => shown.has(key))
}

const lastWish = statement(
  'marketing_consent.lastWish',
  'account',
  `select max(at) filter (where kind = 'requested')
     >= coalesce(max(at) filter (where kind = 'optOut'), '-infinity') as is_requested
   from marketing_consent where account_id = $1 and contact_id = $2 and kind in ('requested', 'optOut')`,
)

const lastRequest = statement(
  'marketing_consent.lastRequest',
  'account',
  `select at from marketing_consent where account_id = $1 and contact_id = $2 and kind = 'requested'
   order by at desc, id desc limit 1`,
)
