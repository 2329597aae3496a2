import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePersonClient } from '#console/app/session.tsx'

/** Items of a list of the person, such as passkeys and sessions; `reload` reads it again. */
export function usePersonList<T>(operationId: string): { items: readonly T[]; reload(): Promise<void> } {
  const client = usePersonClient()
  const queries = useQueryClient()
  const queryKey = ['person', operationId]
  const { data } = useQuery({
    queryKey,
    // cast: the caller names the items that the operation lists.
    queryFn: async () => (await client.callAny(operationId, {})) as { items: T[] },
  })
  return { items: data?.items ?? [], reload: () => queries.invalidateQueries({ queryKey }) }
}
