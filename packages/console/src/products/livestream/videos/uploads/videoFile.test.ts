import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileRefusal, titleOfFile } from './videoFile.ts'

const file = (name: string, type = '', size = 1_000) => ({ name, type, size })

test('fileRefusal() takes videos by their extension and refuses text, empty files and files over 20 GiB', () => {
  assert.equal(fileRefusal(file('Mill.MP4')), undefined)
  assert.equal(fileRefusal(file('capture.ts', 'video/mp2t')), undefined)
  assert.equal(fileRefusal(file('no extension', 'video/mp4')), undefined)
  assert.equal(fileRefusal(file('notes.txt', 'text/plain')), 'notVideo')
  assert.equal(fileRefusal(file('page.html', 'video/mp4')), 'notVideo')
  assert.equal(fileRefusal(file('a.mp4', 'video/mp4', 0)), 'empty')
  assert.equal(fileRefusal(file('a.mp4', 'video/mp4', 20 * 1024 ** 3 + 1)), 'tooLarge')
})

test('titleOfFile() leaves out the extension and is never empty or too long', () => {
  assert.equal(titleOfFile('Friday_night  concert.final.mov'), 'Friday night concert.final')
  assert.equal(titleOfFile('.mp4'), '.mp4')
  assert.equal(titleOfFile(`${'x'.repeat(300)}.mp4`).length, 140)
})
