import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { hostOf } from '#test/video/hostOf.ts'
import { objectOf, world, type Json, type Output, type World } from '#test/world/world.ts'

const linked = { videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } as const

/** The JSON of a data block in a page. */
function blockOf(body: string, type: string): Json {
  const text = new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`).exec(body)?.[1]
  assert.ok(text !== undefined, `there is no ${type} in ${body}`)
  return objectOf(JSON.parse(text))
}

describe('pages of live and recorded video', () => {
  let w: World
  let home: Output<'livestream.channel.create'>
  let staticId: string
  let playbackId: string
  const handle = `h_${randomBytes(5).toString('hex')}`

  before(async () => {
    w = await world()
    home = await w.call('livestream.channel.create', {
      name: 'Harbour & Stage',
      handle,
      description: 'Live from the harbour.\nhttps://harbour.example',
      links: [{ label: 'Shop', url: 'https://shop.example' }],
    })
    const made = await w.call('livestream.static.create', {
      title: 'The <first> night',
      description: 'Words, words.',
      ...linked,
      channelId: home.id,
    })
    staticId = String(made.id)
    playbackId = staticId.replace('sta_', 'plb_')
  })
  after(() => w[Symbol.asyncDispose]())

  const open = (url: string, headers: Record<string, string> = {}) => w.app.server.inject({ url, headers })

  test('a player accepts flags as 1, true, yes, on or empty, and refuses other words', async () => {
    const optionsOf = async (query: string) => {
      const { body } = await open(`/embed/video/${playbackId}?${query}`)
      return objectOf(blockOf(body, 'application/json')['options'])
    }
    for (const word of ['=1', '=true', '=yes', '=on', '=TRUE', '=', '']) {
      const { autoplay, muted } = await optionsOf(`autoplay${word}&muted${word}`)
      assert.deepEqual([autoplay, muted], [true, true], word)
    }
    for (const word of ['0', 'false', 'no', 'off', 'False']) {
      assert.equal((await optionsOf(`controls=${word}`))['controls'], false, word)
    }
    assert.equal((await open(`/embed/video/${playbackId}?autoplay=banana`)).statusCode, 400)
  })

  test('a page for programs refuses in JSON, even when a browser sends the request', async () => {
    const accept = { accept: 'text/html' }
    const nowhere = encodeURIComponent('http://fairground.test/watch/plb_none')
    const paths = [`/oembed?url=${nowhere}`, '/oembed', '/c/nobody_here/feed.xml', '/c/nobody_here/calendar.ics']
    for (const path of paths) {
      const reply = await open(path, accept)
      assert.match(String(reply.headers['content-type']), /^application\/json/, path)
      assert.equal(objectOf(reply.json().error)['code'], path === '/oembed' ? 'invalid_request' : 'not_found', path)
    }
  })

  test('a watch page has metadata for other sites, search engines and its script', async () => {
    const { statusCode, body, headers } = await open(`/watch/${playbackId}`)
    assert.equal(statusCode, 200, body)
    assert.equal(headers['x-robots-tag'], undefined)
    for (const each of [
      '<title>The &lt;first&gt; night · Fairground</title>',
      `<link rel="canonical" href="http://fairground.test/watch/${playbackId}">`,
      `<meta property="og:video" content="http://fairground.test/embed/video/${playbackId}">`,
      '<meta property="og:title" content="The &lt;first&gt; night">',
      '<meta name="twitter:card" content="player">',
      '<link rel="alternate" type="application/json+oembed"',
      `href="http://fairground.test/c/${handle}"`,
    ]) {
      assert.ok(body.includes(each), `${each} is not in ${body}`)
    }
    const about = blockOf(body, 'application/ld\\+json')
    assert.deepEqual([about['@type'], about['name']], ['VideoObject', 'The <first> night'])
    assert.equal(about['uploadDate'], '2026-11-21T09:00:00.000Z')
    assert.match(body, /<p class="facts"><span><time datetime="2026-11-21T09:00:00.000Z"/)
    const page = blockOf(body, 'application/json')
    assert.deepEqual(objectOf(page['options'])['autoplay'], true)
    assert.equal(objectOf(page['state'])['videoUrl'], linked.videoUrl)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  })

  test('a watch page has title and text in the language of Accept-Language or of the address', async () => {
    const sheet = { targetType: 'static', targetId: staticId, locale: 'pt-BR', title: 'A primeira noite' } as const
    await w.call('livestream.details.create', sheet)
    const seen = await open(`/watch/${playbackId}`, { 'accept-language': 'pt-BR,pt;q=0.9' })
    assert.match(seen.body, /<h1 lang="pt-BR">A primeira noite<\/h1>/)
    assert.match((await open(`/watch/${playbackId}?lang=pt`)).body, /<h1 lang="en">The &lt;first&gt; night<\/h1>/)
    assert.match((await open(`/watch/${playbackId}?lang=pt-BR`)).body, /A primeira noite/)
    assert.match((await open(`/watch/${playbackId}`, { 'accept-language': 'C' })).body, /<h1 lang="en">/)
  })

  test('a closed video shows its title without its address; a private one is 404', async () => {
    const shut = await w.call('livestream.static.create', {
      title: 'Members',
      ...linked,
      visibility: 'password',
      password: 'open sesame',
    })
    const seen = await open(`/watch/${String(shut.id).replace('sta_', 'plb_')}`)
    assert.match(seen.body, /Members/)
    assert.doesNotMatch(seen.body, /media\.example/)
    assert.equal(seen.headers['x-robots-tag'], 'noindex')
    const hidden = await w.call('livestream.static.create', { title: 'Mine', ...linked, visibility: 'private' })
    assert.equal((await open(`/watch/${String(hidden.id).replace('sta_', 'plb_')}`)).statusCode, 404)
  })

  test('a draft is visible to its owner alone, as a video in preparation', async () => {
    const draft = await w.call('livestream.static.create', { title: 'Not announced' })
    const draftPlayback = String(draft.id).replace('sta_', 'plb_')
    const unseen = await open(`/watch/${draftPlayback}`)
    assert.deepEqual([unseen.statusCode, unseen.body.includes('Not announced')], [404, false])
    const signed = await w.call('livestream.stream.getEmbedCode', {
      staticId: draft.id,
      signed: { expiresInSeconds: 60, opensPreview: true },
    })
    const seen = await open(String(signed.playerUrl).replace('http://fairground.test', ''))
    assert.match(seen.body, /<h1[^>]*>Not announced<.*<p class="facts"><span>In preparation<\/span>/s)
    const { posterUrl } = objectOf(blockOf(seen.body, 'application/json')['state'])
    assert.match((await open(String(posterUrl))).body, /^<svg.*Not announced/s)
    assert.equal((await open(String(posterUrl).split('?')[0] ?? '')).statusCode, 404)
  })

  test('a removed video has a page with 410', async () => {
    const gone = await w.call('livestream.static.create', { title: 'Gone', ...linked })
    await w.call('livestream.static.delete', { staticId: gone.id })
    const { statusCode, body } = await open(`/watch/${String(gone.id).replace('sta_', 'plb_')}`)
    assert.equal(statusCode, 410)
    assert.match(body, /<h1>This video was removed<\/h1>/)
  })

  test('an embedded player may be framed by the origins that its stream allows', async () => {
    const made = await w.call('livestream.stream.create', {
      title: 'Closed circle',
      channelId: home.id,
      allowedOrigins: ['https://shop.example', 'https://*.fan.example'],
    })
    const id = String(made.id).replace('str_', 'plb_')
    const { headers, body } = await open(`/embed/video/${id}?theme=dark&accentColor=%23ff8800`)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /frame-ancestors https:\/\/shop\.example https:\/\/\*\.fan\.example;/)
    assert.match(body, /<html lang="en" data-theme="dark" data-island="watch">/)
    assert.equal(objectOf(blockOf(body, 'application/json')['options'])['accentColor'], '#ff8800')
    assert.match(
      String((await open(`/embed/video/${playbackId}`)).headers['content-security-policy']),
      /frame-ancestors \*;/,
    )
    assert.match(String((await open(`/watch/${id}`)).headers['content-security-policy']), /frame-ancestors 'none';/)
  })

  test('addresses of clips and of embedded channels redirect to their video', async () => {
    assert.equal((await open(`/clip/${staticId}`)).headers.location, `/watch/${playbackId}`)
    const channelPlayback = String(home.id).replace('chn_', 'plb_')
    const moved = await open(`/embed/video/${channelPlayback}?muted=true`)
    assert.equal(moved.headers.location, `/embed/video/${playbackId}?muted=true`)
    const script = await open('/embed/video.js')
    assert.match(String(script.headers['content-type']), /^text\/javascript/)
    const code = await w.call('livestream.stream.getEmbedCode', { staticId, width: 320, responsive: false })
    assert.match(String(code.iframe), / allow="autoplay; fullscreen;[^"]*" loading="lazy"><\/iframe>$/)
    assert.match(String(code.iframe), / title="The &lt;first&gt; night" width="320" height="180" style="border:0" /)
    assert.match(
      String(code.script),
      / data-title="The &lt;first&gt; night" data-width="320" data-height="180" data-fixed><\/script>$/,
    )
    const { iframe, oEmbed, playerUrl } = await w.call('livestream.stream.getEmbedCode', { staticId })
    const forms = { iframe, script: /^<script async /, oembed: JSON.stringify(oEmbed), link: playerUrl } as const
    for (const format of ['iframe', 'script', 'oembed', 'link'] as const) {
      const made = await w.call('livestream.stream.getEmbedCode', { staticId, format })
      const form = forms[format]
      if (typeof form === 'string') assert.equal(made.code, form, format)
      else assert.match(made.code, form)
    }
    const named = [...script.body.matchAll(/data-[a-z]+/g)].map(([name]) => name)
    assert.deepEqual(named.toSorted(), ['data-fixed', 'data-height', 'data-src', 'data-title', 'data-width'])
  })

  test('oEmbed returns a player by the address of a page, within bounds, and for no other site', async () => {
    const read = (url: string, more = '') => open(`/oembed?url=${encodeURIComponent(url)}${more}`)
    const oEmbed = (await read(`http://fairground.test/watch/${playbackId}`)).json()
    assert.deepEqual([oEmbed.type, oEmbed.version, oEmbed.width, oEmbed.height], ['video', '1.0', 640, 360])
    assert.equal(oEmbed.title, 'The <first> night')
    const thumbnail = (from: Json) => ['url', 'width', 'height'].map((name) => from[`thumbnail_${name}`])
    const [url, ...size] = thumbnail(oEmbed)
    const drawn = (await open(String(url).replace('http://fairground.test', ''))).body
    assert.match(drawn, new RegExp(`^<svg[^>]* width="${size[0]}" height="${size[1]}">`))
    const code = await w.call('livestream.stream.getEmbedCode', { staticId })
    assert.deepEqual(thumbnail(objectOf(code.oEmbed)), [url, ...size])
    assert.match(
      oEmbed.html,
      /^<iframe src="http:\/\/fairground\.test\/embed\/video\/plb_\w+" title="The &lt;first&gt; night"/,
    )
    const small = (await read(`http://fairground.test/clip/${staticId}`, '&maxwidth=900&maxheight=180')).json()
    assert.deepEqual([small.width, small.height], [320, 180])
    assert.deepEqual(thumbnail(small), [undefined, undefined, undefined], 'larger than it may be')
    assert.equal((await read(`https://elsewhere.example/watch/${playbackId}`)).statusCode, 404)
    assert.equal((await read('http://fairground.test/watch/nothing')).statusCode, 404)
    assert.equal((await read(`http://fairground.test/watch/${playbackId}`, '&format=xml')).statusCode, 501)
  })

  test('oEmbed returns the player of a channel by the address that its embed code names', async () => {
    const code = await w.call('livestream.stream.getEmbedCode', { channelId: home.id })
    const found = await open(code.oEmbedUrl.replace('http://fairground.test', ''))
    assert.equal(found.statusCode, 200)
    const { title, html, author_name: author } = found.json()
    assert.deepEqual([title, author], ['Harbour & Stage', 'Harbour & Stage'])
    assert.ok(html.includes(` src="${code.embedUrl}"`), html)
  })

  test('a channel has a page, a feed and a calendar', async () => {
    const tonight = { title: 'Tonight, live; really', scheduleDate: '2026-11-21', scheduleTime: '20:00:00' }
    const made = await w.call('livestream.stream.create', {
      ...tonight,
      channelId: home.id,
      expectedDurationMinutes: 90,
      description: 'Line one\nline two',
    })
    const page = await open(`/c/${handle}`)
    for (const each of ['<h1 lang="en">Harbour &amp; Stage</h1>', 'The &lt;first&gt; night', 'Tonight, live', 'Shop']) {
      assert.ok(page.body.includes(each), `${each} is not in ${page.body}`)
    }
    assert.equal((await open(`/c/${handle.toUpperCase()}`)).headers.location, `/c/${handle}`)
    assert.equal((await open('/c/nobody_here_at_all')).statusCode, 404)
    const feed = await open(`/c/${handle}/feed.xml`)
    assert.equal(feed.headers['content-type'], 'application/rss+xml; charset=utf-8')
    assert.match(feed.body, /<title>Harbour &amp; Stage<\/title>/)
    assert.match(
      feed.body,
      /<item>\n<title>The &lt;first&gt; night<\/title>\n<link>http:\/\/fairground\.test\/watch\/plb_/,
    )
    assert.match(feed.body, /<pubDate>Sat, 21 Nov 2026 09:00:00 GMT<\/pubDate>/)
    const calendar = (await open(`/c/${handle}/calendar.ics`)).body
    for (const each of [
      'BEGIN:VEVENT',
      `UID:${String(made.id).replace('str_', 'plb_')}@fairground.test`,
      'DTSTART:20261121T200000Z',
      'DTEND:20261121T213000Z',
      'SUMMARY:Tonight\\, live\\; really',
      'DESCRIPTION:Line one\\nline two\\n\\n',
    ]) {
      assert.ok(calendar.replaceAll('\r\n ', '').includes(`${each}`), `${each} is not in ${calendar}`)
    }
    const lines = calendar.split('\r\n')
    assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n')))
  })

  test('a former handle redirects to the channel', async () => {
    const left = `l_${randomBytes(5).toString('hex')}`
    const mover = await w.call('livestream.channel.create', { name: 'Mover', handle: left })
    await w.call('livestream.channel.update', { channelId: mover.id, handle: `${left}2` })
    assert.equal((await open(`/c/${left}/feed.xml`)).headers.location, `/c/${left}2/feed.xml`)
  })
})

