import type { Log } from '#kit/call/context.ts'
import type { PublishRequest, PublishVerdict } from '#platform/video/publishing.ts'
import { forward, forwardedApp, holderAway } from './ingestForward.ts'
import type { HeldSessions } from './heldSessions.ts'
import type { LiveHost } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'
import type { Nodes } from './nodes.ts'

/** RTMP application of the ingest address: `rtmp://host/live`. */
const appName = 'live'

export type AdmissionParts = { held: HeldSessions<LiveSession>; host: LiveHost; nodes: Nodes; log: Log }

/** Admits an encoder to its session on this node, forwards it to the node that holds the session, or refuses it. */
export async function admitTo(parts: AdmissionParts, request: PublishRequest): Promise<PublishVerdict> {
  const { held, host, nodes, log } = parts
  const { app, key, address, protocol, connection } = request
  const isForwarded = app === forwardedApp
  if (app !== appName && !isForwarded) return { refusal: `The server address must end in /${appName}.` }
  const judgement = await host.admit({ key, address, protocol })
  if ('refusal' in judgement) return judgement
  if ('plan' in judgement) {
    const { plan, keyHash } = judgement
    return held.sessionFor(plan).attach({ connection, protocol, keyHash }, plan.targets)
  }
  const to = isForwarded ? undefined : await nodes.forwardUrlOf(judgement.elsewhere)
  return to === undefined ? { refusal: holderAway } : forward({ to, request, log })
}
