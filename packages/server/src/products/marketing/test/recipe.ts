import { randomUUID } from 'node:crypto'
import type { Recipe } from '#test/conformance/recipe.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'
import { makeContact } from '#products/marketing/contact/contactWrites.ts'
import { confirmUrl, preferencesUrl } from '#products/marketing/contact/contactToken.ts'

/** Proofs of links, a sort over a derived column, and an action that needs evidence. */
export const recipe: Recipe = {
  computedSorts: {
    'marketing.contact name': 'nameKey',
    'marketing.segment name': 'nameKey',
    'marketing.template name': 'nameKey',
  },
  testedApart: { 'marketing.contact.update': ['subscribe'] },
  examples: {
    // Contacts enter active automations only.
    'marketing.automation.enrol': async (scene) => {
      const { id: automationId } = await scene.make('marketing.automation', { status: 'active' })
      return { automationId, contactIds: [(await scene.make('marketing.contact'))['id']] }
    },
    'marketing.contact.confirm': (scene, stage) => proved(scene, stage, 'pending'),
    'marketing.contact.choose': async (scene, stage) => {
      return { ...(await proved(scene, stage, 'subscribed')), isSubscribed: false, topics: [] }
    },
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