test('/live lists streams while they are live and public, by category', async () => {
  await using w = await world()
  const host = hostOf(w.app)
  const goLive = async (draft: Json) => {
    const made = await w.call('livestream.stream.create', draft)
    const key = String(objectOf(made.ingest)['streamKey'])
    const judged = await host.admit({ key, address: '127.0.0.1', protocol: 'rtmp' })
    assert.ok('plan' in judged, JSON.stringify(judged))
    await host.store(judged.plan, { kind: 'ready', videoCodec: 'avc1', audioCodec: null, width: 640, height: 360 })
    await w.settle()
    return { id: made.id, plan: judged.plan }
  }
  const list = async (query = '') => (await w.app.server.inject(`/live${query}`)).body
  assert.match(await list(), /No stream is live at this moment/)
  const jazz = await goLive({ title: 'Late set', category: 'Jazz' })
  const talk = await goLive({ title: 'Morning talk', category: 'Talk' })
  await goLive({ title: 'For friends', visibility: 'unlisted' })
  await goLive({ title: 'A try', test: true })
  const both = await list()
  assert.match(both, /Late set/)
  assert.match(both, /Morning talk/)
  assert.doesNotMatch(both, /For friends|A try/)
  assert.match(both, /<a class="chip" href="\/live\?category=Jazz">Jazz<\/a>/)
  const filtered = await list('?category=Talk')
  assert.match(filtered, /Morning talk/)
  assert.doesNotMatch(filtered, /Late set/)
  await w.call('livestream.stream.update', { streamId: talk.id, title: 'Evening talk' })
  await w.settle()
  assert.match(await list(), /Evening talk/)
  await host.store(jazz.plan, { kind: 'ended', why: 'ended', recording: undefined, rejection: undefined })
  await w.settle()
  assert.doesNotMatch(await list(), /Late set/)
  const [live] = /\/watch\/plb_\w+/.exec(await list()) ?? []
  const page = await w.app.server.inject(String(live))
  assert.match(page.body, /<span class="badge live"><i><\/i>Live<\/span>/)
  const { publication } = blockOf(page.body, 'application/ld\\+json')
  assert.deepEqual(objectOf(publication)['isLiveBroadcast'], true)
})
