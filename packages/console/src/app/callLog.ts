import { FairgroundError, type ResponseFacts, type Route } from '@fairground/sdk'

/** One call of the console, for the drawer that shows them. */
export type LoggedCall = {
  number: number
  route: Route
  input: object
  accountId: string | undefined
  at: number
  /** HTTP status; 0 without a response, undefined while it runs. */
  status: number | undefined
  durationMs: number | undefined
  requestId: string | undefined
  output: unknown
}

const callsMax = 60

let calls: readonly LoggedCall[] = []
let count = 0
const listeners = new Set<() => void>()

/** Subscribes to the log, for `useSyncExternalStore`. */
export function onCalls(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last calls, newest first. */
export function loggedCalls(): readonly LoggedCall[] {
  return calls
}

/** Empties the log, as at the opening of another page. */
export function clearCalls(): void {
  update([])
}

type Started = Pick<LoggedCall, 'route' | 'input' | 'accountId'>

/** Adds a running call. Its result passes through `succeeded` or `failed`. */
export function logCall(started: Started) {
  const number = ++count
  const at = Date.now()
  const unfinished = { status: undefined, durationMs: undefined, requestId: undefined, output: undefined }
  update([{ number, at, ...started, ...unfinished }, ...calls].slice(0, callsMax))
  const finish = (more: Partial<LoggedCall>) =>
    change((each) => each.number === number, { durationMs: Date.now() - at, ...more })
  return {
    succeeded<T>(output: T): T {
      finish({ status: 200, output })
      return output
    },
    failed(error: unknown): never {
      if (error instanceof FairgroundError) {
        const { status, requestId, code, reason, message, fields } = error
        finish({ status, requestId, output: { code, reason, message, fields } })
      } else finish({ status: 0 })
      throw error
    },
  }
}

/** Adds the request id of a response to its call. */
export function logResponse({ operation, requestId }: ResponseFacts): void {
  const newest = calls.find((each) => each.route.id === operation && each.requestId === undefined)
  if (newest !== undefined) change((each) => each === newest, { requestId })
}

function change(isMeant: (call: LoggedCall) => boolean, more: Partial<LoggedCall>): void {
  update(calls.map((each) => (isMeant(each) ? { ...each, ...more } : each)))
}

function update(next: readonly LoggedCall[]): void {
  calls = next
  for (const listener of listeners) listener()
}
