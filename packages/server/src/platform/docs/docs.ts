import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Product } from '#kit/nouns/product.ts'
import { keep, makeOnce, sendKept, type KeptBytes } from './keptBytes.ts'
import { pagePolicy, referencePage, referencePolicy } from './referencePage.ts'
import { readReferenceScript } from './referenceScript.ts'

/** The parts of the documentation. `openApiFile`: the document that `npm run gen` wrote from the same products. */
export type DocsParts = { products: readonly Product[]; openApiFile: string; publicUrl: string }

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const revalidate = 'public, no-cache'
const forever = 'public, max-age=31536000, immutable'

/**
 * Serves `/openapi.json`, `/docs` with its pages, and `/llms.txt`. Documents are rendered at their first request, which
 * also loads the modules that render them.
 */
export function registerDocs(server: FastifyInstance, parts: DocsParts): void {
  const script = makeOnce(readReferenceScript)
  const serve = (path: string, policy: string | undefined, make: () => Promise<KeptBytes>) => {
    const kept = makeOnce(make)
    server.get(path, async (request, reply) => {
      reply.header('cache-control', revalidate)
      if (policy !== undefined) safeHeaders(reply, policy)
      return sendKept(await kept(), request, reply)
    })
  }
  serve('/openapi.json', undefined, async () => keep('application/json; charset=utf-8', await openApiText(parts)))
  serve('/llms.txt', undefined, async () => keep('text/plain; charset=utf-8', await textForMachines(parts)))
  serve('/docs/errors', pagePolicy, async () => keep(html, await pageOfErrors(parts)))
  serve('/docs/style.css', undefined, async () => keep(css, await readStyle('style.css')))
  serve('/docs/reference.css', undefined, async () => keep(css, await readStyle('reference.css')))
  server.get('/docs/reference.js', async (request, reply) => {
    const kept = await script()
    reply.header('cache-control', isVersioned(request, kept) ? forever : revalidate)
    return sendKept(kept, request, reply)
  })
  const apiOrigin = new URL(parts.publicUrl).origin
  serve('/docs', referencePolicy(apiOrigin), async () => keep(html, referencePage((await script()).etag)))
  server.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
}

/**
 * The document with this installation as its server. Building it again would block the event loop for over a second.
 */
async function openApiText({ openApiFile, publicUrl }: DocsParts): Promise<string> {
  const document: unknown = JSON.parse(await readFile(openApiFile, 'utf8'))
  const servers = [{ url: publicUrl, description: 'This installation.' }]
  return JSON.stringify({ ...Object(document), servers })
}

async function textForMachines({ products, publicUrl }: DocsParts): Promise<string> {
  const { llmsText } = await import('./llms.ts')
  return llmsText(products, publicUrl)
}

async function pageOfErrors({ products }: DocsParts): Promise<string> {
  const { errorsPage } = await import('./errorsPage.ts')
  return errorsPage(products.flatMap((product) => product.operations))
}

function isVersioned(request: FastifyRequest, kept: KeptBytes): boolean {
  return request.url.endsWith(`?v=${kept.etag}`)
}

function safeHeaders(reply: FastifyReply, policy: string): void {
  reply.header('content-security-policy', policy)
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cross-origin-opener-policy', 'same-origin')
}

function readStyle(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}
