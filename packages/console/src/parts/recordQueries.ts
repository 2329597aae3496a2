import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useAccount, type PageAccount } from '#console/app/session.tsx'
import type { ApiRecord } from './descriptor.ts'
import type { Noun } from './description.ts'

/** A page of a list. */
export type ApiPage = {
  items: ApiRecord[]
  pagination: { hasMore: boolean; nextCursor: string | null; total?: number; totalIsCapped?: boolean }
}

/** Polling interval of an open record while its tab is visible. */
const freshMs = 10_000

/** A record of a noun by its id; suspends while it loads. Throws FairgroundError. */
export function useRecord(noun: Noun, id: string): ApiRecord {
  return useSuspenseQuery({ ...recordQuery(useAccount(), noun, id), refetchInterval: freshMs }).data
}

/** The query of a record on an account. */
export function recordQuery({ id: accountId, client }: Pick<PageAccount, 'id' | 'client'>, noun: Noun, id: string) {
  return queryOptions({
    queryKey: [accountId, noun.id, 'get', id],
    // cast: operations named `get` return a record.
    queryFn: () => client.callAny(`${noun.id}.get`, { [noun.idKey ?? 'id']: id }) as Promise<ApiRecord>,
  })
}

/** The query of a read operation, with the key under which writes of its noun find it. */
export function readQuery<T>(
  { id: accountId, client }: Pick<PageAccount, 'id' | 'client'>,
  operationId: string,
  input: object,
) {
  return queryOptions({
    queryKey: [accountId, operationId.slice(0, operationId.lastIndexOf('.')), operationId, input],
    // cast: the caller names the form that the operation returns.
    queryFn: ({ signal }) => client.callAny(operationId, input, { signal }) as Promise<T>,
  })
}

/** The result of a read operation, without suspending; `everyMs` reads it again and again. */
export function useRead<T>(operationId: string, input: object, options: { everyMs?: number; isOn?: boolean } = {}) {
  return useQuery({
    ...readQuery<T>(useAccount(), operationId, input),
    enabled: options.isOn ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  })
}

/** Marks everything that was read of a noun as stale, as after a write. */
export function useStale(): (nounId: string) => Promise<void> {
  const queries = useQueryClient()
  const { id: accountId } = useAccount()
  return (nounId) => queries.invalidateQueries({ queryKey: [accountId, nounId] })
}
