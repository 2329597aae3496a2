import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodes } from './codeReader.ts'

type Found = { rawValue: string }[]

const code: Found = [{ rawValue: 'WALTZ' }]

/** Reads what the camera shows, step by step: a code or nothing, for a time in ms. Returns the codes reported. */
async function read(views: readonly { shows: Found; ms: number }[]): Promise<string[]> {
  let now = 0
  const [left, reported, control] = [[...views], Array<string>(), new AbortController()]
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => {
      const view = left.shift()
      if (view === undefined) control.abort()
      now += view?.ms ?? 0
      return view?.shows ?? []
    }
  }
  Object.assign(globalThis, { window: { BarcodeDetector: Detector }, performance: { now: () => now } })
  // cast: the reader looks at the state of the video alone, and hands it to the detector.
  const video = { readyState: 4, HAVE_CURRENT_DATA: 2 } as HTMLVideoElement
  await readCodes(video, {
    signal: control.signal,
    onCode: async (text) => {
      reported.push(text)
      return true
    },
  })
  return reported
}

test('a code in view is reported once, also when the page itself pauses', async () => {
  const views = [10, 10, 8_000, 10].map((ms) => ({ shows: code, ms }))
  assert.deepEqual(await read(views), ['WALTZ'])
})

test('a code that was lost for a moment is not reported again; one that left the view is', async () => {
  const blink = [code, [], code].map((shows) => ({ shows, ms: 1_000 }))
  assert.deepEqual(await read(blink), ['WALTZ'])
  const away = [code, [], [], code].map((shows) => ({ shows, ms: 2_500 }))
  assert.deepEqual(await read(away), ['WALTZ', 'WALTZ'])
})
