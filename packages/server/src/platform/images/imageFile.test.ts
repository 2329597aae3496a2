import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pngOf, sampleImages } from '#test/world/sampleImages.ts'
import { readImageFile } from './imageFile.ts'
import { ImageRefused } from './imageParts.ts'
import { orientationIn } from './orientation.ts'

const refusedFor = (bytes: Buffer) => {
  try {
    readImageFile(bytes)
    return 'taken'
  } catch (error) {
    if (error instanceof ImageRefused) return error.rule
    throw error
  }
}

describe('an image file', () => {
  for (const [name, bytes] of Object.entries(sampleImages)) {
    test(`${name}: size and kind come from its bytes, and metadata is removed`, () => {
      assert.ok(bytes.includes('Secret'), 'the sample holds metadata')
      const { bytes: clean, contentHash, ...found } = readImageFile(bytes)
      const isAnimation = name === 'gif' || name === 'animatedWebp'
      const extension = name === 'animatedWebp' ? 'webp' : name
      assert.deepEqual(found, { extension, width: 24, height: 16, frameCount: isAnimation ? 2 : 1 })
      assert.equal(clean.includes('Secret'), false)
      assert.match(contentHash, /^[0-9a-f]{64}$/)
      assert.deepEqual(readImageFile(clean).bytes, clean, 'a clean file stays as it is')
    })

    test(`${name}: bytes behind its end are dropped or refused`, () => {
      const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
      if (name === 'avif') assert.equal(refusedFor(polyglot), 'broken')
      else assert.deepEqual(readImageFile(polyglot).bytes, readImageFile(bytes).bytes)
    })

    test(`${name}: every file that ends too early is refused`, () => {
      for (let length = 0; length < bytes.length - 1; length++)
        assert.match(refusedFor(bytes.subarray(0, length)), /broken|type/, `${length} bytes`)
    })

    test(`${name}: no changed byte makes another error than a refusal`, () => {
      for (let at = 0; at < bytes.length; at++) {
        for (const value of [0, 1, 0x7f, 0xff]) refusedFor(Buffer.from(bytes.with(at, value)))
      }
    })
  }

  test('a turned photo keeps its orientation and nothing else of its EXIF data', () => {
    for (const name of ['jpg', 'png', 'webp'] as const) {
      const { bytes } = readImageFile(sampleImages[name])
      const at = bytes.indexOf('MM\0*')
      assert.ok(at > 0, name)
      assert.equal(orientationIn(bytes.subarray(at)), 6, name)
      assert.equal(bytes.subarray(at + 8, at + 10).readUInt16BE(0), 1, `${name} has one entry`)
    }
  })

  test('a size that a decoder could not hold is refused', () => {
    assert.equal(refusedFor(pngOf(1, { width: 16_385, height: 1 })), 'size')
    assert.equal(refusedFor(pngOf(1, { width: 10_000, height: 10_000 })), 'size')
    assert.equal(refusedFor(pngOf(1, { width: 2 ** 31, height: 2 ** 31 })), 'size')
    assert.equal(refusedFor(pngOf(1, { width: 0, height: 4 })), 'broken')
    assert.equal(refusedFor(pngOf(1, { width: 8_000, height: 8_000 })), 'taken')
  })

  test('markup and other types are refused, whatever their first bytes imitate', () => {
    const svg = '\ufeff \n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    assert.equal(refusedFor(Buffer.from(svg)), 'markup')
    assert.equal(refusedFor(Buffer.from('<!doctype html><p>')), 'markup')
    assert.equal(refusedFor(Buffer.from('%PDF-1.7')), 'type')
    assert.equal(refusedFor(Buffer.alloc(0)), 'type')
    assert.equal(refusedFor(Buffer.from('GIF89a=0;alert(1)//aaaaaaaaaaaaaaaaaaaaa')), 'broken')
    assert.equal(refusedFor(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)])), 'broken')
  })
})
