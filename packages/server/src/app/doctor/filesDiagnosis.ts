import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import type { FilesPlace } from '#platform/files/open.ts'
import { openS3Files } from '#platform/files/s3.ts'
import { explainS3, S3Failed } from '#platform/files/s3/s3Refusal.ts'
import { partBytesMin } from '#platform/files/s3/s3Upload.ts'
import { messageOf } from '#platform/startProblem.ts'
import { fail, ok, type Finding } from './diagnosis.ts'

const check = 'media'
const probeBytes = 64
const type = 'application/octet-stream'

/**
 * Checks the folder or the object store of media. A small and a large file are put, read, listed and removed in a
 * store.
 */
export async function lookAtFiles({ folder, s3 }: FilesPlace, log: Log): Promise<Finding> {
  if (s3 === undefined) return ok(check, `it is kept in ${folder}`)
  const where = `${s3.endpoint}, bucket ${s3.bucket}`
  const files = openS3Files(s3, log)
  try {
    await tryOut(files)
    return ok(check, `${where}: files were put, read, listed and removed`)
  } catch (error) {
    const known = error instanceof S3Failed ? explainS3(error) : undefined
    const says = `${where}: ${known === undefined ? '' : `${known.says}; `}${messageOf(error)}`
    return fail(check, says, known?.advice ?? 'see the log of the object store')
  } finally {
    await files.close()
  }
}

async function tryOut(files: Files): Promise<void> {
  const folder = `doctor/${randomUUID()}/`
  const bytes = randomBytes(probeBytes)
  await files.put(`${folder}small`, bytes, type)
  try {
    await lookAtPut(files, folder, bytes)
  } finally {
    await files.removeAll(folder)
  }
  if ((await files.size(`${folder}small`)) !== undefined) throw new Error('it still holds what was removed')
}

async function lookAtPut(files: Files, folder: string, bytes: Buffer): Promise<void> {
  if (!(await files.read(`${folder}small`)).equals(bytes)) throw new Error('it gave back other bytes than it was given')
  await adoptLarge(files, `${folder}large`)
  const sizes = (await files.list(folder, 3)).map(({ size }) => size)
  if (sizes.join() !== `${partBytesMin + 1},${probeBytes}`) throw new Error('it does not list what it holds')
}

/** Checks an upload in parts: proxies before a store may refuse the size of a part. */
async function adoptLarge(files: Files, key: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-doctor-'))
  try {
    const path = join(folder, 'large')
    await writeFile(path, '')
    await truncate(path, partBytesMin + 1)
    await files.adopt(key, path, type)
  } finally {
    await rm(folder, { recursive: true })
  }
}
