import type { Ctx } from '#kit/call/context.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { claimName, takenNames, type Name } from '#platform/names/uniqueNames.ts'

const slugLengthMax = 80
const cityLengthMax = 40
const numberMax = 999_999
const randomTriesMax = 5

/** A claimed slug; `uuid` stands in for the id of a place that does not exist yet. */
export type ClaimedSlug = { slug: string; uuid: string }

/** Directory name of a slug: the address of a page leads to one place of the instance. */
export function slugName(slug: string): Name {
  return { kind: 'place', key: slug }
}

/** The slug of a name, taken or not. */
export function plainSlug(name: string): string {
  return slugOf(name, slugLengthMax, 'place')
}

/**
 * Claims a free slug: that of the name, else with the city behind it, else with a random number. Call inside
 * `ctx.atomic`. Throws write_contended when every candidate is taken.
 */
export async function claimSlug(ctx: Ctx, of: { name: string; city?: string | undefined }): Promise<ClaimedSlug> {
  const uuid = uuidv7(ctx.now().getTime())
  const plain = plainSlug(of.name)
  const city = of.city === undefined ? '' : slugOf(of.city, cityLengthMax, '')
  const named = city === '' || plain.endsWith(city) ? [plain] : [plain, `${plain.slice(0, 99 - city.length)}-${city}`]
  const taken = await takenNames(ctx, slugName(plain).kind, named)
  const random = Array.from({ length: randomTriesMax }, () => `${plain}-${2 + Math.floor(Math.random() * numberMax)}`)
  for (const slug of [...named.filter((each) => !taken.has(each)), ...random]) {
    if (await claimName(ctx, slugName(slug), uuid)) return { slug, uuid }
  }
  throw problem(reasons.writeContended)
}
