import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FileMissing, RangeOutside, type Files } from '#platform/files/files.ts'

const type = 'video/mp4'

type Promised = { files: Files; root: string }

/** Tests of every store of files. `open` returns a store, whose earlier content stays. */
export function testFilesContract(name: string, open: () => Promise<Files> | Files): void {
  const root = `contract/${randomBytes(6).toString('hex')}/`
  for (const [what, check] of Object.entries(promises)) {
    test(`${name}: ${what}`, async () => check({ files: await open(), root }))
  }
}

const promises: Record<string, (of: Promised) => Promise<void>> = {
  async 'what was put is there, and is replaced whole'({ files, root }) {
    const key = `${root}put/a.b-c_d/0.mp4`
    assert.equal(await files.size(key), undefined)
    await files.put(key, Buffer.from('first'), type)
    assert.equal(await text(files, key), 'first')
    await files.put(key, new Uint8Array([0x32, 0x6e, 0x64]), type)
    assert.equal(await text(files, key), '2nd')
    assert.equal(await files.size(key), 3)
    await files.put(key, Buffer.alloc(0), type)
    assert.equal(await files.size(key), 0)
    assert.equal((await files.read(key)).length, 0)
    assert.equal((await all(await files.open(key))).length, 0)
  },

  async 'a range is read and streamed, and only where all of it is there'({ files, root }) {
    const key = `${root}range/digits`
    await files.put(key, Buffer.from('0123456789'), type)
    for (const [from, to] of [
      [0, 1],
      [3, 7],
      [9, 10],
      [0, 10],
    ] as const) {
      assert.equal((await files.read(key, { from, to })).toString(), '0123456789'.slice(from, to))
      assert.equal((await all(await files.open(key, { from, to }))).toString(), '0123456789'.slice(from, to))
    }
    for (const [from, to] of [
      [0, 11],
      [10, 11],
      [50, 60],
      [5, 5],
      [6, 5],
      [-1, 5],
    ] as const) {
      await assert.rejects(files.read(key, { from, to }), RangeOutside, `${from} to ${to}`)
      await assert.rejects(files.open(key, { from, to }), RangeOutside, `${from} to ${to}`)
    }
  },

  async 'what is not there is missing, and removing it again does nothing'({ files, root }) {
    const key = `${root}missing/a/file`
    await assert.rejects(files.read(key), FileMissing)
    await assert.rejects(files.open(key), FileMissing)
    await assert.rejects(files.read(key, { from: 0, to: 1 }), FileMissing)
    await files.put(key, Buffer.from('x'), type)
    // The folder of a file is no file.
    assert.equal(await files.size(`${root}missing/a`), undefined)
    await assert.rejects(files.read(`${root}missing/a`), FileMissing)
    await files.remove(key)
    await files.remove(key)
    assert.equal(await files.size(key), undefined)
    assert.equal(await files.removeAll(`${root}missing/`), 0)
  },

  async 'a large file is adopted from the disk and comes back by stream'({ files, root }) {
    const folder = await mkdtemp(join(tmpdir(), 'files-contract-'))
    try {
      const bytes = randomBytes(9_000_001)
      const path = join(folder, 'large')
      const key = `${root}adopt/large.mp4`
      await writeFile(path, bytes)
      await files.adopt(key, path, type)
      assert.deepEqual(await readdir(folder), [])
      assert.equal(await files.size(key), bytes.length)
      assert.ok((await all(await files.open(key))).equals(bytes))
      assert.ok(
        (await all(await files.open(key, { from: 8_000_000, to: 9_000_001 }))).equals(bytes.subarray(8_000_000)),
      )
      await writeFile(path, 'other')
      await files.adopt(key, path, type)
      assert.equal(await text(files, key), 'other')
      await assert.rejects(files.adopt(key, path, type))
      assert.equal(await text(files, key), 'other')
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  async 'a stream that is given up lets go'({ files, root }) {
    const key = `${root}stream/given-up`
    await files.put(key, randomBytes(3_000_000), type)
    for (let i = 0; i < 20; i++) {
      const stream = await files.open(key)
      for await (const piece of stream) if (piece.length > 0) break
      assert.ok(stream.destroyed)
    }
  },

  async 'readers see one whole file while others replace it'({ files, root }) {
    const key = `${root}replace/file`
    const versions = [10_000, 70_000, 200_000].map((size, at) => Buffer.alloc(size, 97 + at))
    const isVersion = (read: Buffer) => versions.some((each) => each.equals(read))
    await files.put(key, versions[0] ?? Buffer.alloc(0), type)
    const state = { isWriting: true, reads: 0 }
    const reading = Array.from({ length: 3 }, async () => {
      while (state.isWriting) {
        assert.ok(isVersion(await files.read(key)))
        assert.ok(isVersion(await all(await files.open(key))))
        state.reads += 1
        await turn()
      }
    })
    const writing = versions.map(async (version) => {
      for (let i = 0; i < 8; i++) await files.put(key, version, type)
    })
    await Promise.all(writing).finally(() => (state.isWriting = false))
    await Promise.all(reading)
    assert.ok(state.reads > 0)
  },

  async 'keys are listed in the order of their characters, page by page'({ files, root }) {
    const under = `${root}list/`
    const names = ['a', 'a-b/1', 'a.b', 'a/0', 'a/1/x', 'a/1/y', 'a/2', 'a0', 'a_b/1', 'b']
    for (const each of names.toReversed()) await files.put(`${under}${each}x`, Buffer.from(each), type)
    await files.put(`${root}list-not/x`, Buffer.from('x'), type)
    const expected = names.map((each) => ({ key: `${under}${each}x`, size: each.length })).toSorted(byKey)
    assert.deepEqual(await files.list(under, 1_000), expected)
    for (const limit of [1, 3, 10]) assert.deepEqual(await pages(files, under, limit), expected)
    assert.deepEqual(
      await files.list(`${under}a/1/`, 10),
      expected.filter(({ key }) => key.includes('/a/1/')),
    )
    assert.deepEqual(await files.list(`${root}nothing/`, 10), [])
    assert.deepEqual(await files.list(under, 10, `${under}zz`), [])
  },

  async 'everything under a prefix goes, and nothing beside it'({ files, root }) {
    for (const each of ['gone/1', 'gone/a/2', 'gone/a/b/3', 'goner', 'gone-too/4']) {
      await files.put(`${root}${each}`, Buffer.from(each), type)
    }
    assert.equal(await files.removeAll(`${root}gone/`), 3)
    assert.equal(await files.removeAll(`${root}gone/`), 0)
    assert.deepEqual(await files.list(`${root}gone/`, 10), [])
    assert.equal(await text(files, `${root}goner`), 'goner')
    assert.equal(await text(files, `${root}gone-too/4`), 'gone-too/4')
  },

  async 'what is no key, prefix or limit is refused'({ files, root }) {
    for (const key of ['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/.', 'A', 'a b', 'ä', 'a\0', 'a~', 'a\\b', 'a\n']) {
      await assert.rejects(files.put(key, Buffer.from('x'), type), TypeError, JSON.stringify(key))
      await assert.rejects(files.read(key), TypeError, JSON.stringify(key))
      await assert.rejects(files.remove(key), TypeError, JSON.stringify(key))
    }
    await assert.rejects(files.put('a'.repeat(513), Buffer.from('x'), type), TypeError)
    for (const prefix of ['', '/', 'a', '../', 'a/../', 'a//']) {
      await assert.rejects(files.removeAll(prefix), TypeError, JSON.stringify(prefix))
      await assert.rejects(files.list(prefix, 1), TypeError, JSON.stringify(prefix))
    }
    for (const limit of [0, -1, 1.5, 1_001, NaN]) await assert.rejects(files.list(root, limit), RangeError)
  },

  async 'nothing is left of all this'({ files, root }) {
    await files.removeAll(root)
    assert.deepEqual(await files.list(root, 10), [])
  },
}

async function text(files: Files, key: string): Promise<string> {
  return (await files.read(key)).toString()
}

async function all(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function pages(files: Files, prefix: string, limit: number): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number }[] = []
  for (;;) {
    const page = await files.list(prefix, limit, found.at(-1)?.key)
    found.push(...page)
    assert.ok(page.length <= limit)
    if (page.length < limit) return found
  }
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1
}
