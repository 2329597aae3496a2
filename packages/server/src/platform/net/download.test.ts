import assert from 'node:assert/strict'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { download, DownloadFailed, type DownloadFailure, type DownloadOptions } from './download.ts'
import { openGuard } from './guard.ts'

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251))
const half = 150_000
const etag = '"one"'

describe('download', () => {
  const server = createServer(respond)
  const open = openGuard({ allowPrivate: true })
  let folder = ''
  let origin = ''

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairground-download-'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  })
  after(async () => {
    await open.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  function fetchPath(path: string, more: Partial<DownloadOptions> = {}) {
    // The connection breaks after the client read the first half: bytes in flight could be lost with it.
    const onProgress = (byteCount: number) => void (byteCount === half && breaking?.destroy())
    return download(open, `${origin}${path}`, { ...limits(folder), onProgress, ...more })
  }

  /** Checks that a download fails for this reason, shows no address, and leaves no file. */
  async function fails(work: Promise<unknown>, reason: DownloadFailure): Promise<void> {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof DownloadFailed, String(error))
      assert.equal(error.reason, reason, error.message)
      assert.doesNotMatch(error.message, /127\.0|fairground-download|::1/)
      return true
    })
    await assert.rejects(access(join(folder, 'file')), { code: 'ENOENT' })
  }

  async function isWhole(): Promise<void> {
    assert.ok(content.equals(await readFile(join(folder, 'file'))))
    await rm(join(folder, 'file'))
  }

  test('download() is not retried once its guard is closed', async () => {
    const guard = openGuard({ allowPrivate: true })
    let requests = 0
    const count = () => void (requests += 1)
    server.on('request', count)
    const onProgress = () => void guard.close()
    const account = guard.forAccount(1)
    await fails(download(account, `${origin}/drips`, { ...limits(folder), onProgress }), 'cancelled')
    server.off('request', count)
    assert.equal(requests, 1)
  })

  test('a file is written to disk with its size, its type and its progress, past redirects', async () => {
    const seen: [number, number | undefined][] = []
    const onProgress = (...at: [number, number | undefined]) => void seen.push(at)
    assert.deepEqual(await fetchPath('/redirect?left=4', { onProgress }), {
      byteCount: content.length,
      contentType: 'video/mp4',
    })
    assert.deepEqual(seen.at(-1), [content.length, content.length])
    assert.ok(seen.every(([count], index) => count > (seen[index - 1]?.[0] ?? 0)))
    await isWhole()
  })

  test('a broken connection is resumed at its offset, with the validator', async () => {
    requests.length = 0
    assert.equal((await fetchPath('/breaks?ranges=yes')).byteCount, content.length)
    assert.deepEqual(requests, [
      { range: undefined, ifRange: undefined },
      { range: `bytes=${half}-`, ifRange: etag },
    ])
    await isWhole()
  })

  test('a server without ranges receives a second request for the whole file', async () => {
    assert.equal((await fetchPath('/breaks?ranges=no')).byteCount, content.length)
    await isWhole()
  })

  test('a second break, silence and a time limit fail the download, and leave no file', async () => {
    await fails(fetchPath('/breaks?always=yes'), 'broken_off')
    await fails(fetchPath('/stalls', { idleTimeoutMs: 300 }), 'timed_out')
    await fails(fetchPath('/drips', { totalTimeoutMs: 300 }), 'timed_out')
    await fails(fetchPath('/silent', { idleTimeoutMs: 200 }), 'timed_out')
    await fails(fetchPath('/drips', { signal: AbortSignal.timeout(150) }), 'cancelled')
  })

  test('a file that is too large is refused by its length, or at the limit', async () => {
    let isBegun = false
    await fails(
      fetchPath('/file', { bytesMax: content.length - 1, onProgress: () => void (isBegun = true) }),
      'too_large',
    )
    assert.equal(isBegun, false)
    await fails(fetchPath('/endless', { bytesMax: 500_000 }), 'too_large')
    assert.equal((await fetchPath('/file', { bytesMax: content.length })).byteCount, content.length)
    await isWhole()
  })

  test('any other response fails the download', async () => {
    await fails(fetchPath('/missing'), 'http_status')
    await fails(fetchPath('/packed'), 'http_status')
    await fails(fetchPath('/partial'), 'http_status')
    await fails(fetchPath('/informational'), 'unreachable')
    await fails(fetchPath('/redirect?left=6'), 'refused_address')
    await fails(download(open, 'http://127.0.0.1:9/', limits(folder)), 'refused_address')
    await fails(download(open, 'http://127.0.0.1:1/', limits(folder)), 'refused_address')
  })

  test('an address that is not public is refused, at once and after a redirect', async () => {
    const resolve = async (name: string) => [
      { address: name === 'inner.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ]
    const shut = openGuard({ resolve })
    await fails(download(shut, `${origin}/file`, limits(folder)), 'refused_address')
    await fails(download(shut, 'http://inner.example/file', limits(folder)), 'refused_address')
    await fails(fetchPath('/redirect?to=http://inner.example:22/'), 'refused_address')
    await shut.close()
  })

  test('an unwritable target is a failure of its own', async () => {
    const work = fetchPath('/file', { toPath: join(folder, 'no', 'such', 'folder') })
    await assert.rejects(work, { name: 'DownloadFailed', reason: 'storage_failed' })
  })
})

function limits(folder: string): DownloadOptions {
  return { toPath: join(folder, 'file'), bytesMax: 1_000_000, idleTimeoutMs: 30_000, totalTimeoutMs: 60_000 }
}

const requests: { range: string | undefined; ifRange: string | undefined }[] = []
let isSecond = false
/** The response that stopped after half of its bytes. */
let breaking: ServerResponse | undefined

function respond(message: IncomingMessage, reply: ServerResponse): void {
  const url = new URL(message.url ?? '/', 'http://localhost')
  const headers = { 'content-type': 'video/mp4', 'content-length': content.length, etag }
  switch (url.pathname) {
    case '/file':
      return void reply.writeHead(200, headers).end(content)
    case '/redirect': {
      const left = Number(url.searchParams.get('left'))
      const to = url.searchParams.get('to') ?? (left > 0 ? `/redirect?left=${left - 1}` : '/file')
      return void reply.writeHead(302, { location: to }).end()
    }
    case '/breaks':
      return breaks(message, reply, url.searchParams)
    case '/stalls':
      return void reply.writeHead(200, headers).write(content.subarray(0, half))
    case '/drips':
      return drip(reply.writeHead(200, headers))
    case '/endless':
      return pour(reply)
    case '/packed':
      return void reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    case '/partial':
      return void reply.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('56789')
    case '/informational':
      return void message.socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000))
    case '/missing':
      return void reply.writeHead(404).end('no')
    default:
  }
}

/** Breaks every second response after half of its bytes, or every response. */
function breaks(message: IncomingMessage, reply: ServerResponse, how: URLSearchParams): void {
  const { range, 'if-range': ifRange } = message.headers
  requests.push({ range, ifRange: ifRange?.toString() })
  const from = how.get('ranges') === 'yes' && range !== undefined ? half : 0
  const rest = content.subarray(from)
  const more = from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}
  reply.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': rest.length, ...more })
  isSecond = how.get('always') === 'yes' ? false : !isSecond
  const isWhole = !isSecond && how.get('always') !== 'yes'
  breaking = isWhole ? undefined : reply
  if (isWhole) reply.end(rest)
  else reply.write(rest.subarray(0, half))
}

function drip(reply: ServerResponse): void {
  const timer = setInterval(() => reply.write('x'), 20)
  reply.on('close', () => clearInterval(timer))
}

function pour(reply: ServerResponse): void {
  const more = () => {
    while (!reply.destroyed && reply.write(content));
  }
  reply.on('drain', more)
  more()
}
