import { dateTime, flag, idOf, line, oneOf, optional, refTo, whole } from '#kit/values/fields.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { visibilities } from './visibility.ts'

const readOnly = { access: { isReadOnly: true } }

/** Label fields of streams and recorded videos: names as they were sent, and ids of the categories that match. */
export const labelFields = {
  category: optional(line(120, { description: 'Name of a category, kept as sent.' })),
  subCategory: optional(line(120, { description: 'Name of a sub-category, kept as sent.' })),
  categoryId: optional(idOf('cat', { description: 'The category that `category` names, if there is one.' }), {
    storage: refTo('livestream.category', 'cat'),
    ...readOnly,
  }),
  subCategoryId: optional(idOf('sub', { description: 'The sub-category that `subCategory` names within it.' }), {
    storage: refTo('livestream.subCategory', 'sub'),
    ...readOnly,
  }),
}

/** Schema of a DVR window in seconds: how far back viewers can seek while a stream is live. */
export function dvrWindow(description: string) {
  return whole(0, 14_400, { description })
}

/** Schema of the password of a stream or a recorded video in a request. */
export const password = line(200, { min: 4, description: 'For visibility password. Kept as a hash, never shown.' })

/** Filters of both lists: streams and recorded videos. */
export const videoFilters = {
  visibility: {
    schema: oneOf(visibilities, { description: 'Only with this visibility.' }),
    column: 'visibility',
    test: 'equals',
  },
  isRewardsEnabled: {
    schema: flag({ description: 'Only with, or only without, rewards for watching.' }),
    column: 'is_rewards_enabled',
    test: 'equals',
  },
  scheduledAfter: {
    schema: dateTime({ description: 'Scheduled at this moment or later.' }),
    column: 'scheduled_at',
    test: 'from',
  },
  scheduledBefore: {
    schema: dateTime({ description: 'Scheduled at this moment or earlier.' }),
    column: 'scheduled_at',
    test: 'to',
  },
  channelId: {
    schema: idOf('chn', { description: 'Only of this channel.' }),
    column: 'channel_id',
    test: 'id',
  },
  categoryId: {
    schema: idOf('cat', { description: 'Only linked to this category.' }),
    column: 'category_id',
    test: 'id',
  },
  subCategoryId: {
    schema: idOf('sub', { description: 'Only linked to this sub-category.' }),
    column: 'sub_category_id',
    test: 'id',
  },
} as const satisfies ListOptions['filters']
