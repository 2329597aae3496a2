import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import type { LiveSession } from '#platform/video/live/liveSession.ts'
import { openSessions } from '#platform/video/live/liveSessions.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import type { PublishSink } from '#platform/video/publishing.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import { audioHeader, videoHeader } from './madeEncoder.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: (message: string) => assert.fail(message) }

/** Sessions with their spools and their store in a folder, without ffmpeg. An error in their log fails the test. */
export function madeSessions(folder: string) {
  const spools = join(folder, 'spools')
  const files = openDiskFiles(join(folder, 'store'))
  const sessions = openSessions({
    folder: spools,
    files,
    guard: openGuard(),
    ladders: { ffmpeg: undefined, slots: openLadderSlots(1), rungs: [] },
    frames: { grabber: openFrameGrabber(undefined, log) },
    cut: () => Promise.reject(new Error('the test cuts no clip')),
    nowMs: Date.now,
    log,
  })
  return { sessions, spools, files }
}

/** Connects an encoder, from which another one may take over, and sends its media. Returns its sink. */
export function publishTo(session: LiveSession, media: readonly MediaTag[]): PublishSink {
  const connection = {
    drop: silent,
    pause: silent,
    resume: silent,
    silenceMs: () => 60_000,
    byteCount: () => 0,
    remoteAddress: '127.0.0.1',
  }
  const verdict = session.attach({ connection, protocol: 'rtmp', keyHash: undefined }, [])
  assert.ok('sink' in verdict)
  for (const tag of [videoHeader(), audioHeader(), ...media]) verdict.sink.tag(tag)
  return verdict.sink
}
