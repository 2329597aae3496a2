import type { Ctx } from '#kit/call/context.ts'
import type { Card } from '#kit/nouns/card.ts'
import { isPublic, type Base, type Resource } from '#kit/nouns/resource.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'

const idsMax = 200

/**
 * Reads cards by id. The reads start together, so the read lane sends one statement for each noun; within a transaction
 * each record is a statement of its own. Throws RangeError for more than 200 ids.
 */
export async function readCards(
  ctx: Pick<Ctx, 'store' | 'actor' | 'settings'>,
  resources: ReadonlyMap<string, Resource>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Card>> {
  if (ids.length > idsMax) throw new RangeError(`more than ${idsMax} cards at once`)
  const cards = await Promise.all([...new Set(ids)].map((id) => readCard(ctx, resources, id)))
  return new Map(cards.flatMap((card) => (card === undefined ? [] : [[card.id, card] as const])))
}

async function readCard(
  { store, actor, settings }: Pick<Ctx, 'store' | 'actor' | 'settings'>,
  resources: ReadonlyMap<string, Resource>,
  id: string,
): Promise<Card | undefined> {
  const of = resources.get(id.slice(0, Math.max(0, id.indexOf('_'))))
  if (of === undefined) return undefined
  const isReader = hasScope(actor, `${of.id}:read`)
  if (!isReader && actor.credential !== 'public') return undefined
  const record = await store.find(of, id)
  if (record === undefined || !(isReader || isPublic(of, record))) return undefined
  const card = cardOf(settings, of, record)
  const { titledBy } = of.card(record)
  if (titledBy === undefined) return card
  const named = await readCard({ store, actor, settings }, resources, titledBy)
  return { ...card, title: named?.title ?? card.title }
}

/** The card of a record of its noun. */
export function cardOf(settings: Ctx['settings'], of: Resource, record: Base): Card {
  const { title, imageUrl = null, path = null, isListed = isPublic(of, record) } = of.card(record)
  const url = path === null ? null : `${settings.publicUrl}${path}`
  return { id: record.id, kind: of.id, kindTitle: of.title, status: record.status, title, imageUrl, url, isListed }
}
