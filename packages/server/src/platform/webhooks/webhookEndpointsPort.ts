import { port } from '#kit/call/port.ts'
import type { Kernel } from '#platform/call/callContext.ts'

/** An enabled endpoint, as the relay matches facts with it. */
export type EnabledEndpoint = {
  accountId: number
  /** `whe_…` */
  id: string
  uuid: string
  /** Filters of fact names. */
  facts: readonly string[]
  /** Facts that are older than the endpoint are not delivered to it. */
  createdAt: string
}

/** The address of an endpoint and the secrets that sign, the newest first. */
export type EndpointTarget = { url: string; secrets: readonly string[] }

/** Webhook endpoints of all accounts. */
export type WebhookEndpoints = {
  /** The enabled endpoints of these accounts. */
  listEnabled(accountIds: readonly number[]): Promise<EnabledEndpoint[]>
  /** Target of an endpoint; undefined for a deleted or disabled one. */
  findTarget(accountId: number, uuid: string): Promise<EndpointTarget | undefined>
  /** Disables an endpoint whose receiver responded 410. */
  disableGone(accountId: number, uuid: string): Promise<void>
}

/** Opener of the webhook endpoints; the product with the endpoints provides it. */
export const webhookEndpointsPort = port<(kernel: Kernel) => WebhookEndpoints>('webhookEndpoints', {})
