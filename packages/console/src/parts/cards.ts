import { useQueries } from '@tanstack/react-query'
import { useAccount } from '#console/app/session.tsx'
import type { Client } from '#console/app/client.ts'
import { findOperation, useDescription } from './description.ts'

/** Title, image and state of a record of any noun. */
export type RecordCard = {
  id: string
  kind: string
  kindTitle: string
  status: string
  title: string
  imageUrl: string | null
  url: string | null
}

/** Whether a text is the id of a record that may have a card. */
export function isRecordId(text: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{34}$/.test(text)
}

const operation = 'account.record.cards'
const idsMax = 100

/** The card of a record; undefined while it loads, null for one that has no card or is gone. */
export function useCard(id: string): RecordCard | null | undefined {
  return useCards([id])[0]
}

/** The prefix and the last characters of an id, which differ between ids of one noun. */
export function shortId(id: string): string {
  return id.length > 20 ? `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-6)}` : id
}

/** Cards of records in the order of their ids, each as `useCard` returns it. */
export function useCards(ids: readonly string[]): (RecordCard | null | undefined)[] {
  const { id: accountId, client } = useAccount()
  const hasOperation = findOperation(useDescription(), operation) !== undefined
  const known = hasOperation ? [...new Set(ids.filter(isRecordId))] : []
  const found = useQueries({
    queries: known.map((id) => ({
      queryKey: [accountId, 'card', id],
      queryFn: () => loadCard(client, id),
      staleTime: 60_000,
    })),
  })
  return ids.map((id) => found[known.indexOf(id)]?.data)
}

type Waiting = Map<string, { resolve(card: RecordCard | null): void; reject(error: unknown): void }>
const waiting = new WeakMap<Client, Waiting>()

/** Loads the card of an id, null without one; the ids of one turn travel as one call. */
function loadCard(client: Client, id: string): Promise<RecordCard | null> {
  return new Promise((resolve, reject) => {
    const batch = waiting.get(client) ?? new Map()
    if (batch.size === 0) setTimeout(() => void flush(client), 0)
    batch.set(id, { resolve, reject })
    waiting.set(client, batch)
  })
}

async function flush(client: Client): Promise<void> {
  const batch = waiting.get(client) ?? new Map()
  waiting.delete(client)
  const ids = [...batch.keys()]
  for (let at = 0; at < ids.length; at += idsMax) {
    const some = ids.slice(at, at + idsMax)
    try {
      // cast: the operation returns this form.
      const { items } = (await client.callAny(operation, { ids: some.join(',') })) as { items: RecordCard[] }
      const byId = new Map(items.map((card) => [card.id, card]))
      for (const id of some) batch.get(id)?.resolve(byId.get(id) ?? null)
    } catch (error) {
      for (const id of some) batch.get(id)?.reject(error)
    }
  }
}
