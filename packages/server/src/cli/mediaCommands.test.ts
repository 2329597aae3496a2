import assert from 'node:assert/strict'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openCommandLine, type CommandLine } from '#test/world/commandLine.ts'
import { runProgram } from '#test/world/runningProcess.ts'
import { encodeVideo } from '#test/video/encodedVideo.ts'
import { encode, noEncoder, type Encoder } from '#test/video/liveWorld.ts'
import { openEncoder } from '#test/video/rtmpEncoder.ts'
import { findProgram, lacks } from '#test/world/program.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'

let line: CommandLine
let secretKey: unknown
const encoders: Encoder[] = []

before(async () => {
  line = await openCommandLine()
  secretKey = (await line.json('account', 'create', '--name', 'Stage'))['secretKey']
})

after(async () => {
  for (const each of encoders) await each.kill()
  await line?.stop()
})

function publish(made: Json): Encoder {
  const { rtmpUrl, streamKey } = objectOf(made['ingest'])
  const encoder = encode(`${String(rtmpUrl).replace('localhost', '127.0.0.1')}/${streamKey}`)
  encoders.push(encoder)
  return encoder
}

/** Length of the recording of a live stream so far. */
async function recordedSeconds(streamId: string): Promise<number> {
  const { body } = await line.request(secretKey, '/api/video/stream/getStatus', { streamId })
  return Number(objectOf(objectOf(body['data'])['recording'])['seconds'])
}

test('a stream is created, listed, printed without its key, disabled, and deleted', async () => {
  const of = ['--account', 'Stage']
  const plain = await line.fairground(['stream', 'create', 'Open air', ...of, '--visibility', 'private'])
  const output = `${plain.out}${line.server.out()}`
  const [, rtmpUrl] = /Publish to +(rtmp:\/\/\S+)/.exec(output) ?? []
  assert.ok(rtmpUrl !== undefined && plain.out.includes(`publishTo   ${rtmpUrl}`), output)
  assert.match(plain.out, new RegExp(`\nplayerUrl +${line.url}/watch/plb_`))
  const [, id = '', key = ''] = /^id +(str_\w+)\n[^]*\nkey +(\S+)\nKeep the key/.exec(plain.out) ?? []
  assert.ok(key.length > 20, plain.out)
  const [printed, listed] = await Promise.all([
    line.fairground(['stream', 'show', id]),
    line.fairground(['stream', 'list', ...of]),
  ])
  assert.match(printed.out, new RegExp(`key +…${key.slice(-4)}\n`))
  assert.ok(!printed.out.includes(key))
  assert.match(listed.out, new RegExp(`${id} +Open air +idle +- +- +private`))

  const shown = await line.request(secretKey, `/api/video/stream/get?streamId=${id}`)
  const { playerUrl } = objectOf(objectOf(shown.body['data'])['playback'])
  assert.ok(String(playerUrl).startsWith(`${line.url}/watch/`), String(playerUrl))

  const rotated = objectOf((await line.json('stream', 'rotate-key', id))['ingest'])
  assert.notEqual(rotated['streamKey'], key)
  const late = await openEncoder(Number(new URL(rtmpUrl).port))
  await late.publish(key)
  await late.closed
  const follower = line.start(['stream', 'status', id])
  await until(() =>
    /Z idle; offline; 0 watching; refused an encoder, wrong_key: The stream key is not/.test(follower.out()),
  )
  assert.equal(await follower.end(), 0)
  const once = await line.fairground(['stream', 'status', id, '--once'])
  assert.match(stripVTControlCharacters(once.out), /\nrefused +! The stream key is not right\. .+ [\d-]+T[\d:.]+Z\n$/)
  assert.equal((await line.json('stream', 'disable', id))['status'], 'disabled')
  await Promise.all([
    line.refused(['stream', 'go-live', id], 1, /invalid_transition\): From disabled the allowed actions are: enable/),
    line.refused(['stream', 'clip', id], 1, /not_live/),
    line.refused(['stream', 'clip', id, '--last', '2'], 2, /--last must be a whole number from 3 to 300/),
    line.refused(['stream', 'show', 'str_x'], 2, /str_x is not an id str_/),
    line.refused(['stream', 'create', 'x', ...of, '--visibility', 'loud'], 1, /visibility/),
  ])
  const enabled = await line.json('stream', 'enable', id)
  assert.equal(enabled['status'], 'idle')
  const home = await line.json('stream', 'create', 'By handle', ...of, '--channel', 'stage')
  assert.equal(home['channelId'], enabled['channelId'])
  assert.equal((await line.json('stream', 'delete', id))['status'], 'deleted')
  await line.refused(['stream', 'status', id, '--once'], 1, /not_found/)
})

