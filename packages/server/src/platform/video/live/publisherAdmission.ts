import type { Log } from '#kit/call/context.ts'
import type { EncoderFault, PublishRequest, PublishSink, PublishVerdict } from '#platform/video/publishing.ts'
import { forward, forwardedApp, holderAway } from './ingestForward.ts'
import type { HeldSessions } from './heldSessions.ts'
import type { LiveHost } from './liveHost.ts'
import type { IngestAddresses } from './liveVideoPort.ts'
import type { LiveSession } from './liveSession.ts'
import type { Nodes } from './nodes.ts'

/** RTMP application of the ingest address: `rtmp://host/live`. */
const appName = 'live'

export type AdmissionParts = {
  held: HeldSessions<LiveSession>
  host: LiveHost
  nodes: Nodes
  /** Addresses that encoders publish to. */
  ingest(): IngestAddresses
  log: Log
}

/** Admits an encoder to its session on this node, forwards it to the node that holds the session, or refuses it. */
export async function admitTo(parts: AdmissionParts, request: PublishRequest): Promise<PublishVerdict> {
  const { held, host, nodes, log } = parts
  const { app, key, address, protocol, connection } = request
  const isForwarded = app === forwardedApp
  const misplaced = isForwarded ? undefined : addressRefusal(request, parts.ingest())
  if (misplaced !== undefined) {
    await host.refused(
      { key: key === '' ? app : key, address, protocol },
      { code: 'wrong_address', message: misplaced },
    )
    return { refusal: misplaced }
  }
  const attempt = { key, address, protocol }
  const note = (fault: EncoderFault) => host.refused(attempt, fault)
  const judgement = await held.admit(attempt)
  if ('refusal' in judgement) return judgement
  if ('session' in judgement) {
    const { session, plan, keyHash } = judgement
    const verdict = session.attach({ connection, protocol, keyHash }, plan.targets)
    if ('refusal' in verdict) await host.refused(attempt, { code: 'already_publishing', message: verdict.refusal })
    return noting(verdict, note)
  }
  const to = isForwarded ? undefined : await nodes.forwardUrlOf(judgement.elsewhere)
  const verdict = to === undefined ? { refusal: holderAway } : await forward({ to, request, log })
  // The node that holds the session takes note of its own refusals.
  const isAway = 'refusal' in verdict && verdict.refusal === holderAway
  if (isAway) await host.refused(attempt, { code: 'server_away', message: holderAway })
  return noting(verdict, note)
}

/** Takes note of a limit or rule of the protocol that ends an admitted encoder, as of a refusal. */
function noting(verdict: PublishVerdict, note: (fault: EncoderFault) => Promise<void>): PublishVerdict {
  if ('refusal' in verdict) return verdict
  const { sink } = verdict
  const end: PublishSink['end'] = (why, fault) => {
    sink.end(why)
    if (fault !== undefined) void note(fault)
  }
  return { sink: { ...sink, end } }
}

/** Refusal of an encoder without a key or with another application, such as `rtmp://host/KEY`. */
function addressRefusal({ app, key, protocol }: PublishRequest, ingest: IngestAddresses): string | undefined {
  if (app === appName) return key === '' ? 'The stream key is missing: enter the key of your stream.' : undefined
  const server = (protocol === 'rtmps' ? ingest.rtmpsUrl : ingest.rtmpUrl) ?? `${protocol}://HOST/${appName}`
  return (
    `The server address lacks /${appName}. Enter ${server} as the server and your key as the stream key, ` +
    `or ${server}/KEY where there is a single field.`
  )
}
