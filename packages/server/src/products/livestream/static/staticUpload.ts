import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, oneOf } from '#kit/values/fields.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { task } from '#kit/nouns/task.ts'
import { upload, type UploadPart, type UploadProgress } from '#kit/nouns/upload.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { videoFileBytesMax } from '#platform/video/uploadedVideo.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { discardUploads, importUpload, removeUpload } from './staticMedia.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import * as rows from './uploadRows.ts'

/** Lifetime of an upload address, and of an upload that did not become a video. */
const openMs = 24 * 3_600_000
const keptMs = 48 * 3_600_000
/** Most parts of an upload: 20 GiB in parts of 2 MiB. */
const partsMax = 10_000

/** Schema of the request that uploads the file of a video. */
export const uploadShape = closed(
  {
    url: Type.String({
      description: 'Address that takes the file. A holder of the address needs no key: keep it secret.',
    }),
    method: Type.String({ enum: ['PUT'], description: 'HTTP method of the upload.' }),
    headers: closed(
      { 'content-type': Type.String({ description: 'Media type of the file; not checked.' }) },
      { description: 'Headers of the upload.' },
    ),
    expiresAt: dateTime({ description: 'Time at which the address expires. A later response names another one.' }),
  },
  { description: 'Request that sends the file; null when the video takes none.' },
)

/** Request that uploads the file of a video; null for a video that takes none. */
export function uploadOf(ctx: Ctx, record: StaticVideo) {
  if (refusalOf(ctx, record) !== undefined) return null
  const expiresAtSeconds = Math.floor((ctx.now().getTime() + openMs) / 1000)
  return {
    url: `${ctx.settings.publicUrl}/uploads/video/${record.id}?token=${tokenOf(ctx, record.id, expiresAtSeconds)}`,
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    expiresAt: new Date(expiresAtSeconds * 1000).toISOString(),
  }
}

/** Reason why a video takes no upload, as the end of a sentence; undefined for a video that takes one. */
function refusalOf(ctx: Ctx, { videoUrl, source, expiresAt }: StaticVideo): string | undefined {
  if (expiresAt !== null && new Date(expiresAt) <= ctx.now()) return 'expired'
  if (videoUrl !== null) return 'has a videoUrl'
  return source === 'recording' || source === 'clip' ? `is a ${source}` : undefined
}

/** Uploads of recorded videos. */
export const uploads = [
  upload('livestream.static.upload', {
    route: 'PUT /uploads/video/{staticId}',
    description: 'Takes the file of a recorded video, whole or in parts, and continues where a connection broke.',
    input: closed({ staticId: idOf('sta'), token: line(100, { description: 'What opens it.' }) }),
    async take(ctx, { staticId, token }, part) {
      checkToken(ctx, staticId, token)
      checkSize(part)
      const record = await ctx.store.find(staticVideo, staticId)
      if (record === undefined) throw problem(reasons.notFound)
      checkState(ctx, record)
      if (part.fromByte === undefined) return readProgress(ctx, record, part.totalBytes)
      const receiving = part.fromByte === 0 ? await begin(ctx, staticId) : await continued(ctx, staticId, part.fromByte)
      return receive(ctx, record, { part, receiving, fromByte: part.fromByte })
    },
  }),
]

/** Task that deletes an upload and its parts at the end of its lifetime. */
export const expireUpload = task(
  'livestream.static.forgetUpload',
  'Forgets a file that was uploaded, or that never became whole.',
  Type.Object({ uploadUuid: Type.String(), status: oneOf(['receiving', 'whole']) }),
  async (ctx, { uploadUuid, status }) => {
    await rows.deleteUpload(ctx, uploadUuid, status)
    // An upload that is complete by now is kept for the same time again: its conversion may still be due.
    const isKept = (await rows.wholeUpload(ctx, uploadUuid)) !== undefined
    if (!isKept) ctx.later(removeUpload, { uploadUuid }, ctx.now())
  },
)

export const tasks = [expireUpload]

function uuid(staticId: string): string {
  return uuidOf(staticVideo.prefix, staticId) ?? ''
}

function tokenOf(ctx: Ctx, staticId: string, expiresAtSeconds: number): string {
  const proof = ctx.port(keyHashPort)(`livestream.static.upload ${staticId} ${expiresAtSeconds}`)
  return `${expiresAtSeconds}.${proof.toString('base64url')}`
}

function checkToken(ctx: Ctx, staticId: string, token: string): void {
  const expiresAtSeconds = Number(/^(\d{1,12})\./.exec(token)?.[1] ?? 0)
  const isOpen = expiresAtSeconds * 1000 > ctx.now().getTime()
  if (isOpen && isSameSecret(token, tokenOf(ctx, staticId, expiresAtSeconds))) return
  throw problem(reasons.signatureInvalid, { message: 'This address opens no upload, or it is closed by now.' })
}

const tooManyParts = { message: `A file may come in ${partsMax} parts: start again with larger ones.` }
const tooLarge = { message: `A video may have ${videoFileBytesMax / 1024 ** 3} GiB.` }

function checkSize({ totalBytes }: UploadPart): void {
  if (totalBytes === 0) throw empty()
  if ((totalBytes ?? 0) > videoFileBytesMax) throw problem(reasons.bodyTooLarge, tooLarge)
}

