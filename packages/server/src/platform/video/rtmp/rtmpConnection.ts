import type { Duplex } from 'node:stream'
import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import {
  type Command,
  isObject,
  mediaStreamId,
  readCommand,
  resultMessage,
  statusMessage,
  textOf,
} from './rtmpCommands.ts'
import { RtmpDamage } from './damage.ts'
import type { IngestLimits } from './rtmpLimits.ts'
import {
  controlMessage,
  messageType,
  peerBandwidth,
  type RtmpMessage,
  tagsOf,
  userControl,
  userEvent,
} from './rtmpMessage.ts'
import { openMeter } from './bitrateMeter.ts'
import type {
  PublishEnd,
  PublisherConnection,
  PublishProtocol,
  PublishRequest,
  PublishSink,
  PublishVerdict,
} from './publishing.ts'
import { windowBytes, Wire } from './wire.ts'

/** What a connection knows of the listener that it belongs to. */
export type ConnectionHost = {
  /** Where the encoder connects from. */
  address: string
  protocol: PublishProtocol
  limits: IngestLimits
  log: Log
  nowMs(): number
  admit(request: PublishRequest): Promise<PublishVerdict>
  received(byteCount: number): void
  /** A publisher was admitted. */
  published(): void
  refused(): void
  damaged(): void
  /** The socket is closed; told once. */
  closed(): void
}

/** Where a connection stands. Each phase but the last has its deadline. */
type Phase = 'handshake' | 'commands' | 'judging' | 'publishing' | 'closing' | 'closed'

type Farewell = { code: string; description: string }

const appCharsMax = 128
const keyCharsMax = 256
const unjudged = 'The stream key could not be judged. Please try again in a moment.'
/** Fields that clients of old Flash servers expect in the answer to connect (Adobe RTMP 1.0, 7.2.1.1). */
const serverProperties = { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }

/**
 * One connection of an encoder to the listener: lets it say who it is (Adobe RTMP 1.0, 7.2), has its key judged while
 * nothing more is read, then passes on what it sends.
 */
export class IngestConnection {
  readonly #host: ConnectionHost
  readonly #wire: Wire
  readonly #byteMeter
  readonly #messageMeter
  readonly #whenClosed = Promise.withResolvers<void>()
  #phase: Phase = 'handshake'
  #deadlineMs: number
  #app: string | undefined
  #sink: PublishSink | undefined
  #end: PublishEnd = 'closed'
  #heardAtMs: number

  constructor(socket: Duplex, host: ConnectionHost) {
    const { limits } = host
    this.#host = host
    this.#heardAtMs = host.nowMs()
    this.#deadlineMs = this.#heardAtMs + limits.handshakeTimeoutMs
    this.#byteMeter = openMeter({ perSecond: limits.bytesPerSecondMax, seconds: limits.rateSeconds })
    this.#messageMeter = openMeter({ perSecond: limits.messagesPerSecondMax, seconds: limits.rateSeconds })
    const events = {
      received: (byteCount: number) => this.#received(byteCount),
      ready: () => this.#enter('commands', limits.publishTimeoutMs),
      message: (message: RtmpMessage) => this.#message(message),
      damaged: (error: unknown) => this.#damaged(error),
      closed: () => this.#closed(),
    }
    this.#wire = new Wire(socket, { side: 'server', limits, events })
  }

  isPublishing(): boolean {
    return this.#phase === 'publishing'
  }

