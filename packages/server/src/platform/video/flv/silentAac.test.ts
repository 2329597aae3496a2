import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFragment } from '#platform/video/fmp4/fragment.ts'
import { makeInitSection } from '#platform/video/fmp4/initSection.ts'
import { findProgram, lacks } from '#test/world/program.ts'
import { readAacConfig } from './aacConfig.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-silence-'))
after(() => rm(folder, { recursive: true }))

const configs = {
  mono: '1208',
  stereo: '1190',
  'three channels': '1198',
  'four channels': '11a0',
  'five channels': '11a8',
  '5.1': '11b0',
  '7.1': '11b8',
  'stereo in frames of 960': '1194',
  'HE-AAC': '2b11880000',
  'HE-AAC v2': 'eb098800',
  'channels by a program_config_element': '1200050848002000c4400d4c61766335392e33372e31303056e588',
}

test('a silent frame has the bits of its syntax', () => {
  const silent = (hex: string) => {
    const header = readAacConfig(Buffer.from(hex, 'hex'))
    return header.kind === 'header' ? header.silentFrame.toString('hex') : header.kind
  }
  assert.equal(silent(configs.mono), '00000007')
  assert.equal(silent(configs.stereo), '21000000001c')
})

for (const [name, hex] of Object.entries(configs)) {
  test(`a silent frame decodes to silence: ${name}`, { skip: lacks('ffmpeg') }, async () => {
    const header = readAacConfig(Buffer.from(hex, 'hex'))
    assert.ok(header.kind === 'header')
    const { track, samplesPerFrame: duration, silentFrame: payload } = header
    const samples = Array.from({ length: 8 }, () => ({ payload, duration, compositionOffset: 0, isSync: true }))
    const video = { decodeTime: 0, samples: [] }
    const fragment = makeFragment({ sequenceNumber: 1, video, audio: { decodeTime: 0, samples } })
    const path = join(folder, `${hex}.mp4`)
    await writeFile(path, Buffer.concat([makeInitSection(undefined, track), fragment]))
    const args = ['-v', 'error', '-i', path, '-f', 's16le', '-']
    const { stdout, stderr } = await promisify(execFile)(findProgram('ffmpeg') ?? '', args, { encoding: 'buffer' })
    assert.equal(stderr.toString(), '')
    assert.equal(stdout.length, 8 * duration * track.channelCount * 2)
    assert.ok(stdout.every((byte) => byte === 0))
  })
}
