import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { longTask, outboundTask, task } from '#kit/nouns/task.ts'
import { IncomingFailed, incomingFilesPort } from '#platform/files/incoming/incomingFilesPort.ts'
import { contactImport, type ContactImport } from './contactImport.ts'
import { ImportFailed } from './importRefusal.ts'
import { readImport, runRows } from './importRun.ts'
import { dropParts, dropSamples } from './importStatements.ts'

/** Time after which an unused file is removed. */
const unusedMs = 7 * 24 * 3_600_000

/** Time after which the removal of a file begins again when the store was down. */
const removedAgainMs = 3_600_000

const ofImport = Type.Object({ contactImportId: Type.String() })

/**
 * Reads, checks and imports a file. A repeat after a crash goes on where the last batch ended, and removes the file of
 * an import that has ended.
 */
export const runImport = longTask(
  'marketing.contactImport.run',
  'Reads, checks and imports a file of contacts.',
  ofImport,
  {
    async handle(ctx, { contactImportId }) {
      for (;;) {
        const record = await ctx.store.find(contactImport, contactImportId)
        if (record === undefined) return
        try {
          if (record.status === 'reading') await readImport(ctx, record)
          else if (record.status === 'checking' || record.status === 'importing') {
            if (!(await runRows(ctx, record))) return
          } else return await ctx.atomic(async (inner) => removeEnded(inner, record))
        } catch (error) {
          if (!(error instanceof ImportFailed || error instanceof IncomingFailed)) throw error
          await failImport(ctx, contactImportId, error.message)
        }
      }
    },
    async failed(ctx, { contactImportId }) {
      const record = await failImport(ctx, contactImportId, 'The server could not read the file.')
      removeEnded(ctx, record)
    },
  },
)

async function failImport(ctx: Ctx, contactImportId: string, failure: string): Promise<ContactImport | undefined> {
  const found = await ctx.store.find(contactImport, contactImportId)
  if (found === undefined || isEnded(found)) return found
  return ctx.store.update(contactImport, contactImportId, (before) => {
    if (isEnded(before)) return {}
    return { patch: { failure: failure.slice(0, 500), endedAt: ctx.now().toISOString() }, status: 'failed' }
  })
}

/** Whether an import is in a state that it does not leave. */
export function isEnded({ status }: ContactImport): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled'
}

/** Queues the removal of the file of an import that has ended, with the write of the call. */
export function removeEnded(ctx: Ctx, record: ContactImport | undefined): void {
  if (record !== undefined && record.fileId !== null && isEnded(record)) {
    ctx.later(removeFile, { fileUuid: record.fileId }, ctx.now())
  }
}

/** Removes a file from the store. A file names people: after a long outage of the store another job removes it. */
export const removeFile = outboundTask(
  'marketing.contactImport.removeFile',
  'Removes the file of an import that has ended.',
  Type.Object({ fileUuid: Type.String() }),
  {
    async handle(ctx, { fileUuid }) {
      await ctx.db.rows(dropSamples, [ctx.account.id, fileUuid])
      await ctx.port(incomingFilesPort).remove(ctx.account.id, fileUuid)
      await ctx.db.rows(dropParts, [ctx.account.id, fileUuid])
    },
    async failed(ctx, { fileUuid }) {
      ctx.later(removeFile, { fileUuid }, new Date(ctx.now().getTime() + removedAgainMs))
    },
  },
)

/** Cancels an import whose file was never imported. */
export const expireImport = task(
  'marketing.contactImport.expire',
  'Cancels an import whose file was not imported within a week.',
  ofImport,
  async (ctx, { contactImportId }) => {
    const found = await ctx.store.find(contactImport, contactImportId)
    if (found === undefined || (found.status !== 'waiting' && found.status !== 'ready')) return
    removeEnded(ctx, await ctx.store.update(contactImport, contactImportId, { status: 'cancelled' }))
  },
)

/** Queues the expiry of a new import, with the write of the call. */
export function expireLater(ctx: Ctx, contactImportId: string): void {
  ctx.later(expireImport, { contactImportId }, new Date(ctx.now().getTime() + unusedMs))
}

export const tasks = [runImport, removeFile, expireImport]
