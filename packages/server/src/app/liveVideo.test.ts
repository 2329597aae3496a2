import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeCertificate } from '#test/world/certificate.ts'
import { freePort } from '#test/world/freePort.ts'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { streamStatus } from '#test/video/streamStatus.ts'
import { mountSmallDisk, noSmallDisk } from '#test/world/smallDisk.ts'
import { until } from '#test/world/until.ts'
import { lackOf } from '#test/world/program.ts'

const live = (w: LiveWorld, streamId: string) =>
  until(
    () => streamStatus(w, streamId),
    ({ status }) => status === 'live',
  )

describe('live video', { skip: noEncoder }, () => {
  let home = ''
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'fairground-live-'))
  })
  after(() => rm(home, { recursive: true, force: true }))

  test('is published over TLS where a certificate is configured', async (t) => {
    const made = await makeCertificate()
    if (made === undefined) return t.skip(lackOf('openssl'))
    const [certFile, keyFile] = [join(home, 'cert.pem'), join(home, 'key.pem')]
    await writeFile(certFile, made.cert)
    await writeFile(keyFile, made.key)
    await using w = await liveWorld({ live: { rtmps: { port: 0, certFile, keyFile } } })
    const { id, key } = await w.stream()
    w.publish(key, { isSecure: true })
    const status = await live(w, id)
    assert.equal(status.ingest?.protocol, 'rtmps')
  })

  test('takes a free port when another program uses the default one', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const taken = Object(other.address()).port
    await using w = await liveWorld({ live: { rtmpPort: taken, isRtmpPortChosen: false } })
    assert.match(String(w.app.live.engine.ingest().rtmpUrl), /^rtmp:\/\/fairground\.test:\d+\/live$/)
    assert.ok(!String(w.app.live.engine.ingest().rtmpUrl).includes(`:${taken}/`))
    other.close()
  })

  test('stays live when the disk is full: recording stops with a fact, and the recorded part is kept', async (t) => {
    const small = await mkdtemp(join(home, 'small-'))
    using disk = await mountSmallDisk(small, 400)
    if (disk === undefined) return t.skip(noSmallDisk)
    await using w = await liveWorld({ live: { spoolFolder: join(small, 'spool') } })
    const { id, key } = await w.stream()
    w.publish(key, { width: 640, height: 360 })
    await live(w, id)
    await until(
      () => w.emitted('livestream.stream.recordingStopped'),
      (facts) => facts.length === 1,
    )
    const status = await streamStatus(w, id)
    assert.equal(status.status, 'live')
    assert.equal(status.recording.isRecording, false)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    assert.ok(Number((await w.replay(id)).durationSeconds) > 0.5)
  })

  test('is pushed to a target, and a broken target does not interrupt it', async () => {
    await using target = await liveWorld()
    const there = await target.stream({ title: 'There' })
    const serverUrl = String(target.app.live.engine.ingest().rtmpUrl).replace('fairground.test', '127.0.0.1')
    await using w = await liveWorld()
    const targets = [
      { name: 'Good', serverUrl, streamKey: there.key },
      { name: 'Wrong key', serverUrl, streamKey: 'nothing' },
      { name: 'Closed', serverUrl: `rtmp://127.0.0.1:${await freePort()}/live`, streamKey: 'x' },
    ]
    const { id, key } = await w.stream({ simulcastTargets: targets })
    w.publish(key)
    await live(w, id)
    await live(target, there.id)
    const states = await until(
      async () => (await streamStatus(w, id)).simulcast,
      (all) => all[0]?.state === 'live' && all[1]?.state === 'error' && all[2]?.state === 'error',
    )
    assert.match(String(states[1]?.lastError), /key is not right/)
    assert.ok(!JSON.stringify([states, await w.emitted()]).includes(there.key))
    assert.equal((await streamStatus(w, id)).status, 'live')
  })
})
