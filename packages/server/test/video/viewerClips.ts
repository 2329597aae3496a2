import assert from 'node:assert/strict'
import type { App } from '#app/app.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { authorPrefix, staticVideo } from '#products/livestream/records/staticVideo.ts'
import { objectOf, type Json, type World } from '#test/world/world.ts'
import { addMedia, givenAtMs } from './addedMedia.ts'

/** Makes a created video a clip of a viewer. */
export async function addAuthor(app: App, made: Record<string, unknown>): Promise<void> {
  const id = String(made['id'])
  const accountId = parseId(staticVideo.prefix, id)?.accountId
  const account = accountId === undefined ? undefined : await app.kernel.accounts.find(accountId)
  assert.ok(account, `${id} has no account`)
  const authorId = encodeId(authorPrefix, account.id, uuidv7(app.kernel.now().getTime()))
  const patch = { source: 'clip', shelf: 'viewers', authorId, visibility: 'unlisted' } as const
  await app.operatorCtx(account, 'test').store.update(staticVideo, id, { patch, isSilent: true })
}

/** A stream that is over, with a replay of twenty seconds that viewers may clip. */
export type Clipped = { streamId: string; playbackId: string }

/** Creates a public stream with a replay of twenty seconds. */
export async function openClipped(w: World, draft: Json = {}): Promise<Clipped> {
  const made = await w.call('livestream.stream.create', { title: 'Concert', allowViewerClips: true, ...draft })
  await addMedia(w.app, made)
  return { streamId: String(made.id), playbackId: String(objectOf(made.playback)['playbackId']) }
}

/** Programme time of a second of the replay. */
export function replayTime(seconds: number): string {
  return new Date(givenAtMs + seconds * 1000).toISOString()
}

/** A request for a clip from a host address. */
export async function clipFrom(w: World, address: string, input: Json): Promise<{ status: number; body: Json }> {
  const response = await w.app.server.inject({
    method: 'POST',
    url: '/public/video/clip',
    remoteAddress: address,
    payload: { startTime: replayTime(1), endTime: replayTime(6), ...input },
  })
  return { status: response.statusCode, body: objectOf(response.json()) }
}
