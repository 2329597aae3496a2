import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { callApi, callVideo, openPlatform } from './platform.ts'
import { until } from '#test/world/until.ts'
import { arrayOf } from '#test/world/world.ts'

test('feeds follow changes whose process dies at the moment of their answer', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-feeds-'))
  const platform = await openPlatform(dataDir)
  t.after(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const dieAfter = async (changes: () => Promise<unknown>) => {
    await changes()
    await platform.killServer()
    await until(platform.postgresPids, ({ length }) => length === 0)
    await platform.start()
  }
  const place = (path: string, body: Record<string, unknown>) => callApi(platform, `places/general/${path}`, body)
  const add = (name: string) =>
    place('create', {
      name,
      type: 'venue',
      status: 'active',
      visibility: 'public',
      timezone: 'Europe/Berlin',
      address: { line1: 'Quay 1', city: 'Hamburg', countryCode: 'DE' },
    })
  const listed = async () => {
    const page = await (await fetch(`${platform.url}/places?country=DE&city=Hamburg`)).text()
    return ['Alster', 'Bille', 'Elbe', 'Fleet'].filter((name) => page.includes(`>${name}<`))
  }
  const streams = async () => arrayOf((await callVideo(platform, 'stream/all?scope=discover'))['items']).length

  await platform.start()
  const { id: channelId } = await callVideo(platform, 'channel/create', { name: 'Stage' })
  const ids: unknown[] = []
  await dieAfter(async () => {
    await callVideo(platform, 'stream/create', { title: 'Tide', channelId, scheduleDate: '2199-01-01' })
    for (const name of ['Alster', 'Bille', 'Elbe', 'Fleet']) ids.push((await add(name))['id'])
  })
  assert.deepEqual(await until(listed, ({ length }) => length === 4), ['Alster', 'Bille', 'Elbe', 'Fleet'])
  await until(streams, (count) => count === 1)

  const [alster, bille, elbe, fleet] = ids
  await dieAfter(async () => {
    await callVideo(platform, 'channel/update', { channelId, visibility: 'private' })
    await place('update', { placeId: alster, visibility: 'private' })
    await place('update', { placeId: bille, mergeIntoPlaceId: fleet })
    await place('delete', { placeId: elbe })
  })
  assert.deepEqual(await until(listed, ({ length }) => length === 1), ['Fleet'])
  await until(streams, (count) => count === 0)
})
