import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed, get, ifVersion, list, removed, update, versionOf } from '#kit/nouns/standard.ts'
import { dateTime, idOf, nameLine } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { imageDeleted } from '#products/account/facts.ts'
import { image } from './image.ts'
import { imageSpaceFull, openUpload, removeUnused } from './imageUpload.ts'

const one = { imageId: madeFirst('account.image') }

export const operations = [
  list(image, 'GET /api/account/image/all', 'Images - Get All', { sorts: ['-createdAt', 'createdAt'] }),
  get(image, 'GET /api/account/image/get', 'Images - Get', { example: one }),
  operation('account.image.requestUpload', {
    route: 'POST /api/account/image/requestUpload',
    title: 'Images - Request Upload',
    description:
      'Returns an address that takes one image by PUT: PNG, JPEG, WebP, AVIF or GIF of up to 10 MiB and 64 million ' +
      'pixels. The response of the PUT is the record of the image with its `url`. Metadata such as the position of a ' +
      'photo is removed.',
    scope: 'account.image:write',
    input: closed({
      name: Type.Optional(nameLine(200, { description: 'Name of the record, such as that of the file.' })),
    }),
    output: closed({
      url: Type.String({
        description: 'Address that takes the file. A holder of the address needs no key: keep it secret.',
      }),
      method: Type.String({ enum: ['PUT'], description: 'HTTP method of the upload.' }),
      expiresAt: dateTime({ description: 'Time at which the address expires.' }),
    }),
    reasons: [imageSpaceFull],
    example: { name: 'harbour.jpg' },
    handle: once((ctx, { name }) => openUpload(ctx, name)),
  }),
  update(image, 'PUT /api/account/image/update', 'Images - Update', {
    description: 'Changes the name of an image. Its file never changes.',
    example: { ...one, name: 'Harbour at night' },
  }),
  operation('account.image.delete', {
    route: 'POST /api/account/image/delete',
    title: 'Images - Delete',
    description:
      'Deletes an image and its file. Records that hold its address keep the address, which opens nothing from then ' +
      'on. Copies in caches of browsers may stay for a year.',
    scope: 'account.image:write',
    input: closed({ imageId: idOf('img'), ifVersion: ifVersion() }),
    output: removed(),
    emits: [imageDeleted],
    example: one,
    handle: once((ctx, { imageId, ...more }) =>
      ctx.atomic(async (inner) => {
        const { id, status, file } = await inner.store.remove(image, imageId, versionOf(more))
        inner.later(removeUnused, { file }, inner.now())
        return { id, status }
      }),
    ),
  }),
].map(companion)
