import { Type } from '#kit/values/schema.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { Card } from '#kit/nouns/card.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { line, matching, nullable, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'
import { cardOf } from '#platform/call/cards.ts'
import { readReferences } from '#platform/db/references.ts'
import { slots } from '#platform/tasks/concurrency.ts'

/** Records of one noun in a result, unless the search names the noun. */
const perNounMax = 5
/** Newest hits of a noun, of which the best are in the result. */
const hitsPerNounMax = 20
/** Statements of one search at a time. */
const statementsMax = 4
const idPattern = '[a-z]{3}_[0-9a-z]{34}'

const card = closed({
  id: Type.String({ description: 'Id of the record.' }),
  kind: Type.String({ description: 'Noun of the record, `<product>.<noun>`.' }),
  kindTitle: Type.String({ description: 'Title of the noun.' }),
  status: Type.String({ description: 'State of the record.' }),
  title: Type.String({ description: 'Title of the record.' }),
  imageUrl: nullable(Type.String({ description: 'Address of its image.' })),
  url: nullable(Type.String({ description: 'Address of its page for an audience; null without one.' })),
  isListed: Type.Boolean({ description: 'Whether public lists may show the record.' }),
})
const cards = closed({ items: Type.Array(card, { description: 'Cards of records whose read scope the caller has.' }) })

export const operations = [
  operation('account.record.cards', {
    route: 'GET /api/account/record/cards',
    title: 'Records - Cards',
    description:
      'Title, state and image of records of any noun, by their ids. Records that are deleted, unknown, of another ' +
      'account or of a noun without read scope have no card.',
    scope: 'account.record:read',
    isRead: true,
    input: closed({
      ids: matching(`^${idPattern}(,${idPattern}){0,99}$`, 3_899, {
        description: 'Ids of up to 100 records of any noun, with commas between them.',
      }),
    }),
    output: cards,
    example: { ids: madeFirst('account.key') },
    handle: async (ctx, { ids }) => ({ items: [...(await ctx.cards(ids.split(','))).values()] }),
  }),
  operation('account.record.search', {
    route: 'GET /api/account/record/search',
    title: 'Records - Search',
    description:
      'Finds records of all nouns: by id, by `clientReference`, and by words where the list of the noun takes `q`. ' +
      'Exact ids and references come first, then titles that begin with the words. Up to 5 records of a noun.',
    scope: 'account.record:read',
    isRead: true,
    input: closed({
      q: line(200, { description: 'An id, a reference or words to search for.' }),
      kind: Type.Optional(
        matching('^[a-z]+\\.[a-zA-Z]+$', 100, {
          description: 'Only records of this noun, `<product>.<noun>`, of which up to 20 are found.',
        }),
      ),
      limit: Type.Optional(whole(1, 50, { description: 'Most records; 20 when left out.' })),
    }),
    output: cards,
    example: { q: 'harbour' },
    handle: findRecords,
  }),
].map(companion)

type Search = { q: string; kind?: string; limit?: number }

async function findRecords(ctx: Ctx, { q, kind, limit = 20 }: Search): Promise<{ items: Card[] }> {
  const all = ctx.port(cataloguePort).resources
  if (kind !== undefined && !all.some(({ id }) => id === kind)) {
    throw invalid(field('kind', 'reference', 'is no noun with records'))
  }
  const text = q.trim()
  const nouns = all.filter(({ id }) => (kind === undefined || id === kind) && hasScope(ctx.actor, `${id}:read`))
  const slot = slots(statementsMax)
  const [exact, ...found] = await Promise.all([
    slot(() => readExact(ctx, nouns, text)),
    ...nouns.filter(isSearchable).map((of) => slot(() => readHits(ctx, of, text))),
  ])
  const perNoun = kind === undefined ? perNounMax : hitsPerNounMax
  const hits = found.flatMap((ofNoun) => ranked(ofNoun, text).slice(0, perNoun))
  const known = new Map([...exact, ...ranked(hits, text)].map((each) => [each.id, each]))
  return { items: [...known.values()].slice(0, limit) }
}

/** Whether the list of a noun takes `q`. */
function isSearchable({ derived }: Resource): boolean {
  return Object.hasOwn(derived, 'searchText')
}

/** Cards of the record with this id, and of those with this reference. */
async function readExact(ctx: Ctx, nouns: readonly Resource[], text: string): Promise<Card[]> {
  const known = new Set(nouns.map(({ prefix }) => prefix))
  const own = new RegExp(`^${idPattern}$`).test(text) && known.has(text.slice(0, 3)) ? [text] : []
  const referred = await readReferences(ctx.db, nouns, { accountId: ctx.account.id, reference: text })
  return [...(await ctx.cards([...own, ...referred])).values()]
}

/** The newest hits of a noun; none for a text without a letter or digit. */
async function readHits(ctx: Ctx, of: Resource, text: string): Promise<Card[]> {
  if (!/[\p{L}\p{Nd}]/u.test(foldName(text))) return []
  const { items } = await ctx.store.list(of, { q: text, limit: hitsPerNounMax })
  return items.map((record) => cardOf(ctx.settings, of, record))
}

/** Cards whose titles begin with the text before all others; else the order stays. */
function ranked(hits: readonly Card[], text: string): Card[] {
  const folded = foldName(text)
  const isFirst = ({ title }: Card) => foldName(title).startsWith(folded)
  return [...hits.filter(isFirst), ...hits.filter((each) => !isFirst(each))]
}
