/** One page of a list. */
export type ListPage<T> = {
  items: T[]
  pagination: {
    limit: number
    offset: number
    hasMore: boolean
    /** Cursor of the next page; null on the last one. */
    nextCursor: string | null
    total?: number
    totalIsCapped?: boolean
  }
}

/** A list: `await` it for its first page, or `for await` over every item of every page. */
export type ListPages<T, P extends ListPage<T> = ListPage<T>> = Promise<P> &
  AsyncIterable<T> & { pages(): AsyncIterable<P> }

type FetchPage = <P>(input: Record<string, unknown>) => Promise<P>

/** The pages of a list: the first is requested at once, each further one when the loop reaches it. */
export function listPages<T, P extends ListPage<T>>(fetchPage: FetchPage, input: object): ListPages<T, P> {
  const first = fetchPage<P>({ ...input })
  // The loop throws the failure; it must not count as unhandled before.
  first.catch(() => {})
  const pages = () => eachPage<T, P>(fetchPage, input, first)
  return Object.assign(first, { pages, [Symbol.asyncIterator]: () => eachItem<T, P>(pages()) })
}

async function* eachPage<T, P extends ListPage<T>>(
  fetchPage: FetchPage,
  input: object,
  first: Promise<P>,
): AsyncGenerator<P> {
  let page = await first
  yield page
  // The cursor holds the position, so an offset would skip rows again; the first page alone carries the total.
  const { offset: _offset, withTotal: _withTotal, ...rest } = { offset: 0, withTotal: '', ...input }
  while (page.pagination.nextCursor !== null) {
    page = await fetchPage<P>({ ...rest, cursor: page.pagination.nextCursor })
    yield page
  }
}

async function* eachItem<T, P extends ListPage<T>>(pages: AsyncIterable<P>): AsyncGenerator<T> {
  for await (const page of pages) yield* page.items
}
