import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type AmfValue, writeAmf } from '#platform/video/rtmp/amf0.ts'
import { ChunkReader } from '#platform/video/rtmp/chunkReader.ts'
import { chunkSizeMessage, chunksOf } from '#platform/video/rtmp/chunkWriter.ts'
import { commandMessage, readCommand, statusOf } from '#platform/video/rtmp/rtmpCommands.ts'
import { Handshake } from '#platform/video/rtmp/handshake.ts'
import { ingestLimits } from '#platform/video/rtmp/rtmpLimits.ts'
import { messageOfTag, type RtmpMessage } from '#platform/video/rtmp/rtmpMessage.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { audioFrame, audioHeader, videoFrame, videoHeader } from './madeEncoder.ts'

/** RTMP encoder whose messages a test chooses, valid or not. */
export type Encoder = {
  socket: Socket
  /** All messages of the server, protocol control included. */
  received: RtmpMessage[]
  send(...messages: RtmpMessage[]): void
  tags(...tags: MediaTag[]): void
  /** Sends a command with the next transaction id. */
  call(name: string, values?: AmfValue[], object?: AmfValue): void
  /** First result of `find` over received and future messages. Rejects when the server closes the connection. */
  next<T>(find: (message: RtmpMessage) => T | undefined): Promise<T>
  /** Sends connect, createStream and publish; returns the first status. */
  publish(key: string, app?: string): Promise<Status>
  /** Resolves when the connection is closed, with all received statuses. */
  closed: Promise<Status[]>
}
type Status = ReturnType<typeof statusOf>

/** Connects to a listener of this machine and completes the handshake. */
export async function openEncoder(port: number, { isSecure = false } = {}): Promise<Encoder> {
  const socket = isSecure
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect({ port, host: '127.0.0.1' })
  socket.setNoDelay(true)
  const received: RtmpMessage[] = []
  const waiters = new Set<() => void>()
  const reader = new ChunkReader(ingestLimits)
  const wake = () => [...waiters].forEach((waiter) => waiter())
  const ready = Promise.withResolvers<void>()
  let handshake: Handshake | undefined = new Handshake('client', (bytes) => socket.write(bytes))
  let isClosed = false
  let transaction = 0

  socket.on('data', (bytes: Buffer) => {
    const rest = handshake === undefined ? bytes : handshake.feed(bytes)
    if (rest === undefined) return
    handshake = undefined
    ready.resolve()
    reader.feed(rest)
    for (let message = reader.next(); message !== undefined; message = reader.next()) received.push(message)
    wake()
  })
  // A server that refuses an encoder may reset the connection.
  socket.on('error', () => undefined)
  const closed = new Promise<Status[]>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      ready.resolve()
      wake()
      resolve(received.flatMap((message) => statusIn(message) ?? []))
    })
  })

  const send = (...messages: RtmpMessage[]) => messages.forEach((message) => socket.write(chunksOf(message)))
  const call = (name: string, values: AmfValue[] = [], object: AmfValue = null) =>
    send(commandMessage({ name, transaction: ++transaction, object, values }))

  function next<T>(find: (message: RtmpMessage) => T | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const look = () => {
      const found = received.map(find).find((each) => each !== undefined)
      if (found === undefined && !isClosed) return
      waiters.delete(look)
      if (found === undefined) reject(new Error('the server closed the connection'))
      else resolve(found)
    }
    waiters.add(look)
    look()
    return promise
  }

  await ready.promise
  send(chunkSizeMessage)
  return {
    socket,
    received,
    send,
    call,
    next,
    closed,
    tags: (...tags) => send(...tags.map((tag) => messageOfTag(tag, 1))),
    publish(key, app = 'live') {
      call('connect', [], { app, tcUrl: `rtmp://127.0.0.1/${app}` })
      call('createStream')
      call('publish', [key, 'live'])
      return next(statusIn)
    },
  }
}

/** Status in a message; undefined for other messages. */
export function statusIn(message: RtmpMessage): Status | undefined {
  const command = readCommand(message)
  return command?.name === 'onStatus' ? statusOf(command) : undefined
}

/** Tags that are valid for a packager and a push target. Byte counts are those of whole bodies. */
export const tagOf = {
  metadata: (): MediaTag => ({ kind: 'data', timestampMs: 0, body: metadataBody }),
  videoHeader: (timestampMs = 0) => videoHeader(timestampMs),
  audioHeader: (timestampMs = 0) => audioHeader(timestampMs),
  keyFrame: (timestampMs: number, byteCount = 200) =>
    videoFrame(timestampMs, { isKeyFrame: true, bytes: byteCount - frameHeaderBytes }),
  frame: (timestampMs: number, byteCount = 50) => videoFrame(timestampMs, { bytes: byteCount - frameHeaderBytes }),
  audioFrame: (timestampMs: number) => audioFrame(timestampMs, 30),
}

const metadataBody = writeAmf(['onMetaData', { width: 64, height: 64 }])
/** Size of the tag header before the NAL unit of a `videoFrame`. */
const frameHeaderBytes = 9
