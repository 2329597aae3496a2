import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { incomingFilesPort, type IncomingFile } from '#platform/files/incoming/incomingFilesPort.ts'
import { contactImport, type ContactImport } from './contactImport.ts'
import { ImportFailed } from './importRefusal.ts'
import { addPart, partsOfFile } from './importStatements.ts'

/** Largest file of contacts, in bytes. */
export const importBytesMax = 10 * 1024 ** 3

/** Downloads the file of an address; undefined for an import that has ended, which keeps none. */
export async function fetchFile(ctx: Ctx, record: ContactImport): Promise<ContactImport | undefined> {
  const { url } = record
  if (url === null) throw new ImportFailed('The import has no file.')
  // The record names the file before the download: whatever a crash leaves of it goes with the import.
  const { fileId } = await named(ctx, record)
  if (fileId === null) return undefined
  const order = { accountId: ctx.account.id, fileUuid: fileId, url, bytesMax: importBytesMax }
  const { partUuid, byteCount } = await ctx.port(incomingFilesPort).fetch(order)
  await ctx.db.rows(addPart, [ctx.account.id, fileId, 0, byteCount, partUuid])
  // A part may be that of another run of the job, which took this one for lost: both read the same file.
  if ((await partsOf(ctx, { fileId })).length > 0) return ctx.store.find(contactImport, record.id)
  // The import ended, or was deleted, and its file was removed before this one was complete.
  await ctx.port(incomingFilesPort).remove(ctx.account.id, fileId)
  return undefined
}

/** An import that reads, with the name of its file. */
function named(ctx: Ctx, record: ContactImport): Promise<ContactImport> | ContactImport {
  if (record.fileId !== null) return record
  return ctx.store.update(contactImport, record.id, (before) =>
    before.status === 'reading' ? { patch: { fileId: uuidv7(ctx.now().getTime()) }, isSilent: true } : {},
  )
}

/** The file of an import, by its stored parts. */
export async function fileOf(ctx: Ctx, record: ContactImport): Promise<IncomingFile & { byteCount: number }> {
  const { fileId } = record
  const rows = await partsOf(ctx, record)
  if (fileId === null || rows.length === 0) throw new ImportFailed('The file is no longer in the store.')
  const partUuids = rows.map((row) => row.part_id)
  return { accountId: ctx.account.id, fileUuid: fileId, partUuids, byteCount: rows.at(-1)?.to_byte ?? 0 }
}

/** Stored parts of the file of an import, in order. */
export async function partsOf(ctx: Ctx, { fileId }: Pick<ContactImport, 'fileId'>) {
  return fileId === null ? [] : ctx.db.rows(partsOfFile, [ctx.account.id, fileId])
}
