import { randomBytes, randomUUID } from 'node:crypto'
import type { Log } from '#kit/context.ts'
import type { Files } from '#platform/files/files.ts'
import type { FilesPlace } from '#platform/files/open.ts'
import { openS3Files } from '#platform/files/s3.ts'
import { explainS3, S3Failed } from '#platform/files/s3/refusal.ts'
import { messageOf } from '#platform/startProblem.ts'
import { fail, ok, type Finding } from './diagnosis.ts'

const check = 'media'
const probeBytes = 64

/** Where media is kept. An object store is tried: a small file is put, read, listed and removed. */
export async function lookAtFiles({ folder, s3 }: FilesPlace, log: Log): Promise<Finding> {
  if (s3 === undefined) return ok(check, `it is kept in ${folder}`)
  const where = `${s3.endpoint}, bucket ${s3.bucket}`
  const files = openS3Files(s3, log)
  try {
    await tryOut(files)
    return ok(check, `${where}: a small file was put, read, listed and removed`)
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
  await files.put(`${folder}probe`, bytes, 'application/octet-stream')
  if (!(await files.read(`${folder}probe`)).equals(bytes)) throw new Error('it gave back other bytes than it was given')
  const [listed] = await files.list(folder, 1)
  if (listed?.key !== `${folder}probe` || listed.size !== probeBytes) throw new Error('it does not list what it holds')
  await files.removeAll(folder)
  if ((await files.size(`${folder}probe`)) !== undefined) throw new Error('it still holds what was removed')
}
