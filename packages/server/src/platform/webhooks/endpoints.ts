/** What the relay needs to know of an endpoint. */
export type EnabledEndpoint = {
  accountId: number
  /** `whe_…` */
  id: string
  uuid: string
  /** Filters of fact names. */
  facts: readonly string[]
  /** Facts told before it was made are not for it. */
  createdAt: string
}

/** What sending needs: the address and the secrets that sign, the newest first. */
export type EndpointTarget = { url: string; secrets: readonly string[] }

/** Webhook endpoints as the account product keeps them. */
export type WebhookEndpoints = {
  /** The enabled endpoints of these accounts. */
  listEnabled(accountIds: readonly number[]): Promise<EnabledEndpoint[]>
  /** Undefined when the endpoint is gone or disabled. */
  findTarget(accountId: number, uuid: string): Promise<EndpointTarget | undefined>
  /** After an answer of 410: the receiver wants no more. */
  disableGone(accountId: number, uuid: string): Promise<void>
}
