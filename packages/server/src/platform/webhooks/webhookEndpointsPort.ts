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
  /** Undefined when the endpoint is deleted or disabled. */
  findTarget(accountId: number, uuid: string): Promise<EndpointTarget | undefined>
  /** Disables an endpoint whose receiver answered 410. */
  disableGone(accountId: number, uuid: string): Promise<void>
}

/** Opener of the webhook endpoints; the product that keeps them provides it. */
export const webhookEndpointsPort = port<(kernel: Kernel) => WebhookEndpoints>('webhookEndpoints', {})
