import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ViewerGrant } from './viewerTokensPort.ts'
import { openViewerTokens } from './viewerTokens.ts'

const seed = Buffer.alloc(32, 7)
const grant: ViewerGrant = { playbackId: 'plb_x', by: 'ticket', ticketId: 't', viewerSessionId: 's', expiresAt: 2000 }
const shared: ViewerGrant = { playbackId: 'plb_x', by: 'signature', id: 'i', sessionsMax: 2, expiresAt: 2000 }

test('a token returns its grant until it expires', async () => {
  let at = 1000
  const tokens = openViewerTokens(seed, () => new Date(at * 1000))
  const token = await tokens.sign(grant)
  assert.deepEqual(await tokens.verify(token), grant)
  assert.deepEqual(await tokens.verify(await tokens.sign(shared)), shared)
  at = 2001
  assert.equal(await tokens.verify(token), undefined)
})

test('a token of another key, a changed token and other text are refused', async () => {
  const now = () => new Date(1_000_000)
  const tokens = openViewerTokens(seed, now)
  const foreign = await openViewerTokens(Buffer.alloc(32, 8), now).sign(grant)
  const [head = '', , signature = ''] = (await tokens.sign(grant)).split('.')
  const body = Buffer.from(JSON.stringify({ iss: 'fairground', sub: 'plb_y', by: 'owner', exp: 9999 }))
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const changed = `${head}.${body.toString('base64url')}.${signature}`
  const bare = `${unsigned}.${body.toString('base64url')}.`
  for (const token of [foreign, changed, bare, '', 'x', 'a.b.c']) assert.equal(await tokens.verify(token), undefined)
})

test('a token of a viewer is no grant of a video, and a grant names no viewer', async () => {
  let at = 1000
  const tokens = openViewerTokens(seed, () => new Date(at * 1000))
  const viewer = { accountId: 'acc_x', contactId: 'con_x', expiresAt: 2000 }
  const token = await tokens.signViewer(viewer)
  assert.deepEqual(await tokens.verifyViewer(token), viewer)
  assert.equal(await tokens.verify(token), undefined)
  assert.equal(await tokens.verifyViewer(await tokens.sign(grant)), undefined)
  at = 2001
  assert.equal(await tokens.verifyViewer(token), undefined)
})
