import { createSessionClient, type CallOptions, type Operations, type Route } from '@fairground/sdk'
import { logCall, logResponse } from './callLog.ts'
import { operationOf, type Description } from '#console/parts/description.ts'

/** Id of an operation of the API. */
export type OperationId = keyof Operations
/** Input and output of an operation. */
export type InputOf<Id extends OperationId> = Operations[Id]['input']
export type OutputOf<Id extends OperationId> = Operations[Id]['output']

/** Calls operations of the API as the signed-in person, on one account. */
export type Client = {
  /** Account of the calls, `acc_…`; undefined for calls of the person alone. */
  accountId: string | undefined
  /** Calls an operation. Throws FairgroundError of the SDK. */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<OutputOf<Id>>
  /** Calls an operation of a generated screen, whose types are known at run time alone. */
  callAny(id: string, input: object, options?: CallOptions): Promise<unknown>
  /** Response of a list in another media type, all rows that match: `text/csv` or `application/x-ndjson`. */
  exportList(id: string, input: object, options: { type: string; signal: AbortSignal }): Promise<Response>
  /** Address of an event stream of an operation, with the account in its query. */
  streamAddress(id: string, input: Record<string, string>): string
}

/** The CSRF token of the session; the sign-in and `account.session.get` return it. */
export type CsrfToken = { current: string | undefined }

/** Opens a client for an account of the signed-in person. */
export function openClient(description: Description, csrf: CsrfToken, accountId?: string): Client {
  const session = { account: () => accountId, csrfToken: () => csrf.current }
  const calls = createSessionClient({
    baseUrl: location.origin,
    session,
    retriesMax: 1,
    onResponse: logResponse,
  })
  const routeOf = (id: string): Route => {
    const { method, path, kind, isText } = operationOf(description, id)
    return { id, method, path, kind, isText }
  }
  const callAny = (id: string, input: object, options?: CallOptions): Promise<unknown> => {
    const route = routeOf(id)
    const entry = logCall({ route, input, accountId })
    return calls.one<unknown>(route, input, options).then(
      (output) => entry.succeeded(output),
      (error: unknown) => entry.failed(error),
    )
  }
  const addressOf = (id: string, input: object): string => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) if (value !== undefined) query.append(name, String(value))
    const text = query.toString()
    return routeOf(id).path + (text === '' ? '' : `?${text}`)
  }
  return {
    accountId,
    callAny,
    // cast: the SDK's types are generated from the schemas that the server's responses are tested against.
    call: callAny as Client['call'],
    exportList(id, input, { type, signal }) {
      const headers = { accept: type, ...(accountId === undefined ? {} : { 'x-account': accountId }) }
      const { method, path } = routeOf(id)
      if (method === 'GET') return fetch(addressOf(id, input), { signal, headers })
      // Lists with filters of several values are read by POST.
      const sent = { ...headers, 'content-type': 'application/json', 'x-csrf-token': csrf.current ?? '' }
      return fetch(path, { method, signal, headers: sent, body: JSON.stringify(input) })
    },
    streamAddress: (id, input) => addressOf(id, { ...input, account: accountId }),
  }
}
