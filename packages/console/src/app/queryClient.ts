import { QueryClient } from '@tanstack/react-query'
import { isWorthRetry } from './failures.ts'

/** Cache of everything that pages read of the API. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 300_000, retry: (count, error) => count < 2 && isWorthRetry(error) },
    mutations: { retry: false },
  },
})
