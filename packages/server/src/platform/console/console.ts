import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Product } from '#kit/nouns/product.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { keep, makeOnce, sendKept } from '#platform/docs/keptBytes.ts'
import { openBundle } from '#platform/pages/bundle.ts'
import { consolePage, consolePolicy, devicePolicy } from './consolePage.ts'
import { describeProducts, describeSchemas } from './description.ts'

/** The parts of the console. `folder`: the files that the build of `packages/console` wrote. */
export type ConsoleParts = {
  products: readonly Product[]
  folder: string
  publicUrl: string
  /** Address of the style sheet of pages, for previews of them. */
  pageStyle(): Promise<string>
}

const forever = 'public, max-age=31536000, immutable'
const revalidate = 'public, no-cache'
const nonceBytes = 16

/** Serves the console at `/console` and every address below it, its files, and the description of all operations. */
export function registerConsole(
  server: FastifyInstance,
  { products, folder, publicUrl, pageStyle }: ConsoleParts,
): void {
  const bundle = openBundle(folder, '/console/assets/')
  const ownOrigin = new URL(publicUrl).origin
  const serveJson = (path: string, make: () => unknown) => {
    const kept = makeOnce(() => keep('application/json; charset=utf-8', JSON.stringify(make())))
    server.get(path, async (request, reply) =>
      sendKept(await kept(), request, reply.header('cache-control', revalidate)),
    )
  }
  serveJson('/console/description.json', () => describeProducts(products))
  for (const each of products) serveJson(`/console/description/${each.name}.json`, () => describeSchemas(each))
  server.get('/console/assets/:name', async (request, reply) => {
    // cast: the route has this one parameter.
    const { name } = request.params as { name: string }
    const kept = await bundle.find(name)
    if (kept === undefined) throw problem(reasons.routeNotFound)
    return sendKept(kept, request, reply.header('cache-control', forever))
  })
  server.get('/console/pageStyle', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(await pageStyle()),
  )
  const cameraPages = new Set(products.flatMap(({ name, cameraPages: own }) => own.map((page) => `${name}/${page}`)))
  const mayUseCamera = (url: string) => {
    const [, product, page] = /^\/console\/[^/?]+\/([^/?]+)\/([^/?]+)(?:\?|$)/.exec(url) ?? []
    return cameraPages.has(`${product}/${page}`)
  }
  for (const path of ['/console', '/console/*']) {
    server.get(path, async (request, reply) => {
      const nonce = randomBytes(nonceBytes).toString('base64')
      const files = await bundle.filesOf(['src/main.tsx'])
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', consolePolicy(ownOrigin, nonce))
        .header('permissions-policy', devicePolicy(mayUseCamera(request.url)))
        .header('referrer-policy', 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin')
        .send(consolePage({ ...files, nonce }))
    })
  }
}
