import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPlayerNumbers, withServerNumber } from './playlistLoader.ts'

test('segments are counted from one higher, and asked for by the number that the server knows', () => {
  const text = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:41\n#EXTINF:1,\ns41.m4s\n'
  assert.equal(withPlayerNumbers(text), text.replace(':41', ':42'))
  const uncounted = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ns0.m4s\n'
  assert.equal(withPlayerNumbers(uncounted), uncounted.replace('#EXT-X-T', '#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-T'))
  const list = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo.m3u8\n'
  assert.equal(withPlayerNumbers(list), list)
  const url = 'https://a.example/hls/x/video.m3u8?_HLS_msn=12&_HLS_part=0&_HLS_skip=YES'
  assert.equal(withServerNumber(url), url.replace('=12', '=11'))
  assert.equal(withServerNumber('/hls/x/main.m3u8'), '/hls/x/main.m3u8')
})