  /** Ends what has taken too long. The listener asks a few times a second. */
  checkTime(nowMs: number): void {
    if (nowMs < this.#deadlineMs) return
    if (this.#phase === 'judging') this.#refuse(unjudged)
    else if (this.#phase === 'closing') this.#wire.destroy()
    else if (this.#phase === 'publishing') this.#finish('silent', rejected('Nothing came from the encoder.'))
    else this.#finish('silent')
  }

  /** The listener stops. Resolves when the socket is closed. */
  stop(): Promise<void> {
    this.#finish('stopped', rejected('The server stops. Please try again in a moment.'))
    return this.#whenClosed.promise
  }

  #enter(phase: Phase, timeoutMs: number): void {
    this.#phase = phase
    this.#deadlineMs = this.#host.nowMs() + timeoutMs
  }

  #received(byteCount: number): void {
    const { limits, nowMs, received } = this.#host
    received(byteCount)
    if (this.#phase === 'publishing') this.#deadlineMs = nowMs() + limits.idleTimeoutMs
    if (this.#byteMeter.allows(byteCount, nowMs())) return
    this.#finish('dropped', rejected(`The stream has more than ${(limits.bytesPerSecondMax * 8) / 1e6} Mbit/s.`))
  }

  #message(message: RtmpMessage): void {
    const { limits, nowMs } = this.#host
    if (!this.#messageMeter.allows(1, nowMs())) {
      this.#finish('dropped', rejected(`The stream has more than ${limits.messagesPerSecondMax} messages a second.`))
      return
    }
    const command = readCommand(message)
    if (command === undefined) this.#media(message)
    else this.#command(command)
  }

  #media(message: RtmpMessage): void {
    const tags = tagsOf(message)
    if (tags.length === 0) return
    if (this.#sink === undefined) throw new RtmpDamage('media before publish')
    this.#heardAtMs = this.#host.nowMs()
    for (const tag of tags) {
      // A tag may be what ends it.
      if (this.#phase === 'publishing') this.#sink.tag(tag)
    }
  }

  /** What encoders ask for besides, such as bandwidth checks, has no answer and needs none. */
  #command(command: Command): void {
    const { name, transaction } = command
    if (name === 'connect') this.#connect(command)
    else if (name === 'createStream') this.#wire.send(resultMessage(transaction, null, mediaStreamId))
    else if (name === 'releaseStream' || name === 'FCPublish') {
      this.#wire.send(resultMessage(transaction, null, undefined))
    } else if (name === 'publish') this.#publish(textOf(command.values[0]))
    else if (name === 'play' || name === 'play2') {
      const description = 'This server takes streams by RTMP, but does not play them.'
      this.#finish('closed', { code: 'NetStream.Play.Failed', description })
    } else if (name === 'FCUnpublish' || name === 'deleteStream' || name === 'closeStream') {
      if (this.#phase === 'publishing') this.#finish('unpublished')
    }
  }

  #connect({ transaction, object }: Command): void {
    const app = isObject(object) ? textOf(object['app']) : ''
    this.#app = withoutQuery(app)
      .replaceAll(/^\/+|\/+$/g, '')
      .slice(0, appCharsMax)
    this.#wire.send(controlMessage(messageType.windowAckSize, windowBytes))
    this.#wire.send(peerBandwidth(windowBytes))
    const status = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.' }
    this.#wire.send(resultMessage(transaction, serverProperties, { ...status, objectEncoding: 0 }))
  }

  #publish(name: string): void {
    if (this.#app === undefined) throw new RtmpDamage('publish before connect')
    if (this.#phase !== 'commands') throw new RtmpDamage('publish twice')
    const key = withoutQuery(name)
    if (key === '') this.#refuse('The stream key is missing: enter the one of your stream.')
    else if (key.length > keyCharsMax) this.#refuse('The stream key is too long to be one.')
    else void this.#judge(this.#app, key)
  }

  /** Nothing is read until the verdict; one that comes too late ends as the connection did. */
  async #judge(app: string, key: string): Promise<void> {
    const { address, admit, protocol, limits } = this.#host
    this.#enter('judging', limits.judgeTimeoutMs)
    this.#wire.pause()
    const connection = this.#forPublisher()
    const verdict = await this.#verdictOf(() => admit({ app, key, address, protocol, connection }))
    if (this.#phase !== 'judging') {
      if ('sink' in verdict) this.#endSink(verdict.sink)
    } else if ('sink' in verdict) this.#begin(verdict.sink)
    else this.#refuse(verdict.refusal)
  }

  async #verdictOf(admit: () => Promise<PublishVerdict>): Promise<PublishVerdict> {
    try {
      return await admit()
    } catch (error) {
      this.#host.log.error('rtmp: a stream key could not be judged', { error: messageOf(error) })
      return { refusal: unjudged }
    }
  }

  #begin(sink: PublishSink): void {
    this.#sink = sink
    this.#heardAtMs = this.#host.nowMs()
    this.#enter('publishing', this.#host.limits.idleTimeoutMs)
    this.#host.published()
    this.#wire.allowMedia()
    this.#wire.send(userControl(userEvent.streamBegin, mediaStreamId))
    const description = 'The stream is taken.'
    this.#wire.send(statusMessage({ level: 'status', code: 'NetStream.Publish.Start', description }))
    this.#wire.resume()
  }

  /** OBS knows Denied and not BadName, which is what others look for. */
  #refuse(description: string): void {
    const { address, log, refused } = this.#host
    refused()
    log.info('rtmp: a publisher was refused', { address, reason: description })
    this.#wire.send(statusMessage({ level: 'error', code: 'NetStream.Publish.BadName', description }))
    this.#finish('dropped', { code: 'NetStream.Publish.Denied', description })
  }

