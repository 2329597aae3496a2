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
import { enhancedCapabilities, plainTag } from '#platform/video/flv/plainTag.ts'
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
  EncoderFault,
  PublishEnd,
  PublisherConnection,
  PublishProtocol,
  PublishRequest,
  PublishSink,
  PublishVerdict,
} from '#platform/video/publishing.ts'
import { windowBytes, Wire } from './wire.ts'

/** Listener as one connection needs it: limits, clock, admission and counters. */
export type ConnectionHost = {
  /** Network address of the encoder. */
  address: string
  protocol: PublishProtocol
  limits: IngestLimits
  log: Log
  nowMs(): number
  admit(request: PublishRequest): Promise<PublishVerdict>
  received(byteCount: number): void
  /** Counts an admitted publisher. */
  published(): void
  refused(): void
  damaged(): void
  /** Called once, after the socket closed. */
  closed(): void
}

/** Time-out of a step: the time at which it expires, and the function that then ends the step. */
type Deadline = { atMs: number; expire(): void }

/** Last status that an encoder receives before its connection closes. */
type EndStatus = { code: string; description: string }

const appCharsMax = 128
const keyCharsMax = 256
const notChecked = 'The stream key could not be checked. Please try again in a moment.'
/** Flag of a codec whose frames pass unchanged (Enhanced RTMP v2, "FourCcInfoMask"). */
const canForward = 4
/**
 * Properties in the response to connect: those that clients of old Flash servers expect (Adobe RTMP 1.0, 7.2.1.1), and
 * the codecs and capabilities of Enhanced RTMP that this server accepts.
 */
const serverProperties = {
  fmsVer: 'FMS/3,0,1,123',
  capabilities: 31,
  fourCcList: ['avc1', 'mp4a'],
  videoFourCcInfoMap: { avc1: canForward },
  audioFourCcInfoMap: { mp4a: canForward },
  capsEx: enhancedCapabilities.modEx,
}

/**
 * One connection of an encoder. `#run` is its course: handshake, commands up to `publish` (Adobe RTMP 1.0, 7.2),
 * admission of the stream key, tags until the end.
 *
 * The wire calls in with messages; a step awaits the one that it needs. Between `publish` and the verdict the wire is
 * paused, so no tag arrives before its sink. Each step has a deadline, which the listener checks. `#finish` ends the
 * connection from any step, synchronously and once: it calls the sink's `end` and closes the socket. A step that still
 * awaits its message then never continues.
 */
export class IngestConnection {
  readonly #host: ConnectionHost
  readonly #wire: Wire
  readonly #byteMeter
  readonly #messageMeter
  readonly #handshake = Promise.withResolvers<void>()
  readonly #publish = Promise.withResolvers<{ app: string; key: string }>()
  readonly #socketClosed = Promise.withResolvers<void>()
  #canSend = false
  #app: string | undefined
  #hasPublished = false
  #sink: PublishSink | undefined
  #end: PublishEnd | undefined
  #deadline: Deadline
  #lastTagAtMs: number

  constructor(socket: Duplex, host: ConnectionHost) {
    const { limits } = host
    this.#host = host
    this.#lastTagAtMs = host.nowMs()
    this.#deadline = this.#after(limits.handshakeTimeoutMs, () => this.#finish('silent'))
    this.#byteMeter = openMeter({ perSecond: limits.bytesPerSecondMax, seconds: limits.rateSeconds })
    this.#messageMeter = openMeter({ perSecond: limits.messagesPerSecondMax, seconds: limits.rateSeconds })
    const events = {
      received: (byteCount: number) => this.#onBytes(byteCount),
      ready: () => {
        this.#canSend = true
        this.#handshake.resolve()
      },
      arrived: () => this.#onArrived(),
      message: (message: RtmpMessage) => this.#onMessage(message),
      damaged: (error: unknown) => this.#onDamage(error),
      closed: () => {
        this.#finish('closed')
        host.closed()
        this.#socketClosed.resolve()
      },
    }
    this.#wire = new Wire(socket, { side: 'server', limits, events })
    void this.#run()
  }

  isPublishing(): boolean {
    return this.#sink !== undefined && this.#end === undefined
  }

