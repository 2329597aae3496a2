import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { upload, type UploadPart, type UploadProgress } from '#kit/nouns/upload.ts'
import { dateTime, idOf, line } from '#kit/values/fields.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { IncomingFailed, incomingFilesPort } from '#platform/files/incoming/incomingFilesPort.ts'
import { isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { importUpdated } from '#products/marketing/facts.ts'
import { contactImport, type ContactImport } from './contactImport.ts'
import { importBytesMax } from './importFile.ts'
import { addPart, partsOfFile } from './importStatements.ts'
import { removeFile, runImport } from './importTask.ts'

/** Lifetime of an upload address. */
const openMs = 24 * 3_600_000
const partsMax = 10_000

/** Schema of the request that uploads the file of an import. */
export const uploadShape = closed(
  {
    url: Type.String({
      description: 'Address that takes the file. A holder of the address needs no key: keep it secret.',
    }),
    method: Type.String({ enum: ['PUT'], description: 'HTTP method of the upload.' }),
    expiresAt: dateTime({ description: 'Time at which the address expires. A later response names another one.' }),
  },
  { description: 'Request that sends the file; null for an import that takes none.' },
)

/** Request that uploads the file of an import; null for one that takes none. */
export function uploadOf(ctx: Ctx, record: ContactImport) {
  if (refusalOf(record) !== undefined) return null
  const expiresAtSeconds = Math.floor((ctx.now().getTime() + openMs) / 1000)
  return {
    url: `${ctx.settings.publicUrl}/uploads/contacts/${record.id}?token=${tokenOf(ctx, record.id, expiresAtSeconds)}`,
    method: 'PUT',
    expiresAt: new Date(expiresAtSeconds * 1000).toISOString(),
  }
}

function refusalOf({ url, status }: ContactImport): string | undefined {
  if (url !== null) return 'has a url'
  return status === 'waiting' ? undefined : `is ${status}`
}

/** Uploads of files of contacts. */
export const uploads = [
  upload('marketing.contactImport.upload', {
    route: 'PUT /uploads/contacts/{contactImportId}',
    description: 'Takes a file of contacts, whole or in parts, and continues where a connection broke.',
    input: closed({ contactImportId: idOf('imp'), token: line(100, { description: 'What opens it.' }) }),
    emits: [importUpdated],
    async take(ctx, { contactImportId, token }, part) {
      checkToken(ctx, contactImportId, token)
      checkSize(part)
      const record = await ctx.store.find(contactImport, contactImportId)
      if (record === undefined) throw problem(reasons.notFound)
      if (part.fromByte === undefined) return progressOf(ctx, record)
      const why = refusalOf(record)
      if (why !== undefined) {
        throw problem(reasons.invalidTransition, { message: `The import takes no file: it ${why}.` })
      }
      return receive(ctx, record, { ...part, fromByte: part.fromByte })
    },
  }),
]

function tokenOf(ctx: Ctx, contactImportId: string, expiresAtSeconds: number): string {
  const proof = ctx.port(keyHashPort)(`marketing.contactImport.upload ${contactImportId} ${expiresAtSeconds}`)
  return `${expiresAtSeconds}.${proof.toString('base64url')}`
}

function checkToken(ctx: Ctx, contactImportId: string, token: string): void {
  const expiresAtSeconds = Number(/^(\d{1,12})\./.exec(token)?.[1] ?? 0)
  const isOpen = expiresAtSeconds * 1000 > ctx.now().getTime()
  if (isOpen && isSameSecret(token, tokenOf(ctx, contactImportId, expiresAtSeconds))) return
  throw problem(reasons.signatureInvalid, { message: 'This address opens no upload, or it is closed by now.' })
}

const tooLarge = { message: `A file of contacts may have ${importBytesMax / 1024 ** 3} GiB.` }

function checkSize({ totalBytes }: UploadPart): void {
  if (totalBytes === 0) throw empty()
  if ((totalBytes ?? 0) > importBytesMax) throw problem(reasons.bodyTooLarge, tooLarge)
}

function empty(): Error {
  return invalid(field('', 'empty', 'must hold a file'))
}

type Received = { fileUuid: string; receivedBytes: number; partCount: number }

async function receivedOf(ctx: Ctx, { fileId }: ContactImport): Promise<Received | undefined> {
  if (fileId === null) return undefined
  const rows = await ctx.db.rows(partsOfFile, [ctx.account.id, fileId])
  return { fileUuid: fileId, receivedBytes: rows.at(-1)?.to_byte ?? 0, partCount: rows.length }
}

async function progressOf(ctx: Ctx, record: ContactImport): Promise<UploadProgress> {
  const receivedBytes = (await receivedOf(ctx, record))?.receivedBytes ?? record.byteCount
  const { id, status } = record
  return { receivedBytes, isWhole: status !== 'waiting', data: { id, status } }
}

/** The file that a part at `fromByte` belongs to: a new one at 0, else the one that is being received. */
async function fileFor(ctx: Ctx, record: ContactImport, fromByte: number): Promise<Received> {
  if (fromByte > 0) {
    const received = await receivedOf(ctx, record)
    if (received === undefined || fromByte > received.receivedBytes) throw outOfPlace(received?.receivedBytes ?? 0)
    if (received.partCount >= partsMax) throw problem(reasons.bodyTooLarge, { message: 'The file has too many parts.' })
    return received
  }
  const fileUuid = uuidv7(ctx.now().getTime())
  await ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, contactImport, record.id))) throw problem(reasons.notFound)
    const before = await inner.store.get(contactImport, record.id)
    if (before.fileId !== null) inner.later(removeFile, { fileUuid: before.fileId }, inner.now())
    await inner.store.update(contactImport, record.id, { patch: { fileId: fileUuid }, isSilent: true })
  })
  return { fileUuid, receivedBytes: 0, partCount: 0 }
}

