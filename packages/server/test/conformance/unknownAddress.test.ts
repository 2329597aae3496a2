import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { world } from '#test/world/world.ts'

const paths = products.flatMap((product) => product.operations).map(({ path }) => path)

test('an address without an operation responds 404 with route_not_found', async () => {
  await using w = await world()
  const [first = ''] = paths
  const parent = first.slice(0, first.lastIndexOf('/'))
  const withParameter = paths.filter((path) => path.includes('{'))
  assert.ok(withParameter.length > 0)
  const long = withParameter.map((path) => path.replaceAll(/\{\w+\}/g, 'x'.repeat(250)))
  for (const url of ['/api', parent, '/api/%', `${first}/`, '/%2e%2e/etc', ...long]) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { statusCode, body, headers } = await w.app.server.inject({ method, url })
      assert.equal(statusCode, 404, `${method} ${url}: ${body}`)
      assert.match(
        body,
        /^\{"error":\{"code":"not_found","reason":"route_not_found",.*"requestId":"req_[0-9a-z]{26}"\}$/,
      )
      assert.match(String(headers['x-request-id']), /^req_/)
    }
  }
})
