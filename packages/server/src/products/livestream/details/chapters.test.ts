import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chaptersVtt, checkChapters } from './chapters.ts'

test('chapters must begin at 0 and be in ascending order', () => {
  const at = (...starts: number[]) => starts.map((startSeconds) => ({ startSeconds, title: 'T' }))
  checkChapters([])
  checkChapters(at(0, 0.5, 90))
  const path = (starts: number[]) => {
    try {
      checkChapters(at(...starts))
    } catch (error) {
      return Object(error).fields[0].path
    }
    return undefined
  }
  assert.equal(path([5]), '/chapters/0/startSeconds')
  assert.equal(path([0, 10, 10]), '/chapters/2/startSeconds')
  assert.equal(path([0, 10, 5]), '/chapters/2/startSeconds')
})

test('chapters become a WebVTT file, each lasting until the next begins', () => {
  const chapters = [
    { startSeconds: 0, title: 'Intro & <b>' },
    { startSeconds: 61.25, title: 'Main' },
  ]
  assert.equal(
    chaptersVtt({ chapters }),
    'WEBVTT\n\n00:00:00.000 --> 00:01:01.250\nIntro &amp; &lt;b&gt;\n\n00:01:01.250 --> 24:01:01.250\nMain\n',
  )
})
