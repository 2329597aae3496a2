import { defaulted, flag, matching, nameLine, optional, prose, required } from '#kit/values/fields.ts'
import { companion, madeFirst } from '#kit/nouns/operation.ts'
import { reason } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { create, get, list, remove, update } from '#kit/nouns/standard.ts'
import { topicCreated, topicDeleted, topicUpdated } from '#products/marketing/facts.ts'
import { topicKeyPattern } from './contactFields.ts'

/** Refusal of a second topic with the same key. */
export const topicExists = reason('conflict', 'topic_exists', 'A topic with this key exists.')

/** A kind of mail that contacts subscribe to and leave one by one. */
export const topic = resource({
  id: 'marketing.topic',
  title: 'Topic',
  description: 'Topics: kinds of mail that contacts subscribe to one by one',
  table: 'marketing_topic',
  idKey: 'topicId',
  prefix: 'top',
  states: { active: [] },
  initial: 'active',
  countMax: 100,
  fields: {
    key: required(
      matching(topicKeyPattern, 60, {
        description: 'Key in `topics` of contacts and in campaigns: small letters, digits and hyphens.',
        examples: ['product-news'],
      }),
      { access: { isFixed: true } },
    ),
    name: required(nameLine(120, { description: 'Name that contacts read.' })),
    description: optional(prose(500, { description: 'Content of the mails, for contacts.' })),
    isPublic: defaulted(flag({ description: 'Whether contacts see it in their preferences.' }), true),
    isDefault: defaulted(flag({ description: 'Whether new contacts of forms subscribe to it at once.' }), false),
  },
  facts: { created: topicCreated, updated: topicUpdated, deleted: topicDeleted },
  constraints: { marketing_topic_key_key: { reason: topicExists, field: 'key' } },
})

const one = { topicId: madeFirst('marketing.topic') }

/** Operations of topics. */
export const operations = [
  list(topic, 'POST /api/marketing/topic/all', 'Get All Topics', {
    sorts: ['-createdAt', 'createdAt'],
    example: { limit: 10 },
  }),
  get(topic, 'POST /api/marketing/topic/get', 'Get Topic', { example: one }),
  create(topic, 'POST /api/marketing/topic/create', 'Create Topic', {
    example: { key: 'product-news', name: 'Product news', description: 'What is new, once a month.' },
  }),
  update(topic, 'POST /api/marketing/topic/update', 'Update Topic', { example: { ...one, name: 'News' } }),
  remove(topic, 'POST /api/marketing/topic/delete', 'Delete Topic', { example: one }),
].map(companion)
