import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testCluster } from '#test/world/cluster.ts'
import { inSession } from '#platform/db/connect.ts'
import { checkFingerprint, openMasterKey } from './masterKey.ts'
import { openSecrets } from './secrets.ts'

const key = Buffer.alloc(32, 7)

test('each purpose has its own key, the same at every start', () => {
  const first = openSecrets(key)
  const second = openSecrets(Buffer.from(key))
  assert.deepEqual(first.subkey('keys.pepper'), second.subkey('keys.pepper'))
  assert.notDeepEqual(first.subkey('keys.pepper'), first.subkey('cursors'))
  assert.equal(first.fingerprint, second.fingerprint)
  assert.match(first.fingerprint, /^[0-9a-f]{16}$/)
  assert.notEqual(first.fingerprint, openSecrets(Buffer.alloc(32, 8)).fingerprint)
})

test('a sealed value opens only unchanged, in its context, for its purpose', () => {
  const sealer = openSecrets(key).sealer('answers')
  const sealed = sealer.seal('grüße', 'account 1')
  assert.equal(sealer.open(sealed, 'account 1'), 'grüße')
  assert.equal(sealed.includes('grüße'), false)
  assert.notDeepEqual(sealer.seal('grüße', 'account 1'), sealed)
  assert.throws(() => sealer.open(sealed, 'account 2'))
  assert.throws(() => openSecrets(key).sealer('others').open(sealed, 'account 1'))
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    assert.throws(() => sealer.open(changed, 'account 1'), `byte ${i}`)
  }
  assert.throws(() => sealer.open(sealed.subarray(0, 20), 'account 1'))
})

test('a master key is created once, readable by its owner alone, and a damaged file is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-key-'))
  try {
    const file = join(folder, 'master.key')
    const made = await Promise.all([openMasterKey(undefined, file), openMasterKey(undefined, file)])
    assert.deepEqual(made[0].key, made[1].key)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const again = await openMasterKey(undefined, file)
    assert.deepEqual([again.key, again.isNew], [made[0].key, false])
    assert.equal((await openMasterKey(key, file)).source, 'MASTER_KEY')
    await writeFile(file, 'short')
    await assert.rejects(openMasterKey(undefined, file), { code: 'master_key' })
    assert.equal(await readFile(file, 'utf8'), 'short')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a database accepts the first master key and refuses every other', async () => {
  const cluster = await testCluster()
  await using database = await cluster.createDatabase()
  const own = { key, source: 'MASTER_KEY', isNew: false }
  const { fingerprint } = openSecrets(key)
  const check = (given: string) =>
    inSession(database.address, 'test', (session) => checkFingerprint(session, given, own))
  await check(fingerprint)
  await check(fingerprint)
  await assert.rejects(check('ffffffffffffffff'), {
    code: 'master_key',
    message: new RegExp(fingerprint),
  })
})