function outOfPlace(receivedBytes: number): Error {
  return problem(reasons.uploadOffset, { details: { receivedBytes } })
}

async function receive(ctx: Ctx, record: ContactImport, part: UploadPart & { fromByte: number }) {
  const received = await fileFor(ctx, record, part.fromByte)
  const { isBroken } = await ctx
    .port(incomingFilesPort)
    .receive({
      accountId: ctx.account.id,
      uploadUuid: received.fileUuid,
      body: part.body,
      skipBytes: received.receivedBytes - part.fromByte,
      bytesMax: importBytesMax - received.receivedBytes,
      async keep({ partUuid, byteCount }) {
        const { receivedBytes: from, fileUuid } = received
        const values = [ctx.account.id, fileUuid, from, from + byteCount, partUuid]
        if ((await ctx.db.rows(addPart, values)).length === 0) return false
        received.receivedBytes += byteCount
        return true
      },
    })
    .catch((error: unknown) => {
      throw error instanceof IncomingFailed ? problemOf(error, received) : error
    })
  const { receivedBytes } = received
  if (isBroken || !part.isLast) return { receivedBytes, isWhole: false, data: { id: record.id, status: record.status } }
  if (receivedBytes === 0) throw empty()
  return close(ctx, record.id, received)
}

function problemOf({ reason, message, cause }: IncomingFailed, { receivedBytes }: Received): Error {
  if (reason === 'unwanted') return outOfPlace(receivedBytes)
  if (reason === 'too_large') return problem(reasons.bodyTooLarge, tooLarge)
  return problem(reasons.unavailable, { message, cause })
}

/** Completes an upload: its file is read next. */
function close(ctx: Ctx, contactImportId: string, { fileUuid, receivedBytes }: Received): Promise<UploadProgress> {
  return ctx.atomic(async (inner) => {
    const { id, status } = await inner.store.update(contactImport, contactImportId, (before) => {
      if (before.status !== 'waiting' || before.fileId !== fileUuid) throw outOfPlace(receivedBytes)
      return { patch: { byteCount: receivedBytes }, status: 'reading' }
    })
    inner.later(runImport, { contactImportId }, inner.now())
    return { receivedBytes, isWhole: true, data: { id, status } }
  })
}
