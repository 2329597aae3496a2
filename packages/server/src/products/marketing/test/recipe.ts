import { randomUUID } from 'node:crypto'
import type { Recipe } from '#test/conformance/recipe.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'
import { makeContact } from '#products/marketing/contact/contactWrites.ts'
import { messageUrl } from '#products/marketing/message/messageLinks.ts'
import { confirmUrl, preferencesUrl } from '#products/marketing/contact/contactToken.ts'

/** Proofs of links, a sort over a derived column, and an action that needs evidence. */
export const recipe: Recipe = {
  computedSorts: {
    'marketing.campaign name': 'nameKey',
    'marketing.contact name': 'nameKey',
    'marketing.segment name': 'nameKey',
    'marketing.template name': 'nameKey',
  },
  testedApart: {
    'marketing.campaign.update': ['schedule', 'unschedule', 'start', 'pause', 'resume'],
    'marketing.contact.update': ['subscribe'],
    'marketing.contactImport.update': ['reread', 'check', 'start'],
  },
  happen: {
    'marketing.contactImport': async (scene, { world }, count) => {
      for (let made = 0; made < count; made++) await world.call('marketing.contact.import', {}, { key: scene.key })
    },
    'marketing.contactImportError': async (scene, { world }, count) => {
      const mapping = [{ columnName: 'email', field: 'email' as const }]
      const { upload } = await world.call('marketing.contact.import', { mapping }, { key: scene.key })
      const { pathname, search } = new URL(upload?.url ?? '')
      const payload = `email\n${'no address\n'.repeat(count)}`
      await world.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
    },
  },
  examples: {
    // Contacts enter active automations only.
    'marketing.automation.enrol': async (scene) => {
      const { id: automationId } = await scene.make('marketing.automation', { status: 'active' })
      return { automationId, contactIds: [(await scene.make('marketing.contact'))['id']] }
    },
    // The node of a preview sends.
    'marketing.automation.preview': async (scene) => {
      const inline = { subject: 'Hello {{ contact.firstName }}', format: 'markdown', body: 'Good to have you.' }
      const nodes = [{ nodeId: 'welcome', type: 'sendEmail', inline }]
      return { automationId: (await scene.make('marketing.automation', { nodes }))['id'], nodeId: 'welcome' }
    },
    'marketing.campaign.decide': tested,
    'marketing.contact.confirm': (scene, stage) => proved(scene, stage, 'pending'),
    'marketing.contact.choose': async (scene, stage) => {
      return { ...(await proved(scene, stage, 'subscribed')), isSubscribed: false, topics: [] }
    },
    'marketing.message.unsubscribe': mailed,
    'marketing.contact.subscribe': async (scene) => {
      return { accountId: scene.account.publicId, email: 'mira@example.com' }
    },
  },
}

/** Id and proof of a new contact, as in the link of its mail. */
async function proved(scene: Scene, { world }: Stage, status: 'pending' | 'subscribed') {
  const ctx = world.app.operatorCtx(scene.account, 'test')
  const { record } = await makeContact(ctx, { draft: { email: `${randomUUID()}@example.com` }, status })
  await world.settle()
  const url = status === 'pending' ? confirmUrl(ctx, record) : preferencesUrl(ctx, record)
  return { contactId: record.id, proof: url.split('/').at(-1) }
}

/** A campaign that tests two variants, and one of them. */
async function tested(scene: Scene, { world }: Stage) {
  const tag = randomUUID()
  const ctx = world.app.operatorCtx(scene.account, 'test')
  await makeContact(ctx, { draft: { email: `${tag}@example.com`, tags: [tag] } })
  const abTest = { samplePercent: 50, metric: 'clicks', decideAfter: 'P1D' }
  const variants = ['A', 'B'].map((name) => ({ name, weight: 1 }))
  const fields = { audience: { tags: [tag] }, status: 'sending', abTest, variants }
  const { id: campaignId } = await scene.make('marketing.campaign', fields)
  await world.settle()
  return { campaignId, variant: 'B' }
}

/** Id and proof of the link in a mail that a campaign sent to a new contact. */
async function mailed(scene: Scene, { world, rows }: Stage) {
  const tag = randomUUID()
  const ctx = world.app.operatorCtx(scene.account, 'test')
  const { record } = await makeContact(ctx, { draft: { email: `${tag}@example.com`, tags: [tag] } })
  await scene.make('marketing.campaign', { audience: { tags: [tag] }, status: 'sending' })
  await world.settle()
  const sent = await rows('select id from marketing_message where account_id = $1 and address = $2', [
    scene.account.id,
    record.email,
  ])
  const [messageId, proof] = messageUrl(ctx, 'unsubscribe', { uuid: String(sent[0]?.['id']) })
    .split('/')
    .slice(-2)
  return { messageId, proof }
}
