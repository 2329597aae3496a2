import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPushAddress } from './pushAddress.ts'
import { concealing, reasonOf } from './pushReason.ts'

test('readPushAddress() returns host, port, application and tcUrl', () => {
  assert.deepEqual(readPushAddress('rtmp://live.example.com/app/'), {
    isSecure: false,
    host: 'live.example.com',
    port: 1_935,
    app: 'app',
    tcUrl: 'rtmp://live.example.com/app',
  })
  assert.deepEqual(readPushAddress('rtmps://live.example.com/live2/x?token=1'), {
    isSecure: true,
    host: 'live.example.com',
    port: 443,
    app: 'live2/x?token=1',
    tcUrl: 'rtmps://live.example.com/live2/x?token=1',
  })
  assert.deepEqual(readPushAddress('rtmp://[2001:db8::1]:2000/a').tcUrl, 'rtmp://[2001:db8::1]:2000/a')
})

for (const [url, reason] of [
  ['live.example.com/app', 'url'],
  ['rtmp:///app', 'url'],
  ['rtmp://live.example.com', 'url'],
  ['rtmp://live.example.com/', 'url'],
  [`rtmp://live.example.com/${'x'.repeat(2_100)}`, 'url'],
  ['http://live.example.com/app', 'scheme'],
  ['rtmpe://live.example.com/app', 'scheme'],
  ['rtmp://me:secret@live.example.com/app', 'credentials'],
  ['rtmp://live.example.com:25/app', 'port'],
  ['rtmp://live.example.com:6379/app', 'port'],
] as const) {
  test(`readPushAddress() rejects a target for its ${reason}: ${url.slice(0, 50)}`, () => {
    assert.throws(() => readPushAddress(url), { name: 'OutboundRefused', reason })
  })
}

test('the host of a target has the normal form of an http address', () => {
  for (const host of ['127.1', '0177.0.0.1', '127.0.0.1.', '2130706433', '\u{ff11}\u{ff12}\u{ff17}.0.0.1']) {
    assert.equal(readPushAddress(`rtmp://${host}/app`).host, '127.0.0.1', host)
  }
  assert.deepEqual(
    [readPushAddress('rtmp://B\u{fc}cher.example:2000/app')].map(({ host, tcUrl }) => [host, tcUrl]),
    [['xn--bcher-kva.example', 'rtmp://xn--bcher-kva.example:2000/app']],
  )
})

test('reasonOf() returns a phrase about the target for each error', () => {
  const of = (code: string) => reasonOf(Object.assign(new Error('x'), { code }))
  assert.equal(of('ECONNREFUSED'), 'refused the connection')
  assert.equal(of('EAI_AGAIN'), 'has no address')
  assert.equal(of('ETIMEDOUT'), 'did not respond in time')
  assert.equal(of('EPIPE'), 'closed the connection')
  assert.equal(of('DEPTH_ZERO_SELF_SIGNED_CERT'), 'has no valid certificate (DEPTH_ZERO_SELF_SIGNED_CERT)')
  assert.equal(of('EHOSTUNREACH'), 'could not be reached (EHOSTUNREACH)')
  assert.equal(reasonOf(new DOMException('late', 'TimeoutError')), 'did not respond in time')
})

test('keys and tokens in the text of a target are hidden, and the text becomes one short line', () => {
  const conceal = concealing({ url: 'rtmp://example.com/app?token=Tk9', streamKey: 'kEy1?sign=Sg7' })
  assert.equal(conceal('no kEy1?sign=Sg7, kEy1 or sign=Sg7, token=Tk9'), 'no …, … or …, …')
  assert.equal(conceal('a\r\nb\u0007\tc'), 'a b c')
  assert.equal(conceal('x'.repeat(1_000)).length, 300)
})
