import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { encoderKeyOf, pathOf, pathOfStream, playbackIdOf, streamKeyOf } from './mediaMtxPaths.ts'

const streamUuid = uuidv7(Date.now())
const playbackId = encodeId('plb', 7, streamUuid)
const body = playbackId.slice('plb_'.length)
const secret = '0123456789abcdefghjkmnpqrstvwxyz'

test('a path holds no secret, and path and token of an encoder give the stream key', () => {
  const entered = encoderKeyOf(`live_${body}_${secret}`)
  assert.equal(entered, `live_${body}?token=${secret}`)
  const [name = '', query] = entered.split('?')
  const path = `live/${name}`
  assert.equal(path, pathOf(playbackId))
  assert.equal(path, pathOfStream({ accountId: 7, streamUuid }))
  assert.equal(streamKeyOf(path, new URLSearchParams(query).get('token') ?? ''), `live_${body}_${secret}`)
})

test('a path gives its playback id, and other paths give none', () => {
  assert.equal(playbackIdOf(pathOf(playbackId)), playbackId)
  for (const path of [
    '',
    'live/',
    `live/${playbackId}`,
    `live/live_${body}_${secret}`,
    `x/live_${body}`,
    'live/live_u',
  ]) {
    assert.equal(playbackIdOf(path), undefined, path)
  }
})
