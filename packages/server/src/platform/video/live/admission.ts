import type { PublishRequest, PublishVerdict } from '#platform/video/rtmp/publishing.ts'
import type { LiveEngine } from './engine.ts'
import type { LiveHost } from './liveHost.ts'

/** The name of the application in the address that encoders publish to: `rtmp://host/live`. */
const appName = 'live'

/** Whether an encoder may publish, and to which session of this node. */
export async function admitTo(engine: LiveEngine, host: LiveHost, request: PublishRequest): Promise<PublishVerdict> {
  const { app, key, address, protocol, connection } = request
  if (app !== appName) return { refusal: `The server address must end in /${appName}.` }
  const judgement = await host.admit({ key, address, protocol })
  if ('refusal' in judgement) return judgement
  if ('elsewhere' in judgement) {
    return { refusal: 'This stream is held by another server of this installation. Publish there, or try again.' }
  }
  return engine.held.sessionFor(judgement.plan).attach(connection, protocol, judgement.plan.targets)
}
