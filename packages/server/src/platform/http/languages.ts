import { canonicalTag } from '#kit/values/languageTag.ts'

const headerLengthMax = 1_000
const languagesMax = 10

/** The tags of an Accept-Language header (RFC 9110 §12.5.4), best first, without those with `q=0`. */
export function preferredLanguages(header = ''): string[] {
  const offers = header
    .slice(0, headerLengthMax)
    .split(',')
    .flatMap((each) => {
      const [text = '', ...parameters] = each.trim().split(/\s*;\s*/)
      const tag = canonicalTag(text)
      const quality = parameters.map((one) => /^q=([01](\.\d{0,3})?)$/i.exec(one)?.[1]).find((one) => one !== undefined)
      return tag === undefined ? [] : [{ tag, quality: Number(quality ?? 1) }]
    })
    .filter(({ quality }) => quality > 0)
  return offers
    .toSorted((left, right) => right.quality - left.quality)
    .slice(0, languagesMax)
    .map(({ tag }) => tag)
}
