import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStoryboard } from './storyboard.ts'

test('readStoryboard() reads times and the rectangle of each tile', () => {
  const text =
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nstoryboard.jpg#xywh=0,0,160,90\n\n' +
    '01:00:02.500 --> 01:00:04.000\nstoryboard.jpg#xywh=160,90,160,90\n'
  const url = 'https://fair.example/media/plb_1/storyboard.jpg'
  assert.deepEqual(readStoryboard(text, 'https://fair.example/media/plb_1/storyboard.vtt'), [
    { startSeconds: 0, url, x: 0, y: 0, width: 160, height: 90 },
    { startSeconds: 3602.5, url, x: 160, y: 90, width: 160, height: 90 },
  ])
  assert.deepEqual(readStoryboard('<html>', 'https://fair.example/'), [])
})
