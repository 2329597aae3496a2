import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { streamStatus } from '#test/video/streamStatus.ts'
import { smallRungs } from '#test/video/ladderWorld.ts'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { parse } from '#test/video/hlsPlaylist.ts'
import { arrayOf } from '#test/world/world.ts'

const load = async (w: LiveWorld, path: string) => {
  const response = await fetch(`${w.url}${path}`)
  return { status: response.status, text: await response.text() }
}
/** Codes of issues about renditions. A busy machine may have others. */
const ofRenditions = (issues: unknown) =>
  arrayOf(issues).flatMap(({ code, advice }) => (/LIVE_LADDERS_MAX|ffmpeg/.test(String(advice)) ? [code] : []))
const issuesOf = async (w: LiveWorld, streamId: string) => ofRenditions((await streamStatus(w, streamId)).issues)

/** Number of the last segment of a playlist that has ended. */
async function lastSegmentOf(w: LiveWorld, address: string): Promise<string | undefined> {
  const { text } = await until(
    () => load(w, address),
    (found) => found.text.endsWith('#EXT-X-ENDLIST\n'),
  )
  return [...text.matchAll(/\/s(\d+)\.m4s$/gm)].at(-1)?.[1]
}

describe('a stream with renditions', { skip: noEncoder }, () => {
  test('is played in each of them by viewers with access; its replay has the source alone', async () => {
    await using w = await liveWorld({ live: { rungs: smallRungs } })
    const closed = { visibility: 'password', password: 'open sesame' }
    const { id, playbackId, key } = await w.stream({ renditions: 'auto', ...closed })
    w.publish(key)
    await until(
      () => w.call('livestream.stream.get', { streamId: id }),
      ({ status }) => status === 'live',
    )
    const opened = await w.call('livestream.video.access', { playbackId, password: 'open sesame' }, { key: null })
    const hlsUrl = String(opened.hlsUrl)
    const main = await until(
      () => load(w, hlsUrl),
      ({ status }) => status === 200,
    )
    const found = parse(main.text).playlists?.map(({ uri, attributes }) => [
      uri.replace(/-[0-9a-f-]{36}(\.m3u8)\?v=[\w-]+$/, '$1'),
      attributes['RESOLUTION'],
      attributes['CODECS'],
    ])
    assert.deepEqual(found, [
      ['video.m3u8', { width: 320, height: 180 }, 'avc1.42C00C,mp4a.40.2'],
      ['120p.m3u8', { width: 214, height: 120 }, 'avc1.4D4028,mp4a.40.2'],
      ['90p.m3u8', { width: 160, height: 90 }, 'avc1.4D4028,mp4a.40.2'],
      ['audio.m3u8', undefined, 'mp4a.40.2'],
    ])
    for (const name of ['120p', 'audio']) {
      const segment = new RegExp(`^([0-9a-f-]{36}/${name}/s\\d+\\.m4s)$`, 'm')
      const list = await until(
        () => load(w, hlsUrl.replace('main', name)),
        ({ text }) => segment.test(text),
      )
      const [asset = ''] = segment.exec(list.text) ?? []
      assert.match(list.text, /#EXT-X-RENDITION-REPORT:URI="video-[0-9a-f-]{36}\.m3u8",LAST-MSN=\d+,LAST-PART=\d+\n/)
      assert.equal((await load(w, hlsUrl.replace('main.m3u8', asset))).status, 200)
      assert.equal((await load(w, `/hls/${playbackId}/${asset}`)).status, 401)
    }
    assert.equal((await load(w, `/hls/${playbackId}/120p.m3u8`)).status, 401)
    assert.equal((await load(w, hlsUrl.replace('main', '480p'))).status, 404)
    assert.deepEqual(await issuesOf(w, id), [])
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    const addresses = (parse(main.text).playlists ?? []).map(({ uri }) => hlsUrl.replace('main.m3u8', uri))
    const ends = await Promise.all(addresses.map((address) => lastSegmentOf(w, address)))
    assert.equal(new Set(ends).size, 1, `the renditions end with segments ${ends.join(', ')}`)
    const replay = await until(
      () => load(w, hlsUrl.replace('main', '120p')),
      ({ text }) => text.includes('VOD'),
    )
    assert.match(replay.text, /^[0-9a-f-]{36}\/s\d+(-\d+)?\.m4s$/m)
  })

  test('has the source alone, and an issue, when the server is at its limit of ladders', async () => {
    await using w = await liveWorld({ live: { rungs: smallRungs, laddersMax: 1 } })
    const streams = [await w.stream({ renditions: 'auto' }), await w.stream({ renditions: 'auto' })]
    for (const { id, key } of streams) {
      w.publish(key)
      await until(
        () => w.call('livestream.stream.get', { streamId: id }),
        ({ status }) => status === 'live',
      )
    }
    const [first, second] = streams
    assert.deepEqual(await issuesOf(w, first?.id ?? ''), [])
    assert.deepEqual(await issuesOf(w, second?.id ?? ''), ['server_overloaded'])
    const main = await until(
      () => load(w, `/hls/${second?.playbackId}/main.m3u8`),
      ({ status }) => status === 200,
    )
    assert.equal(parse(main.text).playlists?.length, 1)
    await until(
      () => w.emitted('livestream.stream.healthChanged'),
      (facts) => facts.some(({ payload }) => ofRenditions(payload['issues'])[0] === 'server_overloaded'),
    )
  })
})
