import type { Ctx } from '#kit/call/context.ts'
import type { TransportAccess } from '#platform/mail/transportPort.ts'
import { senderTypes, type Config, type Integration, type IntegrationType, type Secrets } from './integrationFields.ts'
import { openSecrets } from './integrationSecrets.ts'

/** Connections of an integration that sets no limit. */
const connectionsDefault = 8

/** Parts of an integration that decide how its service is reached. */
export type Reached = {
  type: IntegrationType
  config: Config
  secrets: Secrets
  limits: Integration['limits'] | undefined
}

/** Access to the service by which mail of an integration leaves; undefined for a type without mail. */
export function accessOf({ type, config, secrets, limits }: Reached): TransportAccess | undefined {
  if (!senderTypes.has(type) || type !== 'smtp') return undefined
  const { host = '', security = 'starttls', username = '' } = config
  const isSecure = security === 'tls'
  const { port = isSecure ? 465 : 587 } = config
  const connectionsMax = limits?.maxConnections ?? connectionsDefault
  return { kind: 'smtp', host, port, isSecure, user: username, password: secrets.password ?? '', connectionsMax }
}

/** Access to the service of a stored integration. */
export function storedAccess(ctx: Ctx, record: Integration): TransportAccess | undefined {
  const { type, config, limits } = record
  return accessOf({ type, config: config ?? {}, secrets: openSecrets(ctx, record), limits })
}
