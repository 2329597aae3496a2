import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, nullable } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { promotionOf } from '#products/loyalty/pricing/offer.ts'
import type { CartQuote } from './cartQuote.ts'
import { promotion, type Promotion } from './promotion.ts'

const text = (max: number, description: string) => nullable(line(max, { description }))

/** Promotions that apply to a cart, as an output. */
export const displayOutput = Type.Array(
  closed({
    promotionId: idOf(promotion.prefix, { description: 'The promotion.' }),
    title: line(200, { description: 'Title; the name of a promotion without one.' }),
    badge: text(40, 'Short label; null without one.'),
    imageUrl: text(2_048, 'Image; null without one.'),
    terms: nullable(Type.String({ maxLength: 2_000, description: 'Terms; null without them.' })),
  }),
  { description: 'Promotions that apply, as buyers see them: `display` of each.' },
)

/** Appearance of promotions to buyers. */
export function displayOf(records: readonly (Promotion | undefined)[]) {
  return records.flatMap((record) => {
    if (record === undefined) return []
    const { title = record.name, badge = null, imageUrl = null, terms = null } = record.display ?? {}
    return [{ promotionId: record.id, title, badge, imageUrl, terms }]
  })
}

/** Records of the promotions that apply in a quote. */
export function appliedIn({ priced, promotions }: CartQuote): Promotion[] {
  const applied = new Set(priced.applied.map((offer) => promotionOf(offer)))
  return promotions.map(({ record }) => record).filter(({ id }) => applied.has(id))
}