function empty(): Error {
  return invalid(field('', 'empty', 'must hold a video'))
}

function checkState(ctx: Ctx, record: StaticVideo): void {
  const why = refusalOf(ctx, record)
  if (why !== undefined) throw problem(reasons.invalidTransition, { message: `The video takes no file: it ${why}.` })
}

function progressOf(record: StaticVideo, row: Omit<rows.UploadRow, 'id'> | undefined): UploadProgress {
  const { id, status } = record
  return { receivedBytes: row?.receivedBytes ?? 0, isWhole: row?.status === 'whole', data: { id, status } }
}

/** Progress of an upload. Completes a fully received one whose last part did not, or whose response was lost. */
async function readProgress(ctx: Ctx, record: StaticVideo, totalBytes: number | undefined): Promise<UploadProgress> {
  const row = await rows.lastUpload(ctx, uuid(record.id))
  const isAll = row !== undefined && row.receivedBytes === totalBytes
  if (row?.status === 'receiving') return isAll ? close(ctx, record.id, row) : progressOf(record, row)
  // A complete upload of another length is an earlier file, not the one that this request names.
  return progressOf(record, isAll || totalBytes === undefined ? row : undefined)
}

/** Begins an upload and discards an incomplete one of the same video. */
async function begin(ctx: Ctx, staticId: string): Promise<rows.UploadRow> {
  const id = uuidv7(ctx.now().getTime())
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, staticVideo, staticId))) throw problem(reasons.notFound)
    await discardUploads(inner, staticId, ['receiving'])
    await rows.beginUpload(inner, { id, staticUuid: uuid(staticId) })
    expireLater(inner, id, 'receiving')
    return { id, status: 'receiving', receivedBytes: 0, partCount: 0 }
  })
}

function expireLater(ctx: Ctx, uploadUuid: string, status: rows.UploadRow['status']): void {
  ctx.later(expireUpload, { uploadUuid, status }, new Date(ctx.now().getTime() + keptMs))
}

/** Upload that a part at `fromByte` continues; stored bytes may be sent again. Throws upload_offset for a gap. */
async function continued(ctx: Ctx, staticId: string, fromByte: number): Promise<rows.UploadRow> {
  const row = await rows.lastUpload(ctx, uuid(staticId))
  if (row?.status !== 'receiving') throw outOfPlace(0)
  if (fromByte > row.receivedBytes) throw outOfPlace(row.receivedBytes)
  if (row.partCount >= partsMax) throw problem(reasons.bodyTooLarge, tooManyParts)
  return row
}

function outOfPlace(receivedBytes: number): Error {
  return problem(reasons.uploadOffset, { details: { receivedBytes } })
}

type Receiving = { part: UploadPart; receiving: rows.UploadRow; fromByte: number }

async function receive(ctx: Ctx, record: StaticVideo, { part, receiving, fromByte }: Receiving) {
  const row = { ...receiving }
  const order = {
    accountId: ctx.account.id,
    uploadUuid: row.id,
    body: part.body,
    skipBytes: row.receivedBytes - fromByte,
    bytesMax: videoFileBytesMax - row.receivedBytes,
  }
  const { isBroken } = await ctx
    .port(videoWorkPort)
    .receiveUpload({
      ...order,
      async keep({ partUuid, byteCount }) {
        const toByte = row.receivedBytes + byteCount
        const kept = { uploadUuid: row.id, partUuid, fromByte: row.receivedBytes, toByte }
        if (!(await rows.addPart(ctx, kept))) return false
        row.receivedBytes = toByte
        return true
      },
    })
    .catch((error: unknown) => {
      throw error instanceof VideoFailed ? problemOf(error, row) : error
    })
  if (isBroken || !part.isLast) return progressOf(record, row)
  if (row.receivedBytes === 0) throw empty()
  return close(ctx, record.id, row)
}

function problemOf({ reason, message, cause }: VideoFailed, { receivedBytes }: rows.UploadRow): Error {
  if (reason === 'unwanted') return outOfPlace(receivedBytes)
  if (reason === 'too_large') return problem(reasons.bodyTooLarge, tooLarge)
  return problem(reasons.unavailable, { message, cause })
}

/** Completes an upload and schedules its conversion. */
async function close(ctx: Ctx, staticId: string, row: rows.UploadRow): Promise<UploadProgress> {
  const { id: uploadUuid, receivedBytes } = row
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, staticVideo, staticId))) throw problem(reasons.notFound)
    const before = await inner.store.get(staticVideo, staticId)
    checkState(inner, before)
    await discardUploads(inner, staticId, ['whole'])
    if (!(await rows.closeUpload(inner, uploadUuid))) throw outOfPlace(receivedBytes)
    inner.later(importUpload, { staticId, uploadUuid, attempt: 1 }, inner.now())
    expireLater(inner, uploadUuid, 'whole')
    const isPublic = before.status === 'published' || before.status === 'archived'
    const patch = { source: 'upload' as const, processing: { percent: 0, step: 'waiting' as const } }
    const status = isPublic ? before.status : 'processing'
    const after = await inner.store.update(staticVideo, staticId, { patch, status, isSilent: true })
    return progressOf(after, { ...row, status: 'whole' })
  })
}