  /** Ends a step whose deadline has passed. The listener calls this a few times a second. */
  checkTime(nowMs: number): void {
    if (nowMs >= this.#deadline.atMs) this.#deadline.expire()
  }

  /** Ends the connection because the listener stops. Resolves when the socket is closed. */
  stop(): Promise<void> {
    this.#cut('stopped', rejected('The server stops. Please try again in a moment.'))
    return this.#socketClosed.promise
  }

  async #run(): Promise<void> {
    const { limits } = this.#host
    await this.#handshake.promise
    this.#deadline = this.#after(limits.publishTimeoutMs, () => this.#finish('silent'))
    const { app, key } = await this.#publish.promise
    this.#deadline = this.#after(limits.admissionTimeoutMs, () => this.#refuse(notChecked))
    const verdict = await this.#admit(app, key)
    if (this.#end !== undefined) {
      if ('sink' in verdict) this.#endSink(verdict.sink, this.#end)
    } else if ('sink' in verdict) this.#accept(verdict.sink)
    else this.#refuse(verdict.refusal)
  }

  #after(timeoutMs: number, expire: () => void): Deadline {
    return { atMs: this.#host.nowMs() + timeoutMs, expire }
  }

  #onBytes(byteCount: number): void {
    const { limits, nowMs, received } = this.#host
    received(byteCount)
    if (this.isPublishing()) this.#deadline = this.#idleDeadline()
    if (this.#byteMeter.allows(byteCount, nowMs())) return
    this.#exceed(`The stream has more than ${(limits.bytesPerSecondMax * 8) / 1e6} Mbit/s.`)
  }

  /** Counts every message, also those of the protocol: an empty one is a single byte, which no byte limit bounds. */
  #onArrived(): void {
    const { limits, nowMs } = this.#host
    if (this.#messageMeter.allows(1, nowMs())) return
    this.#exceed(`The stream has more than ${limits.messagesPerSecondMax} messages a second.`)
  }

  #exceed(reason: string): void {
    const { address, log } = this.#host
    if (this.#end === undefined) log.info('rtmp: a connection exceeded a limit', { address, reason })
    this.#cut('dropped', rejected(reason), { code: 'limit_exceeded', message: reason })
  }

