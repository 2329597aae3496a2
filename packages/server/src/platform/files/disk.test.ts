import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testFilesContract } from '#test/world/filesContract.ts'
import { until } from '#test/world/until.ts'
import { openDiskFiles } from './disk.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-disk-'))
})
after(() => rm(folder, { recursive: true }))

testFilesContract('disk', () => openDiskFiles(join(folder, 'made/when/needed')))

test('a failed write leaves no draft, and keeps the old file', async () => {
  const root = join(folder, 'failing')
  const files = openDiskFiles(root)
  await files.put('a/b', Buffer.from('old'), 'text/plain')
  await mkdir(join(root, 'a/c/d'), { recursive: true })
  await assert.rejects(files.put('a/c', Buffer.from('new'), 'text/plain'))
  assert.deepEqual((await readdir(join(root, 'a'))).toSorted(), ['b', 'c'])
  assert.equal((await files.read('a/b')).toString(), 'old')
})

test('drafts of a crashed process are not listed, and are removed with their folder', async () => {
  const root = join(folder, 'crashed')
  const files = openDiskFiles(root)
  await files.put('a/b', Buffer.from('whole'), 'text/plain')
  await writeFile(join(root, 'a/0123~'), 'ha')
  assert.deepEqual(await files.list('a/', 10), [{ key: 'a/b', size: 5 }])
  assert.equal(await files.removeAll('a/'), 1)
  assert.deepEqual(await readdir(root), [])
})

test('empty folders are removed, except the root', async () => {
  const root = join(folder, 'emptied')
  const files = openDiskFiles(root)
  await files.put('a/b/c/1', Buffer.from('1'), 'text/plain')
  await files.put('a/d/2', Buffer.from('2'), 'text/plain')
  await files.removeAll('a/b/c/')
  assert.deepEqual(await readdir(join(root, 'a')), ['d'])
  await files.remove('a/d/2')
  assert.deepEqual(await readdir(root), [])
})

test('a write succeeds while others remove its folder', async () => {
  const files = openDiskFiles(join(folder, 'contended'))
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      await files.put('a/b/c', Buffer.from('x'), 'text/plain')
      if (i % 2 === 0) await files.removeAll('a/')
    }),
  )
})

test('a draft that others remove is written again', async () => {
  const root = join(folder, 'undrafted')
  const files = openDiskFiles(root)
  const bytes = Buffer.alloc(32_000_000, 'film')
  const putting = files.put('a/b', bytes, 'video/mp4')
  const names = await until(
    () => readdir(join(root, 'a')).catch(() => []),
    (found) => found.length > 0,
  )
  for (const name of names) if (name !== 'b') rmSync(join(root, 'a', name), { force: true })
  await putting
  assert.ok((await files.read('a/b')).equals(bytes))
  assert.deepEqual(await readdir(join(root, 'a')), ['b'])
})

test('a file of another file system is copied', async (t) => {
  const other = '/dev/shm'
  if (!existsSync(other) || (await stat(other)).dev === (await stat(folder)).dev) {
    t.skip('no second file system')
    return
  }
  const from = await mkdtemp(join(other, 'files-disk-'))
  try {
    await writeFile(join(from, 'reel'), 'from elsewhere')
    const files = openDiskFiles(join(folder, 'across'))
    await files.adopt('a/reel', join(from, 'reel'), 'video/mp4')
    assert.equal((await files.read('a/reel')).toString(), 'from elsewhere')
    assert.deepEqual(await readdir(from), [])
    assert.deepEqual(await readdir(join(folder, 'across/a')), ['reel'])
  } finally {
    await rm(from, { recursive: true })
  }
})
