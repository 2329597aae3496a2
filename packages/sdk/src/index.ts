export {
  createClient,
  createPublicClient,
  createSessionClient,
  type Fairground,
  type PublicFairground,
} from './client.ts'
export { sdkVersion, type Call, type Route } from './call.ts'
export type { ResponseFacts, CallOptions, ClientOptions, SessionClientOptions } from './settings.ts'
export type { ListPage, ListPages } from './pages.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  FairgroundError,
  InternalError,
  InvalidRequestError,
  NotAuthorizedError,
  NotFoundError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  UnexpectedResponseError,
  type FieldProblem,
} from './errors.ts'
export * from './webhooks.ts'
export type * from './generated/schemas.ts'
export type * from './generated/facts.ts'
export type * from './generated/operations.ts'
