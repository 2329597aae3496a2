import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkKey, checkPrefix } from '#platform/files/fileKeys.ts'
import {
  assetKey,
  assetPrefix,
  indexName,
  initName,
  posterName,
  reelName,
  storyboardName,
  storyboardTrackName,
  videoName,
} from './assetNames.ts'

test('every name of an asset makes a key, and reels are listed in their order', () => {
  const prefix = assetPrefix(42, '0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  checkPrefix(prefix)
  const reels = [0, 9, 10, 99, 10_080].map(reelName)
  assert.equal(reels[0], '00000.m4s')
  assert.deepEqual(reels.toSorted(), reels)
  for (const name of [indexName, videoName, posterName, storyboardName, storyboardTrackName, initName(12), ...reels]) {
    checkKey(assetKey(prefix, name))
  }
})
