import type { Socket } from 'node:net'
import { type Command, commandMessage, readCommand, statusOf } from './rtmpCommands.ts'
import type { PushLimits } from './rtmpLimits.ts'
import type { RtmpMessage } from './rtmpMessage.ts'
import { openMeter } from './bitrateMeter.ts'
import type { PushAddress } from './pushAddress.ts'
import { Wire } from './wire.ts'

/** Target, stream key and limits of a session. */
export type PushSessionOptions = { address: PushAddress; streamKey: string; limits: PushLimits; events: PushEvents }

/** Callbacks of a session. */
export type PushEvents = {
  /** The target accepts the stream; its messages belong to this message stream. */
  live(streamId: number): void
  /**
   * The target refused the stream or broke the protocol, and the session closes. `phrase` is about the target;
   * `message` is the text of its refusal.
   */
  failed(phrase: string, message?: string): void
  /** The connection is closed. Called once, last. */
  closed(error: Error | undefined): void
}

/** Connection to one target. */
export type PushSession = {
  send(message: RtmpMessage): void
  /** Bytes queued for the target. */
  queuedBytes(): number
  /** Unpublishes, then closes when the queue is sent. */
  end(): void
  /** Closes when the queue is sent, without unpublishing. */
  close(): void
  destroy(): void
}

/** Bytes of the queue beside the stream, for responses such as pongs. */
const responseBytesMax = 65_536

/** Publishes over a connected socket (Adobe RTMP 1.0, 7.2 and 7.3.1). */
export function openPushSession(socket: Socket, options: PushSessionOptions): PushSession {
  const { limits, events } = options
  let isOver = false

  function fail(phrase: string, message?: string): void {
    if (isOver) return
    isOver = true
    events.failed(phrase, message)
    wire.destroy()
  }

  const meter = openMeter({ perSecond: limits.bytesPerSecondMax, seconds: limits.rateSeconds })
  const wire = new Wire(socket, {
    side: 'client',
    limits: { ...limits, outgoingBytesMax: limits.queueBytesMax + responseBytesMax },
    events: {
      received(byteCount) {
        if (!meter.allows(byteCount, performance.now())) fail('sends too much')
      },
      ready: () => dialogue.begin(),
      message(message) {
        const command = readCommand(message)
        if (command !== undefined && !isOver) dialogue.take(command)
      },
      damaged: () => fail('does not speak RTMP correctly'),
      closed: events.closed,
    },
  })
  const dialogue = openDialogue(options, {
    send: (message) => wire.send(message),
    live: events.live,
    refused: (message) => fail(refusalPhrase(message), message),
  })
  socket.setTimeout(limits.stallTimeoutMs, () => {
    if (wire.queuedBytes() > 0) fail('no longer reads the stream')
  })
  return {
    send: (message) => wire.send(message),
    queuedBytes: () => wire.queuedBytes(),
    end() {
      isOver = true
      dialogue.end()
      wire.end()
    },
    close() {
      isOver = true
      wire.end()
    },
    destroy() {
      isOver = true
      wire.destroy()
    },
  }
}

/** Transaction numbers of the calls of an encoder, which identify their results. */
const transaction = { connect: 1, releaseStream: 2, fcPublish: 3, createStream: 4, publish: 5 } as const
/** Player version that servers of the Flash era require. */
const flashVer = 'FMLE/3.0 (compatible; Fairground)'

type DialogueEvents = Pick<PushEvents, 'live'> & { send(message: RtmpMessage): void; refused(message: string): void }

/** The dialogue of an encoder: connect, createStream, publish until the target accepts; unpublish at the end. */
function openDialogue({ address, streamKey }: PushSessionOptions, { send, live, refused }: DialogueEvents) {
  let streamId: number | undefined

  const call = (name: string, id: number, values: Command['values']) =>
    send(commandMessage({ name, transaction: id, object: null, values }, name === 'publish' ? streamId : 0))

  function onResult({ transaction: id, values }: Command): void {
    if (id === transaction.connect) {
      call('releaseStream', transaction.releaseStream, [streamKey])
      call('FCPublish', transaction.fcPublish, [streamKey])
      call('createStream', transaction.createStream, [])
    }
    if (id !== transaction.createStream) return
    streamId = typeof values[0] === 'number' ? values[0] >>> 0 : 1
    call('publish', transaction.publish, [streamKey, 'live'])
  }

  return {
    begin() {
      const { app, tcUrl } = address
      const object = { app, type: 'nonprivate', flashVer, tcUrl }
      send(commandMessage({ name: 'connect', transaction: transaction.connect, object, values: [] }))
    },
    take(command: Command) {
      const { level, code } = statusOf(command)
      if (command.name === '_result') onResult(command)
      else if (command.name === '_error' && isNeeded(command)) refused(messageOf(command))
      else if (command.name === 'onStatus' && level === 'error') refused(messageOf(command))
      else if (code === 'NetStream.Publish.Start' && streamId !== undefined) live(streamId)
    },
    end() {
      if (streamId === undefined) return
      call('FCUnpublish', 0, [streamKey])
      call('deleteStream', 0, [streamId])
    },
  }
}

/** Errors to releaseStream and FCPublish are ignored: some servers do not implement them. */
function isNeeded(command: Command): boolean {
  return command.transaction !== transaction.releaseStream && command.transaction !== transaction.fcPublish
}

/** Text of a target's refusal; empty without one. */
function messageOf(command: Command): string {
  const { description, code } = statusOf(command)
  return description === '' ? code : description
}

function refusalPhrase(message: string): string {
  const bare = message.replace(/[\s.]+$/, '')
  return bare === '' ? 'refused the stream' : `refused the stream: ${bare}`
}
