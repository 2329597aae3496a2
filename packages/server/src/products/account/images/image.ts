import { resource, type Stored } from '#kit/nouns/resource.ts'
import { reasons } from '#kit/call/problem.ts'
import { imageUrl, line, matching, nameLine, oneOf, optional, required, whole } from '#kit/values/fields.ts'
import { imageBounds, imageTypes } from '#platform/images/imageFile.ts'
import { imageStorePort } from '#platform/images/imageStorePort.ts'
import { imageCreated, imageDeleted, imageUpdated } from '#products/account/facts.ts'

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isReadOnly: true, isHidden: true } }

/** Largest file of an image. */
export const imageBytesMax = 10 * 1024 ** 2
/** Most bytes of all images of an account. */
export const imagesBytesMax = 2 * 1024 ** 3

/** An image that an account uploaded. Its address works wherever an address of an image is accepted. */
export const image = resource({
  id: 'account.image',
  title: 'Image',
  description: 'Images that the account uploaded',
  table: 'account_image',
  idKey: 'imageId',
  prefix: 'img',
  states: { stored: [] },
  initial: 'stored',
  countMax: 20_000,
  fields: {
    name: optional(nameLine(200, { description: 'Name for your own lists, such as that of the file.' })),
    mediaType: required(
      oneOf(Object.values(imageTypes), { description: 'Media type, found from the bytes of the file.' }),
      readOnly,
    ),
    width: required(whole(1, imageBounds.sideMax, { description: 'Width in pixels.' }), readOnly),
    height: required(whole(1, imageBounds.sideMax, { description: 'Height in pixels.' }), readOnly),
    frameCount: required(
      whole(1, imageBounds.framePixelsMax, { description: 'Number of frames; 1 unless it is an animation.' }),
      readOnly,
    ),
    byteCount: required(whole(1, 2 * imageBytesMax, { description: 'Size of the file in bytes.' }), readOnly),
    file: required(line(60), hidden),
    contentHash: required(matching('^[0-9a-f]{64}$', 64), hidden),
  },
  constraints: {
    account_image_content_key: { reason: reasons.writeContended, field: 'name' },
    account_image_file_key: { reason: reasons.writeContended, field: 'name' },
  },
  facts: { created: imageCreated, updated: imageUpdated, deleted: imageDeleted },
  computed: {
    fields: {
      url: imageUrl({ description: 'Address of the file. It never changes its content, and anyone may open it.' }),
    },
    async of(ctx, records) {
      const store = ctx.port(imageStorePort)
      return records.map(({ file }) => ({ url: `${ctx.settings.publicUrl}${store.pathOf(ctx.account.id, file)}` }))
    },
  },
  card: ({ id, name }) => ({ title: name ?? id }),
})

/** An uploaded image as its account holds it. */
export type Image = Stored<typeof image>