  #idleDeadline(): Deadline {
    return this.#after(this.#host.limits.idleTimeoutMs, () =>
      this.#finish('silent', rejected('Nothing came from the encoder.')),
    )
  }

  #onMessage(message: RtmpMessage): void {
    // Messages behind the end, such as `deleteStream` after `FCUnpublish`, need no response.
    if (this.#end !== undefined) return
    const command = readCommand(message)
    if (command === undefined) this.#onMedia(message)
    else this.#onCommand(command)
  }

  #onMedia(message: RtmpMessage): void {
    const tags = tagsOf(message)
    if (tags.length === 0) return
    if (this.#sink === undefined) throw new RtmpDamage('media before publish')
    this.#lastTagAtMs = this.#host.nowMs()
    for (const tag of tags) {
      const plain = plainTag(tag)
      // A sink may drop its publisher at any tag.
      if (plain !== undefined && this.isPublishing()) this.#sink.tag(plain)
    }
  }

  /** Other commands of encoders, such as bandwidth checks, need no response. */
  #onCommand(command: Command): void {
    const { name, transaction } = command
    if (name === 'connect') this.#onConnect(command)
    else if (name === 'createStream') this.#wire.send(resultMessage(transaction, null, mediaStreamId))
    else if (name === 'releaseStream' || name === 'FCPublish') {
      this.#wire.send(resultMessage(transaction, null, undefined))
    } else if (name === 'publish') this.#onPublish(textOf(command.values[0]))
    else if (name === 'play' || name === 'play2') {
      const description = 'This server receives streams by RTMP, but does not play them.'
      this.#finish('closed', { code: 'NetStream.Play.Failed', description })
    } else if (name === 'FCUnpublish' || name === 'deleteStream' || name === 'closeStream') this.#onUnpublish()
  }

  /** The client may send further commands and then closes. A server that closes first is an error to rtmp2sink. */
  #onUnpublish(): void {
    if (!this.isPublishing()) return
    const description = 'The stream is unpublished.'
    this.#wire.send(statusMessage({ level: 'status', code: 'NetStream.Unpublish.Success', description }))
    this.#finish('unpublished')
  }

  #onConnect({ transaction, object }: Command): void {
    const app = isObject(object) ? textOf(object['app']) : ''
    this.#app = withoutQuery(app)
      .replaceAll(/^\/+|\/+$/g, '')
      .slice(0, appCharsMax)
    this.#wire.send(controlMessage(messageType.windowAckSize, windowBytes))
    this.#wire.send(peerBandwidth(windowBytes))
    const status = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.' }
    this.#wire.send(resultMessage(transaction, serverProperties, { ...status, objectEncoding: 0 }))
  }

  #onPublish(name: string): void {
    if (this.#app === undefined) throw new RtmpDamage('publish before connect')
    if (this.#hasPublished) throw new RtmpDamage('publish twice')
    this.#hasPublished = true
    const key = withoutQuery(name)
    if (key.length > keyCharsMax) return this.#refuse('The stream key is too long.')
    this.#wire.pause()
    this.#publish.resolve({ app: this.#app, key })
  }

  async #admit(app: string, key: string): Promise<PublishVerdict> {
    const { address, admit, log, protocol } = this.#host
    try {
      return await admit({ app, key, address, protocol, connection: this.#forPublisher() })
    } catch (error) {
      log.error('rtmp: the admission of a publisher failed', { error: messageOf(error) })
      return { refusal: notChecked }
    }
  }

  #accept(sink: PublishSink): void {
    this.#sink = sink
    this.#lastTagAtMs = this.#host.nowMs()
    this.#deadline = this.#idleDeadline()
    this.#host.published()
    this.#wire.allowMedia()
    this.#wire.send(userControl(userEvent.streamBegin, mediaStreamId))
    const description = 'The stream is accepted.'
    this.#wire.send(statusMessage({ level: 'status', code: 'NetStream.Publish.Start', description }))
    this.#wire.resume()
  }

  /** Sends two codes: OBS displays the text of Denied, other encoders that of BadName. */
  #refuse(description: string): void {
    const { address, log, refused } = this.#host
    refused()
    log.info('rtmp: a publisher was refused', { address, reason: description })
    this.#wire.send(statusMessage({ level: 'error', code: 'NetStream.Publish.BadName', description }))
    this.#finish('dropped', { code: 'NetStream.Publish.Denied', description })
  }

  /** Ends the connection, once: at once, after the peer had time to read the status, or when it closes itself. */
  #finish(end: PublishEnd, status?: EndStatus, fault?: EncoderFault): void {
    if (this.#end !== undefined) return
    this.#end = end
    this.#deadline = this.#after(this.#host.limits.lingerTimeoutMs, () => this.#wire.destroy())
    // A status can be sent only after the handshake.
    if (this.#canSend && status !== undefined) {
      this.#wire.send(statusMessage({ level: 'error', ...status }))
      this.#wire.end()
    } else if (end !== 'unpublished') this.#wire.destroy()
    if (this.#sink !== undefined) this.#endSink(this.#sink, end, fault)
  }

  /** Ends the connection at once, also one that unpublished and waits for its client to close. */
  #cut(end: PublishEnd, status?: EndStatus, fault?: EncoderFault): void {
    if (this.#end === 'unpublished') this.#wire.destroy()
    this.#finish(end, status, fault)
  }

  #endSink(sink: PublishSink, end: PublishEnd, fault?: EncoderFault): void {
    try {
      sink.end(end, fault)
    } catch (error) {
      this.#host.log.error('rtmp: the sink of a publisher failed at its end', { error: messageOf(error) })
    }
  }

  #onDamage(error: unknown): void {
    const { address, log, damaged } = this.#host
    if (!(error instanceof RtmpDamage)) {
      log.error('rtmp: a message could not be handled', { error: messageOf(error) })
      this.#cut('dropped')
      return
    }
    damaged()
    log.debug('rtmp: a connection broke the protocol', { address, error: error.message })
    const message = `The encoder broke the rules of RTMP: ${error.message}.`
    this.#cut('damaged', undefined, { code: 'protocol_broken', message })
  }

  #forPublisher(): PublisherConnection {
    return {
      drop: (reason) => this.#finish('dropped', rejected(reason)),
      pause: () => {
        if (!this.isPublishing()) return
        // A paused publisher cannot send, so its silence has no deadline.
        this.#deadline = { atMs: Infinity, expire: () => undefined }
        this.#wire.pause()
      },
      resume: () => {
        if (!this.isPublishing()) return
        this.#deadline = this.#idleDeadline()
        this.#wire.resume()
      },
      silenceMs: () => this.#host.nowMs() - this.#lastTagAtMs,
      byteCount: () => this.#wire.receivedBytes(),
      remoteAddress: this.#host.address,
    }
  }
}

/** Text before a query: OBS appends the query of the server's address, some encoders add one of their own. */
function withoutQuery(text: string): string {
  return text.split('?', 1)[0] ?? ''
}

/** Status that encoders display when the server ends a stream. */
function rejected(description: string): EndStatus {
  return { code: 'NetStream.Publish.Rejected', description }
}