test('a live stream is followed, clipped and ended through the server that holds it', { skip: noEncoder }, async () => {
  const made = await line.json('stream', 'create', 'Night show', '--account', 'Stage')
  const id = String(made['id'])
  const follower = line.startProcess(['stream', 'status', id])
  const jsonFollower = line.start(['stream', 'status', id, '--json'])
  const says = (pattern: RegExp) => until(() => pattern.test(follower.out()))
  const saysInJson = (status: string) => until(() => jsonFollower.out().includes(`"status":"${status}"`))
  await says(/Z idle; offline; 0 watching\n/)
  await saysInJson('idle')
  const encoder = publish(made)
  await says(/Z live; good; 0 watching; rtmp avc1\.\w+ 320x180 [\d.]+ fps mp4a\.40\.2 \d+ kbit\/s; recording\n/)
  await saysInJson('live')
  const live = await line.json('stream', 'status', id, '--once')
  assert.deepEqual([live['status'], live['isLive'], live['health']], ['live', true, 'good'])
  assert.equal(objectOf(live['ingest'])['width'], 320)
  const listed = await line.fairground(['stream', 'list', '--account', 'Stage', '--live'])
  assert.match(listed.out, new RegExp(`${id} +Night show +live +0 +good +public`))

  await until(
    () => recordedSeconds(id),
    (seconds) => seconds > 2,
  )
  const clip = await line.json('stream', 'clip', id, '--last', '3', '--title', 'The best of it')
  assert.match(String(clip['clipUrl']), /\/clip\/sta_/)
  const other = await line.json('account', 'create', '--name', 'Somebody else')
  const seen = await until(
    () => line.request(other['secretKey'], `/api/video/static/get?staticId=${clip['id']}`),
    ({ status }) => status === 200,
  )
  assert.equal(objectOf(seen.body['data'])['title'], 'The best of it')

  await line.refused(['stream', 'delete', id], 1, /already_live/)
  await line.json('stream', 'rotate-key', id)
  await encoder.ended
  await saysInJson('reconnecting')
  assert.equal(objectOf(await line.json('stream', 'end', id))['lastEndedReason'], 'ended')
  await says(/Z live;[^]*Z (ended|idle); offline; 0 watching\n/)
  assert.equal(await follower.end('SIGINT'), 0)
  assert.equal(await jsonFollower.end(), 0)
  const states = jsonFollower
    .out()
    .trim()
    .split('\n')
    .map((each) => objectOf(JSON.parse(each))['status'])
  assert.ok(states.includes('idle') && states.includes('live') && states.includes('reconnecting'), states.join())
})

test('a terminal redraws the status every second', { skip: lacks('script') || noEncoder }, async (t) => {
  const made = await line.json('stream', 'create', 'Seen', '--account', 'Stage')
  const id = String(made['id'])
  publish(made)
  const command = `${process.execPath} ${join(import.meta.dirname, 'fairground.ts')} stream status ${id}`
  const terminal = runProgram(findProgram('script') ?? '', ['-qefc', command, '/dev/null'], {
    ...line.env,
    TERM: 'xterm',
  })
  t.after(() => terminal.end())
  const text = () => stripVTControlCharacters(terminal.out())
  await until(() => /bit rate +\d+ kbit\/s +[▁-█]{3,}/.test(text()))
  assert.match(text(), /health +good +all arrives as it should/)
  assert.match(text(), /key frames +every 1\.0 s/)
  assert.match(text(), /recording +00:00:\d\d, \d\.\d MB/)
  await line.json('stream', 'end', id)
  await until(() => /health +offline +no encoder sends/.test(text()))
})

test('a command does not touch the work folder of the running server', async () => {
  const folder = join(line.home, 'data', 'work', 'finish', 'a-job')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'half.mp4'), 'half')
  await line.json('account', 'create', '--name', 'Beside')
  await access(join(folder, 'half.mp4'))
})

test('a file of the working folder becomes a video through the running server', { skip: noEncoder }, async () => {
  const of = ['--account', 'Stage']
  const name = 'Old mill.mp4'
  await encodeVideo(join(line.home, name), { seconds: 2, keyFrameInterval: 30 })
  await writeFile(join(line.home, 'none.mp4'), '')
  const made = await line.json('video', 'upload', name, ...of, '--visibility', 'unlisted')
  assert.deepEqual([made['title'], made['source'], made['visibility']], ['Old mill', 'upload', 'unlisted'])
  await until(
    () => line.request(secretKey, `/api/video/static/get?staticId=${made['id']}`),
    ({ body }) => objectOf(body['data'])['status'] !== 'processing',
  )
  const video = await line.json('video', 'show', String(made['id']))
  assert.deepEqual([video['status'], video['width']], ['published', 320], JSON.stringify(video['processing']))
  assert.match(String(objectOf(video['playback'])['playerUrl']), /\/watch\/plb_/)
  await Promise.all([
    line.refused(['video', 'upload', 'other.mp4', ...of], 2, /There is no file .*other\.mp4/),
    line.refused(['video', 'upload', join(line.home, 'none.mp4'), ...of], 2, /is empty/),
    line.refused(['video', 'upload', name, ...of, '--visibility', 'loud'], 1, /visibility/),
  ])
})
