import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('the front page leads to the console, the documentation and the live streams, all of which exist', async () => {
  await using w = await world()
  const front = await w.app.server.inject('/')
  assert.equal(front.statusCode, 200)
  assert.match(String(front.headers['content-type']), /^text\/html/)
  const links = [...front.body.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
  assert.deepEqual(links, ['/console', '/docs', '/live'])
  for (const path of links) assert.ok([200, 302].includes((await w.app.server.inject(path)).statusCode), path)
})
