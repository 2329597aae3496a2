import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { upload, type UploadPart, type UploadProgress } from '#kit/nouns/upload.ts'
import { idOf, line, nameLine } from '#kit/values/fields.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { readImageFile, imageTypes, type ImageFile } from '#platform/images/imageFile.ts'
import { ImageRefused } from '#platform/images/imageParts.ts'
import { imageStorePort } from '#platform/images/imageStorePort.ts'
import { isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { imageCreated } from '#products/account/facts.ts'
import { image, imageBytesMax, imagesBytesMax, type Image } from './image.ts'

/** Lifetime of an upload address, and the time after which a file without a record is removed. */
const openMs = 3_600_000
const unusedMs = 24 * 3_600_000
const mebibyte = 1024 ** 2

/** Progress of an upload that broke off: no bytes are kept, and the sender begins again. */
const broken: UploadProgress = { receivedBytes: 0, isWhole: false, data: {} }

/** The reason for an image beyond the bytes of an account. */
export const imageSpaceFull = reason('conflict', 'image_space_full', 'The images of the account need too many bytes.')

/** Request that uploads one image, in the audit log. `name` becomes that of the record. */
export async function openUpload(ctx: Ctx, name: string | undefined) {
  await checkSpace(ctx, 1)
  const uploadId = encodeId('upl', ctx.account.id, uuidv7(ctx.now().getTime()))
  const expiresAtSeconds = Math.floor((ctx.now().getTime() + openMs) / 1000)
  const query = new URLSearchParams({ token: tokenOf(ctx, uploadId, expiresAtSeconds), ...(name && { name }) })
  // The upload itself has no actor: this row names that of the request.
  await ctx.audit({ action: 'account.image.uploadRequested', target: uploadId })
  return {
    url: `${ctx.settings.publicUrl}/uploads/image/${uploadId}?${query.toString()}`,
    method: 'PUT',
    expiresAt: new Date(expiresAtSeconds * 1000).toISOString(),
  }
}

/** Uploads of images. */
export const uploads = [
  upload('account.image.upload', {
    route: 'PUT /uploads/image/{uploadId}',
    description:
      'Takes the file of an image in one request, and returns its record. A file that the account has already makes ' +
      'no second record.',
    input: closed({
      uploadId: idOf('upl', { description: 'The upload.' }),
      token: line(100, { description: 'What opens it.' }),
      name: Type.Optional(nameLine(200, { description: 'Name of the record.' })),
    }),
    emits: [imageCreated],
    async take(ctx, { uploadId, token, name }, part) {
      checkToken(ctx, uploadId, token)
      checkPart(part)
      if (part.fromByte === undefined) return broken
      if (!part.isLast) throw invalid(field('', 'whole', 'must come in one request'))
      const bytes = await ctx.port(imageStorePort).receive(ctx.account.id, part, imageBytesMax)
      if (bytes === undefined) return broken
      if (bytes === 'too large') throw tooLarge()
      if (bytes.length === 0) throw empty()
      const record = await storeImage(ctx, readChecked(bytes), name)
      const [data = {}] = await present({ ctx, audience: 'owner' }, image, [record])
      return { receivedBytes: bytes.length, isWhole: true, data }
    },
  }),
]

/** Task that removes a file which no image has. */
export const removeUnused = outboundTask(
  'account.image.removeUnused',
  'Removes the file of a deleted image, or of an upload that broke off.',
  Type.Object({ file: Type.String() }),
  async (ctx, { file }) => {
    const [used] = await ctx.db.rows(byFile, [ctx.account.id, file])
    if (used === undefined) await ctx.port(imageStorePort).remove(ctx.account.id, file)
  },
)

function tokenOf(ctx: Ctx, uploadId: string, expiresAtSeconds: number): string {
  const proof = ctx.port(keyHashPort)(`account.image.upload ${uploadId} ${expiresAtSeconds}`)
  return `${expiresAtSeconds}.${proof.toString('base64url')}`
}

function checkToken(ctx: Ctx, uploadId: string, token: string): void {
  const expiresAtSeconds = Number(/^(\d{1,12})\./.exec(token)?.[1] ?? 0)
  const isOpen = expiresAtSeconds * 1000 > ctx.now().getTime()
  if (isOpen && isSameSecret(token, tokenOf(ctx, uploadId, expiresAtSeconds))) return
  throw problem(reasons.signatureInvalid, { message: 'This address opens no upload, or it is closed by now.' })
}

function checkPart({ fromByte = 0, totalBytes }: UploadPart): void {
  if ((totalBytes ?? 0) > imageBytesMax) throw tooLarge()
  if (fromByte > 0) throw problem(reasons.uploadOffset, { details: { receivedBytes: 0 } })
  if (totalBytes === 0) throw empty()
}

function empty() {
  return invalid(field('', 'empty', 'must hold an image'))
}

function tooLarge() {
  return problem(reasons.bodyTooLarge, { message: `An image may have ${imageBytesMax / mebibyte} MiB.` })
}

function readChecked(bytes: Buffer): ImageFile {
  try {
    return readImageFile(bytes)
  } catch (error) {
    throw error instanceof ImageRefused ? invalid(field('', error.rule, error.message)) : error
  }
}

/**
 * Stores an image and its record; an image that the account has already is returned. The file comes first: a task
 * removes it later where the process ends before the record is written.
 */
async function storeImage(ctx: Ctx, read: ImageFile, name: string | undefined): Promise<Image> {
  const { contentHash } = read
  const known = await findByContent(ctx, contentHash)
  if (known !== undefined) return known
  await checkSpace(ctx, read.bytes.length)
  const store = ctx.port(imageStorePort)
  const file = store.nameOf(read)
  await ctx.atomic(async (inner) => inner.later(removeUnused, { file }, new Date(ctx.now().getTime() + unusedMs)))
  await store.put(ctx.account.id, file, read)
  const { extension, width, height, frameCount, bytes } = read
  const found = { mediaType: imageTypes[extension], width, height, frameCount, byteCount: bytes.length }
  const record = await ctx.atomic(async (inner) => {
    await inner.lock('account.image')
    const earlier = await findByContent(inner, contentHash)
    if (earlier !== undefined) return earlier
    await checkSpace(inner, bytes.length)
    return (await inner.store.create(image, { name: name ?? null, ...found, file, contentHash })).record
  })
  if (record.file !== file) await store.remove(ctx.account.id, file)
  return record
}

async function findByContent(ctx: Ctx, contentHash: string): Promise<Image | undefined> {
  const [row] = await ctx.db.rows(byContent, [ctx.account.id, contentHash])
  return row === undefined ? undefined : ctx.store.find(image, encodeId(image.prefix, ctx.account.id, row.id))
}

async function checkSpace(ctx: Ctx, byteCount: number): Promise<void> {
  const [row] = await ctx.db.rows(usedBytes, [ctx.account.id])
  const used = row?.bytes ?? 0
  if (used + byteCount <= imagesBytesMax) return
  throw problem(imageSpaceFull, { details: { usedBytes: used, bytesMax: imagesBytesMax } })
}

const byContent = statement(
  'account_image.byContent',
  'account',
  'select id from account_image where account_id = $1 and content_hash = $2 and deleted_at is null',
)

const byFile = statement(
  'account_image.byFile',
  'account',
  'select id from account_image where account_id = $1 and file = $2 and deleted_at is null',
)

const usedBytes = statement(
  'account_image.usedBytes',
  'account',
  `select coalesce(sum(byte_count), 0)::float8 as bytes from account_image
   where account_id = $1 and deleted_at is null`,
)
