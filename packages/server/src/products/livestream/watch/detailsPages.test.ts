import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addMedia } from '#test/video/addedMedia.ts'
import { goLive } from '#test/video/audience.ts'
import { objectOf, world, type Json, type Output, type World } from '#test/world/world.ts'

const linked = { videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } as const
const plainVideo = /<noscript>[^]*<video class="plain"[^>]* src="https:\/\/media\.example\.com\/a\.mp4"/

/** A JPEG of 16 by 16 pixels, grey. */
const examplePoster =
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ' +
  '2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA' +
  '/8AAEQgAEAAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q=='

/** The JSON of a data block in a page. */
function blockOf(body: string, type: string): Json {
  const text = new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`).exec(body)?.[1]
  assert.ok(text !== undefined, `there is no ${type} in ${body}`)
  return objectOf(JSON.parse(text))
}

describe('details of videos and channels on their pages', () => {
  let w: World
  let home: Output<'livestream.channel.create'>
  const handle = `d_${randomBytes(5).toString('hex')}`

  before(async () => {
    w = await world()
    home = await w.call('livestream.channel.create', {
      name: 'Harbour Stage',
      handle,
      description: 'Live from the **harbour**.',
      tags: 'Music, Boats',
      language: 'en',
    })
  })
  after(() => w[Symbol.asyncDispose]())

  const open = async (url: string, headers: Record<string, string> = {}) =>
    (await w.app.server.inject({ url, headers })).body

  /** Makes a video with a sheet. Returns its playback id. */
  async function makeVideo(sheet: Json, draft: Json = {}): Promise<string> {
    const made = await w.call('livestream.static.create', { title: 'A night', ...linked, channelId: home.id, ...draft })
    await w.call('livestream.details.create', { targetType: 'static', targetId: made.id, locale: 'en', ...sheet })
    return String(made.id).replace('sta_', 'plb_')
  }

  test('a watch page shows every part of a sheet, and the description as sanitised Markdown', async () => {
    const id = await makeVideo({
      description: '# Tonight\n\nA *small* band <script>alert(1)</script> and [the shop](https://shop.example)',
      tags: 'Jazz, Live music',
      coverPhotoUrl: 'https://media.example.com/cover.jpg',
      licence: 'CC-BY-4.0',
      credits: [
        { role: 'Camera', name: 'Ada', url: 'https://ada.example' },
        { role: 'Sound', name: 'Bo' },
      ],
      links: [{ label: 'Programme', url: 'https://programme.example' }],
      customFields: { filmed_with: 'Two cameras' },
      products: [
        { label: 'The record', url: 'https://shop.example/record', atSeconds: 75 },
        { label: 'A shirt', url: 'https://shop.example/shirt' },
      ],
    })
    const body = await open(`/watch/${id}`)
    for (const each of [
      '<h2>Tonight</h2>',
      'A <em>small</em> band &lt;script&gt;',
      '<a href="https://shop.example" rel="nofollow ugc noopener">the shop</a>',
      '<li>Live music</li>',
      '<img class="poster" src="https://media.example.com/cover.jpg"',
      '<a href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener">CC-BY-4.0</a>',
      '<dt>Camera</dt><dd><a href="https://ada.example" rel="nofollow ugc noopener">Ada</a></dd>',
      '<dt>Sound</dt><dd>Bo</dd>',
      '<a href="https://programme.example" rel="nofollow ugc noopener">Programme</a>',
      '<dt>filmed with</dt><dd>Two cameras</dd>',
      '<li data-at="75"><a href="https://shop.example/record" target="_blank"',
      `<a href="/watch/${id}?startSeconds=75" data-start="75" class="moment"`,
      '<meta property="og:description" content="Tonight A small band &lt;script&gt;alert(1)&lt;/script&gt; ',
      '<meta property="og:image" content="https://media.example.com/cover.jpg">',
      '<meta name="keywords" content="Jazz, Live music">',
    ]) {
      assert.ok(body.includes(each), `${each} is not in ${body}`)
    }
    const data = blockOf(body, 'application/ld\\+json')
    assert.equal(data['license'], 'https://creativecommons.org/licenses/by/4.0/')
    assert.equal(data['creditText'], 'Camera: Ada; Sound: Bo')
    assert.equal(data['keywords'], 'Jazz, Live music')
    assert.deepEqual([data['inLanguage'], data['isFamilyFriendly']], ['en', true])
    assert.deepEqual(data['mentions'], [
      { '@type': 'Product', name: 'The record', url: 'https://shop.example/record' },
      { '@type': 'Product', name: 'A shirt', url: 'https://shop.example/shirt' },
    ])
    const state = objectOf(blockOf(body, 'application/json')['state'])
    assert.deepEqual(state['products'], [
      { label: 'The record', url: 'https://shop.example/record', atSeconds: 75, price: null },
      { label: 'A shirt', url: 'https://shop.example/shirt', atSeconds: null, price: null },
    ])
  })

  test('chapters are parts of the structured data, each with its own address', async () => {
    const chapters = [
      { startSeconds: 0, title: 'Welcome' },
      { startSeconds: 60, title: 'The band' },
    ]
    const id = await makeVideo({ chapters })
    const data = blockOf(await open(`/watch/${id}`), 'application/ld\\+json')
    assert.deepEqual(data['hasPart'], [
      {
        '@type': 'Clip',
        name: 'Welcome',
        startOffset: 0,
        endOffset: 60,
        url: `http://fairground.test/watch/${id}?startSeconds=0`,
      },
      {
        '@type': 'Clip',
        name: 'The band',
        startOffset: 60,
        url: `http://fairground.test/watch/${id}?startSeconds=60`,
      },
    ])
  })

  test('a broadcast in the structured data has name and language', async () => {
    const tonight = { scheduleDate: '2026-11-21', scheduleTime: '20:00:00' }
    const made = await w.call('livestream.stream.create', { title: 'Tonight', channelId: home.id, ...tonight })
    const data = blockOf(await open(`/watch/${String(made.id).replace('str_', 'plb_')}`), 'application/ld\\+json')
    assert.deepEqual(data['publication'], {
      '@type': 'BroadcastEvent',
      name: 'Tonight',
      isLiveBroadcast: true,
      startDate: '2026-11-21T20:00:00.000Z',
      inLanguage: 'en',
    })
  })

  test('a live stream is listed and found by the title of its sheet, with cover and channel title', async () => {
    const sail = await w.call('livestream.channel.create', { name: 'Sail', language: 'en' })
    const { streamId: targetId } = await goLive(w, { title: 'Take 7', channelId: sail.id })
    const sheet = { title: 'Race to the lighthouse', coverPhotoUrl: 'https://media.example.com/race.jpg', locale: 'en' }
    await w.call('livestream.details.create', { targetType: 'stream', targetId, ...sheet })
    await w.call('livestream.details.create', {
      targetType: 'channel',
      targetId: sail.id,
      locale: 'en',
      title: 'Sail TV',
    })
    await w.settle()
    const page = await open('/live')
    for (const each of [
      'lang="en">Race to the lighthouse</a>',
      'src="https://media.example.com/race.jpg"',
      '>Sail TV</a>',
    ]) {
      assert.ok(page.includes(each), `${each} is not in ${page}`)
    }
    const found = await w.call('livestream.stream.all', { scope: 'discover', q: 'lighthouse' })
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [targetId],
    )
  })

  test('a video for adults requires a confirmation of the age, also without scripts and in a frame', async () => {
    const id = await makeVideo({ maturityRating: 'adult', contentWarnings: ['Flashing lights'] })
    for (const path of [`/watch/${id}`, `/embed/video/${id}`]) {
      const asked = await open(`${path}?lang=en`)
      assert.match(asked, /<noscript><div class="plain access">\s*<h2>For adults only<\/h2>/)
      assert.match(asked, /<li>Flashing lights<\/li>/)
      assert.doesNotMatch(asked, plainVideo)
      assert.match(asked, /id="player" data-scene="loading" data-veiled>/)
      const [, confirmed = ''] =
        /<a class="button" href="([^"]+)" rel="nofollow">I am 18 or older<\/a>/.exec(asked) ?? []
      assert.equal(confirmed, `${path}?lang=en&amp;ofAge=true`)
      const opened = await open(confirmed.replaceAll('&amp;', '&'))
      assert.match(opened, plainVideo)
      assert.doesNotMatch(opened, /data-veiled/)
      assert.equal(objectOf(blockOf(opened, 'application/json')['options'])['ofAge'], true)
    }
    const body = await open(`/watch/${id}`)
    assert.match(body, /<meta name="rating" content="adult">/)
    assert.match(body, /<span class="badge rating">Adults only<\/span>/)
    const data = blockOf(body, 'application/ld\\+json')
    assert.deepEqual([data['isFamilyFriendly'], data['contentRating']], [false, 'adult'])
    assert.equal((await open(`/c/${handle}`)).match(/<div class="thumb" data-veiled>/g)?.length, 1)
  })

  test('the address of the control room opens a stream for adults without a confirmation', async () => {
    const { id: streamId } = await w.call('livestream.stream.create', { title: 'Late show', channelId: home.id })
    const target = { targetType: 'stream', targetId: streamId, locale: 'en' } as const
    await w.call('livestream.details.create', { ...target, maturityRating: 'adult' })
    const signed = { expiresInSeconds: 600, opensPreview: true }
    const { embedUrl } = await w.call('livestream.stream.getEmbedCode', { streamId, signed })
    const { pathname, search } = new URL(embedUrl)
    const needsConsent = async (path: string) => {
      const body = await open(path)
      return [/data-veiled/.test(body), objectOf(blockOf(body, 'application/json')['options'])['needsConsent']]
    }
    assert.deepEqual(await needsConsent(`${pathname}${search}`), [false, false])
    assert.deepEqual(await needsConsent(pathname), [true, true])
  })

  test('a closed video for adults requires its password first, then the age', async () => {
    const closed = { visibility: 'password', password: 'open sesame' }
    const id = await makeVideo({ maturityRating: 'adult' }, closed)
    assert.match(await open(`/watch/${id}`), /<noscript><div class="plain access"><h2>This video has a password/)
    const { token } = await w.call('livestream.video.access', { playbackId: id, password: 'open sesame' })
    const asked = await open(`/watch/${id}?token=${token}`)
    assert.match(asked, /<noscript><div class="plain access">\s*<h2>For adults only<\/h2>/)
    assert.ok(asked.includes(`/watch/${id}?token=${token}&amp;ofAge=true`))
  })

  test('a mature video and warnings are named before the video without scripts', async () => {
    const mature = await makeVideo({ maturityRating: 'mature', contentWarnings: ['Strong language'] })
    const body = await open(`/watch/${mature}`)
    assert.match(body, /<noscript><div class="plain caution"><p>This video is for mature audiences\.<\/p>/)
    assert.match(body, /<li>Strong language<\/li>[^]*<video class="plain"/)
    assert.match(body, plainVideo)
    const data = blockOf(body, 'application/ld\\+json')
    assert.deepEqual([data['isFamilyFriendly'], data['contentRating']], [false, 'mature'])
    const calm = await makeVideo({ maturityRating: 'teen' })
    assert.doesNotMatch(await open(`/watch/${calm}`), /caution|For adults/)
  })

  test('the strictest rating of all languages and of the channel holds, of published sheets', async () => {
    const id = await makeVideo({ title: 'A night' })
    const staticId = id.replace('plb_', 'sta_')
    const ratingOf = async () =>
      objectOf(blockOf(await open(`/watch/${id}?lang=en`), 'application/json')['state'])['maturityRating']
    const sheet = { targetType: 'static', targetId: staticId, locale: 'pt', maturityRating: 'mature' } as const
    const other = await w.call('livestream.details.create', sheet)
    assert.equal(await ratingOf(), 'mature')
    const ofHome = { targetType: 'channel', targetId: home.id, locale: 'fr', maturityRating: 'adult' } as const
    const strict = await w.call('livestream.details.create', ofHome)
    assert.equal(await ratingOf(), 'adult')
    await w.call('livestream.details.delete', { detailsId: strict.id })
    await w.call('livestream.details.update', { detailsId: other.id, action: 'unpublish' })
    assert.equal(await ratingOf(), 'everyone')
  })

  test('a sheet of a channel takes effect on its page, in its feeds and in channel/get, by language', async () => {
    await w.call('livestream.details.create', {
      targetType: 'channel',
      targetId: home.id,
      locale: 'pt-BR',
      title: 'Palco do Porto',
      description: 'Ao vivo do **porto**.',
      licence: 'CC0-1.0',
      coverPhotoUrl: 'https://media.example.com/porto.jpg',
      credits: [{ role: 'Direção', name: 'Ada' }],
      links: [{ label: 'Loja', url: 'https://loja.example' }],
      products: [{ label: 'Disco', url: 'https://loja.example/disco' }],
    })
    const id = await makeVideo({})
    const video = { targetType: 'static', targetId: id.replace('plb_', 'sta_'), locale: 'pt' } as const
    await w.call('livestream.details.create', { ...video, title: 'Uma noite', description: '*Ontem*' })
    const page = await open(`/c/${handle}`, { 'accept-language': 'pt-BR' })
    for (const each of [
      '<h1 lang="pt-BR">Palco do Porto</h1>',
      'Ao vivo do <strong>porto</strong>.',
      '<img src="https://media.example.com/porto.jpg"',
      '<dt>Direção</dt><dd>Ada</dd>',
      'https://loja.example/disco',
      'lang="pt">Uma noite</a>',
    ]) {
      assert.ok(page.includes(each), `${each} is not in ${page}`)
    }
    const data = blockOf(page, 'application/ld\\+json')
    assert.deepEqual([data['inLanguage'], data['creditText']], ['pt-BR', 'Direção: Ada'])
    assert.equal(data['license'], 'https://creativecommons.org/publicdomain/zero/1.0/')
    assert.match(await open(`/c/${handle}`, { 'accept-language': 'en' }), /<h1 lang="en">Harbour Stage<\/h1>/)
    const watch = await open(`/watch/${id}`, { 'accept-language': 'pt-BR' })
    assert.match(watch, /<b>Palco do Porto<\/b>/)
    assert.equal(objectOf(blockOf(watch, 'application/ld\\+json')['author'])['name'], 'Palco do Porto')
    const feed = await open(`/c/${handle}/feed.xml?lang=pt-BR`)
    assert.match(feed, /<channel>\n<title>Palco do Porto<\/title>/)
    const [head = ''] = feed.split('<item>')
    for (const each of ['<media:thumbnail url="https://media.example.com/porto.jpg"/>', '>Ada</media:credit>']) {
      assert.ok(head.includes(each), `${each} is not in ${head}`)
    }
    assert.match(feed, /<title>Uma noite<\/title>[^]*<description>&lt;p&gt;&lt;em&gt;Ontem&lt;\/em&gt;&lt;\/p&gt;</)
    assert.match(await open(`/c/${handle}/feed.xml`), /<channel>\n<title>Harbour Stage<\/title>/)
    assert.match(await open(`/c/${handle}/calendar.ics?lang=pt-BR`), /\r\nNAME:Palco do Porto\r\n/)
    const found = await w.call('livestream.channel.get', { handle, locale: 'pt-BR' })
    assert.equal(objectOf(found.details)['title'], 'Palco do Porto')
    assert.equal((await w.call('livestream.channel.get', { handle, locale: 'ja' })).details, null)
  })

  test('a channel without videos waits under the title of its sheet', async () => {
    const { id: targetId } = await w.call('livestream.channel.create', { name: 'Quiet pier', language: 'en' })
    const sheet = {
      title: 'Pier in spring',
      description: 'Soon *again*.',
      coverPhotoUrl: 'https://media.example.com/p.jpg',
    }
    await w.call('livestream.details.create', { targetType: 'channel', targetId, locale: 'en', ...sheet })
    const page = await open(`/watch/${targetId.replace('chn_', 'plb_')}`)
    for (const each of ['Pier in spring</h1>', 'Soon <em>again</em>', 'https://media.example.com/p.jpg']) {
      assert.ok(page.includes(each), `${each} is not in ${page}`)
    }
  })

  test('a feed has the rating, the licence and the credits of a video', async () => {
    await makeVideo({
      title: 'Rated',
      maturityRating: 'mature',
      licence: 'All rights reserved',
      credits: [{ role: 'Camera', name: 'Ada' }],
      tags: 'Jazz',
    })
    const feed = await open(`/c/${handle}/feed.xml`)
    const [, item = ''] = /(<title>Rated<\/title>[^]*?)<\/item>/.exec(feed) ?? []
    for (const each of [
      '<media:rating scheme="urn:simple">adult</media:rating>',
      '<media:license type="text/html">All rights reserved</media:license>',
      '<media:credit role="camera">Ada</media:credit>',
      '<media:keywords>Jazz</media:keywords>',
    ]) {
      assert.ok(item.includes(each), `${each} is not in ${item}`)
    }
  })

  test('a feed holds no characters that XML excludes, also where a text has them as references', async () => {
    await makeVideo({ title: 'Broken \uffff\ufffe title', description: 'One &#1; two &#x1b; &#xFFFF; three' })
    const feed = await open(`/c/${handle}/feed.xml`)
    assert.match(feed, /<title>Broken {2}title<\/title>[^]*<description>&lt;p&gt;One {2}two {3}three&lt;\/p&gt;/)
    assert.doesNotMatch(feed, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  })

  test('the playlist is null where nothing will ever play: linked and archived videos, used-up streams', async () => {
    const id = (await makeVideo({})).replace('plb_', 'sta_')
    const urlsOf = async (staticId: string) => {
      const { playback } = await w.call('livestream.static.get', { staticId })
      return [playback.hlsUrl, playback.videoUrl]
    }
    assert.deepEqual(await urlsOf(id), [null, linked.videoUrl])
    const draft = await w.call('livestream.static.create', { title: 'Later' })
    const hlsUrl = `http://fairground.test/hls/${String(draft.id).replace('sta_', 'plb_')}/main.m3u8`
    assert.deepEqual(await urlsOf(draft.id), [hlsUrl, null])
    const kept = await w.call('livestream.static.create', { title: 'Kept', ...linked })
    await addMedia(w.app, kept)
    assert.match(String((await urlsOf(kept.id))[0]), /main\.m3u8$/)
    await w.call('livestream.static.create', { staticId: kept.id, action: 'archive' })
    assert.deepEqual(await urlsOf(kept.id), [null, null])
    const playlistOf = async (streamId: string) => (await w.call('livestream.stream.get', { streamId })).playback.hlsUrl
    const once = await goLive(w, { title: 'Once', isReusable: false, record: false })
    assert.equal(typeof (await playlistOf(once.streamId)), 'string')
    await once.end()
    assert.equal(await playlistOf(once.streamId), null)
  })

  test('a feed has the file where downloads are allowed, and oEmbed the poster as a JPEG', async () => {
    const made = await w.call('livestream.stream.create', { title: 'To keep', channelId: home.id })
    await addMedia(w.app, made)
    await w.settle()
    const { recordings } = await w.call('livestream.stream.get', { streamId: made.id })
    const [staticId = ''] = recordings
    const id = staticId.replace('sta_', 'plb_')
    const enclosures = async () => (await open(`/c/${handle}/feed.xml`)).match(/<enclosure [^>]*>/g) ?? []
    assert.deepEqual(await enclosures(), [])
    await w.call('livestream.static.create', { staticId, allowDownload: true })
    const { byteCount, durationSeconds, width, height } = await w.call('livestream.static.get', { staticId })
    const url = `http://fairground.test/media/${id}/video.mp4`
    assert.deepEqual(await enclosures(), [`<enclosure url="${url}" length="${byteCount}" type="video/mp4"/>`])
    assert.equal((await w.app.server.inject(url)).headers['content-type'], 'video/mp4')
    assert.equal(durationSeconds, Math.round(Number(durationSeconds) * 1000) / 1000)
    await w.call('livestream.static.setPoster', { staticId, picture: examplePoster })
    const about = JSON.parse(await open(`/oembed?url=${encodeURIComponent(`http://fairground.test/watch/${id}`)}`))
    const names = ['thumbnail_url', 'thumbnail_width', 'thumbnail_height']
    const thumbnail = names.map((name) => about[name])
    assert.deepEqual(thumbnail, [`http://fairground.test/media/${id}/poster.jpg`, width, height])
    assert.equal((await w.app.server.inject(String(thumbnail[0]))).headers['content-type'], 'image/jpeg')
    const code = await w.call('livestream.stream.getEmbedCode', { staticId })
    assert.deepEqual(
      names.map((name) => objectOf(code.oEmbed)[name]),
      thumbnail,
    )
  })

  test('oEmbed and embed codes of a live stream and its channel have a frame of the stream', async () => {
    const pier = await w.call('livestream.channel.create', { name: 'Pier' })
    const live = await goLive(w, { title: 'On the pier', channelId: pier.id })
    await live.storePoster()
    const { streamId } = live
    for (const target of [{ streamId }, { channelId: pier.id }]) {
      const { oEmbed, oEmbedUrl } = await w.call('livestream.stream.getEmbedCode', target)
      const about = JSON.parse(await open(oEmbedUrl.replace('http://fairground.test', '')))
      for (const each of [about, objectOf(oEmbed)]) {
        assert.equal(each['thumbnail_url'], `http://fairground.test/media/${live.playbackId}/poster.jpg`)
        assert.deepEqual([each['thumbnail_width'], each['thumbnail_height']], [640, 360])
      }
    }
    await live.end()
    const { oEmbed } = await w.call('livestream.stream.getEmbedCode', { streamId })
    assert.match(String(objectOf(oEmbed)['thumbnail_url']), /poster\.svg$/)
  })

  test('an embed code has the title of the sheet, as the oEmbed response at its address', async () => {
    const staticId = (await makeVideo({ title: 'Night at the pier' })).replace('plb_', 'sta_')
    const { iframe, oEmbed, oEmbedUrl } = await w.call('livestream.stream.getEmbedCode', { staticId })
    const about = JSON.parse(await open(oEmbedUrl.replace('http://fairground.test', '')))
    assert.deepEqual([about.title, objectOf(oEmbed)['title']], ['Night at the pier', 'Night at the pier'])
    assert.match(iframe, / title="Night at the pier"/)
  })

  test('a scheduled video has a generated image: its own poster is closed before its time', async () => {
    const soon = { scheduleDate: '2035-01-01', scheduleTime: '20:00:00' }
    const made = await w.call('livestream.static.create', { title: 'Soon', ...linked, ...soon, channelId: home.id })
    await addMedia(w.app, made)
    await w.call('livestream.static.setPoster', { staticId: made.id, picture: examplePoster })
    const { playback } = await w.call('livestream.static.get', { staticId: made.id })
    const image = `/public/video/${made.id.replace('sta_', 'plb_')}/poster.svg`
    assert.equal(objectOf(playback)['thumbnailUrl'], `http://fairground.test${image}`)
    const page = await open(`/watch/${made.id.replace('sta_', 'plb_')}`)
    assert.equal(objectOf(blockOf(page, 'application/json')['state'])['posterUrl'], image)
    const { oEmbed } = await w.call('livestream.stream.getEmbedCode', { staticId: made.id })
    assert.equal(objectOf(oEmbed)['thumbnail_url'], `http://fairground.test${image}`)
  })

  test('a clip that may be downloaded has its own size for chats and feeds', async () => {
    const made = await w.call('livestream.stream.create', { title: 'To clip', channelId: home.id })
    await addMedia(w.app, made)
    await w.settle()
    const { recordings } = await w.call('livestream.stream.get', { streamId: made.id })
    const cut = { staticId: String(recordings[0]), startSeconds: 0, durationSeconds: 3 }
    const { id } = await w.call('livestream.stream.createClip', cut)
    await w.settle()
    await w.call('livestream.static.create', { staticId: id, allowDownload: true })
    const { width, height } = await w.call('livestream.static.get', { staticId: id })
    const page = await open(`/watch/${id.replace('sta_', 'plb_')}`)
    const named = (name: string) => new RegExp(`"og:video:${name}" content="([^"]*)"`).exec(page)?.[1]
    assert.deepEqual([named('type'), named('width'), named('height')], ['video/mp4', String(width), String(height)])
  })

  test('a category has its icon and its colour on pages of videos and channels', async () => {
    await w.call('livestream.category.create', { name: 'Jazz', color: '#aa3377' })
    await w.call('livestream.category.create', { name: 'Boats', iconUrl: 'https://media.example.com/boat.svg' })
    const both = { name: 'Tides', color: '#113355', iconUrl: 'https://media.example.com/tide.svg' }
    await w.call('livestream.category.create', both)
    const tides = await makeVideo({}, { category: 'Tides' })
    assert.match(await open(`/watch/${tides}`), /fill="#113355"\/><\/svg><img src="[^"]*tide\.svg" alt="" [^>]*>Tides/)
    const jazz = await makeVideo({}, { category: 'Jazz' })
    await makeVideo({}, { category: 'Boats' })
    const dot = /<svg viewBox="0 0 10 10" aria-hidden="true"><circle [^>]*fill="#aa3377"\/><\/svg>Jazz/
    assert.match(await open(`/watch/${jazz}`), dot)
    const page = await open(`/c/${handle}`)
    assert.match(page, dot)
    assert.match(page, /<img src="https:\/\/media\.example\.com\/boat\.svg" alt="" [^>]*>Boats/)
    assert.match(await open(`/watch/${jazz}`), /"genre":"Jazz"/)
  })
})
