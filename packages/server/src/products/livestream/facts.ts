import { resourceFact } from '#kit/fact.ts'

export const categoryCreated = resourceFact(
  'livestream.category.created',
  'livestream.category',
  'A category was made.',
)
export const categoryUpdated = resourceFact('livestream.category.updated', 'livestream.category', 'A category changed.')
export const categoryDeleted = resourceFact(
  'livestream.category.deleted',
  'livestream.category',
  'A category was deleted; what was linked to it has moved.',
)

export const subCategoryCreated = resourceFact(
  'livestream.subCategory.created',
  'livestream.subCategory',
  'A sub-category was made.',
)
export const subCategoryUpdated = resourceFact(
  'livestream.subCategory.updated',
  'livestream.subCategory',
  'A sub-category changed, or moved to another category.',
)
export const subCategoryDeleted = resourceFact(
  'livestream.subCategory.deleted',
  'livestream.subCategory',
  'A sub-category was deleted, alone or with its category.',
)

export const channelCreated = resourceFact('livestream.channel.created', 'livestream.channel', 'A channel was made.')
export const channelUpdated = resourceFact('livestream.channel.updated', 'livestream.channel', 'A channel changed.')
export const channelDeleted = resourceFact(
  'livestream.channel.deleted',
  'livestream.channel',
  'A channel was deleted, its videos with it.',
)

export const detailsCreated = resourceFact(
  'livestream.details.created',
  'livestream.details',
  'A sheet of details was made.',
)
export const detailsUpdated = resourceFact(
  'livestream.details.updated',
  'livestream.details',
  'A sheet of details changed.',
)
export const detailsDeleted = resourceFact(
  'livestream.details.deleted',
  'livestream.details',
  'A sheet of details was deleted, alone or with its target.',
)

export const staticCreated = resourceFact(
  'livestream.static.created',
  'livestream.static',
  'A recorded video was made.',
)
export const staticPublished = resourceFact(
  'livestream.static.published',
  'livestream.static',
  'A scheduled video went public at its time. Told of schedules that were set at creation.',
)
export const staticArchived = resourceFact(
  'livestream.static.archived',
  'livestream.static',
  'A video expired at the time that was set at creation.',
)
export const staticDeleted = resourceFact(
  'livestream.static.deleted',
  'livestream.static',
  'A recorded video was deleted, alone or with its channel.',
)

/** Never public: an update of a recorded video is silent, whichever operation makes it. */
export const staticUpdated = {
  ...resourceFact('livestream.static.updated', 'livestream.static', 'A recorded video changed.'),
  isPublic: false,
}
