import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { errnoOf } from '#platform/startProblem.ts'
import { FileMissing, RangeOutside, type ByteRange, type Files, type FileLook } from './files.ts'
import { checkKey, checkListLimit, checkPrefix } from './fileKeys.ts'

/** Bytes that a stream reads ahead of its consumer. */
const streamBytes = 256 * 1024

/**
 * Stores files under a folder of this machine, each at the path of its key. A file is renamed to its key once it is
 * synced, so readers and crashes never see a partial one. Folders are created when needed.
 */
export function openDiskFiles(folder: string): Files {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(folder, key)
  }
  return {
    put: async (key, bytes) => putBytes(pathOf(key), bytes),
    adopt: async (key, path) => adoptFile(pathOf(key), path),
    read: async (key, range) => {
      const { file, from, to } = await openRange(pathOf(key), key, range)
      return readAll(file, from, to).finally(() => file.close())
    },
    open: async (key, range) => streamOf(await openRange(pathOf(key), key, range)),
    size: async (key) => (await lookAt(pathOf(key)))?.size,
    look: (key) => lookAt(pathOf(key)),
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await removeEmpty(folder, dirname(path))
    },
    async removeAll(prefix) {
      checkPrefix(prefix)
      const count = await removeTree(join(folder, prefix))
      await removeEmpty(folder, join(folder, prefix))
      return count
    },
    async list(prefix, limit, after = '') {
      checkPrefix(prefix)
      checkListLimit(limit)
      const found: { key: string; size: number }[] = []
      for await (const key of keysUnder(folder, prefix, after)) {
        const size = (await lookAt(join(folder, key)))?.size
        if (size !== undefined) found.push({ key, size })
        if (found.length === limit) break
      }
      return found
    },
  }
}

/** Suffix of an incomplete file. Keys have no such character. */
const draftMark = '~'

async function putBytes(path: string, bytes: Uint8Array): Promise<void> {
  await place(path, async (draft) => {
    const file = await open(draft, 'wx')
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close())
  })
}

async function adoptFile(path: string, from: string): Promise<void> {
  await sync(from)
  try {
    await moveTo(path, from)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await place(path, async (draft) => {
      await copyFile(from, draft, constants.COPYFILE_EXCL)
      await sync(draft)
    })
    await rm(from)
  }
}

/** Writes a draft beside the path, and renames it. A failed draft is removed. */
async function place(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  await inFolder(dirname(path), async () => {
    const draft = join(dirname(path), `${randomUUID()}${draftMark}`)
    try {
      await make(draft)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  })
}

async function moveTo(path: string, from: string): Promise<void> {
  await inFolder(dirname(path), () => rename(from, path))
}

/** Retries of a write whose folder, with the draft in it, was removed by others. */
const removalsMax = 20

/** Runs work in a folder that is created if needed; retries where others have just removed it with its content. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  for (let removals = 0; ; removals++) {
    try {
      await mkdir(folder, { recursive: true })
      await work()
      break
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || removals === removalsMax) throw error
    }
  }
  await sync(folder).catch((error: unknown) => {
    // A concurrent removal deleted folder and file: there is no name to make durable.
    if (errnoOf(error) !== 'ENOENT') throw error
  })
}

/** Syncs a file, or the names in a folder, so that they survive a power cut. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

type OpenRange = { file: FileHandle; from: number; to: number }

async function openRange(path: string, key: string, range: ByteRange | undefined): Promise<OpenRange> {
  const file = await open(path).catch((error: unknown) => {
    throw isAbsence(error) ? new FileMissing(key) : error
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new FileMissing(key)
    const { from, to } = range ?? { from: 0, to: found.size }
    if (range !== undefined && !(from >= 0 && from < to && to <= found.size)) throw new RangeOutside(range)
    return { file, from, to }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readAll(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from)
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at)
    if (bytesRead === 0) throw new RangeOutside({ from, to })
    at += bytesRead
  }
  return bytes
}

/** The stream closes the file when it ends or is destroyed. */
async function streamOf({ file, from, to }: OpenRange): Promise<Readable> {
  if (from < to) return file.createReadStream({ start: from, end: to - 1, highWaterMark: streamBytes })
  await file.close()
  return Readable.from([])
}

async function lookAt(path: string): Promise<FileLook | undefined> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return undefined
    // A file is replaced by another one under its name, so its inode or its time differs.
    const version = [found.ino, Math.round(found.mtimeMs), found.size].map((each) => each.toString(36)).join('-')
    return { size: found.size, version }
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errnoOf(error) ?? '')
}

/** Removes a folder with its content; returns the number of keys. */
async function removeTree(path: string): Promise<number> {
  let count = 0
  for (const entry of await entriesOf(path)) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) count += await removeTree(inner)
    else {
      await rm(inner, { force: true })
      if (!entry.name.endsWith(draftMark)) count += 1
    }
  }
  await removeIfEmpty(path)
  return count
}

/** Removes empty folders from a path up to the root, which stays. */
async function removeEmpty(root: string, path: string): Promise<void> {
  for (let at = path; at.length > root.length && at.startsWith(root); at = dirname(at)) {
    if (!(await removeIfEmpty(at))) return
  }
}

async function removeIfEmpty(path: string): Promise<boolean> {
  try {
    await rmdir(path)
    return true
  } catch (error) {
    // A concurrent write put a file there, or a concurrent removal deleted the folder.
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return false
    if (isAbsence(error)) return true
    throw error
  }
}

/** Keys in the order of their characters. A folder sorts by its name with a slash. */
async function* keysUnder(root: string, prefix: string, after: string): AsyncGenerator<string> {
  const entries = await entriesOf(join(root, prefix))
  const names = entries
    .filter((entry) => entry.isDirectory() || (entry.isFile() && !entry.name.endsWith(draftMark)))
    .map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`)
  // Keys are ASCII, where comparing texts compares bytes.
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (!name.endsWith('/')) {
      if (name > after) yield name
    } else if (name > after || after.startsWith(name)) yield* keysUnder(root, name, after)
  }
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}
