import type { Ctx } from '#kit/call/context.ts'
import { mailProviders, type ApiAccess, type MailProviderName } from '#platform/mail/providers/mailProvider.ts'
import type { TransportAccess } from '#platform/mail/transportPort.ts'
import type { Config, Integration, IntegrationType, Secrets } from './integrationFields.ts'
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
  if (isProvider(type)) return apiAccessOf(type, { config, secrets, limits })
  if (type !== 'smtp') return undefined
  const { host = '', security = 'starttls', username = '' } = config
  const isSecure = security === 'tls'
  const { port = isSecure ? 465 : 587 } = config
  const connectionsMax = limits?.maxConnections ?? connectionsDefault
  return { kind: 'smtp', host, port, isSecure, user: username, password: secrets.password ?? '', connectionsMax }
}

function isProvider(type: string): type is MailProviderName {
  return mailProviders.some((name) => name === type)
}

function apiAccessOf(kind: MailProviderName, { config, secrets, limits }: Omit<Reached, 'type'>): ApiAccess {
  const { url = '', accessKeyId: keyId = '', region = '', domain = '', messageStream: stream = '' } = config
  const connectionsMax = limits?.maxConnections ?? connectionsDefault
  return { kind, url, key: secrets.apiKey ?? '', keyId, region, domain, stream, connectionsMax }
}

/** Access to the service of a stored integration. */
export function storedAccess(ctx: Ctx, record: Integration): TransportAccess | undefined {
  const { type, config, limits } = record
  return accessOf({ type, config: config ?? {}, secrets: openSecrets(ctx, record), limits })
}