  /** Ends the connection, once: at once, or after the peer had time to read why. */
  #finish(why: PublishEnd, farewell?: Farewell): void {
    if (this.#phase === 'closing' || this.#phase === 'closed') return
    // Before the handshake is done, there is no way to say anything.
    const isHeard = this.#phase !== 'handshake' && (farewell !== undefined || why === 'unpublished')
    this.#end = why
    this.#enter('closing', this.#host.limits.lingerTimeoutMs)
    if (isHeard && farewell !== undefined) this.#wire.send(statusMessage({ level: 'error', ...farewell }))
    if (isHeard) this.#wire.end()
    else this.#wire.destroy()
    if (this.#sink !== undefined) this.#endSink(this.#sink)
  }

  #endSink(sink: PublishSink): void {
    try {
      sink.end(this.#end)
    } catch (error) {
      this.#host.log.error('rtmp: the end of a stream was not taken', { error: messageOf(error) })
    }
  }

  #damaged(error: unknown): void {
    const { address, log, damaged } = this.#host
    if (!(error instanceof RtmpDamage)) {
      log.error('rtmp: a message was not taken', { error: messageOf(error) })
      this.#finish('dropped')
      return
    }
    damaged()
    log.debug('rtmp: a connection broke the protocol', { address, what: error.message })
    this.#finish('damaged')
  }

  #closed(): void {
    this.#finish('closed')
    this.#phase = 'closed'
    this.#host.closed()
    this.#whenClosed.resolve()
  }

  /** Nothing can come meanwhile, so that nothing is waited for. */
  #hold(): void {
    if (this.#phase !== 'publishing') return
    this.#deadlineMs = Infinity
    this.#wire.pause()
  }

  #goOn(): void {
    if (this.#phase !== 'publishing') return
    this.#enter('publishing', this.#host.limits.idleTimeoutMs)
    this.#wire.resume()
  }

  #forPublisher(): PublisherConnection {
    return {
      drop: (reason) => this.#finish('dropped', rejected(reason)),
      pause: () => this.#hold(),
      resume: () => this.#goOn(),
      silenceMs: () => this.#host.nowMs() - this.#heardAtMs,
      byteCount: () => this.#wire.receivedBytes(),
      remoteAddress: this.#host.address,
    }
  }
}

/** OBS appends what a server's address has as a query, and some encoders their own. */
function withoutQuery(text: string): string {
  return text.split('?', 1)[0] ?? ''
}

/** What encoders understand as an end that was not theirs. */
function rejected(description: string): Farewell {
  return { code: 'NetStream.Publish.Rejected', description }
}
