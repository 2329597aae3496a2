const tagPattern = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,7}$/i
const headerLengthMax = 1_000
const languagesMax = 10

/** The tags of an Accept-Language header (RFC 9110 §12.5.4), best first, without those refused by `q=0`. */
export function preferredLanguages(header = ''): string[] {
  const offers = header
    .slice(0, headerLengthMax)
    .split(',')
    .map((each) => {
      const [tag = '', ...parameters] = each.trim().split(/\s*;\s*/)
      const quality = parameters.map((one) => /^q=([01](\.\d{0,3})?)$/i.exec(one)?.[1]).find((one) => one !== undefined)
      return { tag, quality: Number(quality ?? 1) }
    })
    .filter(({ tag, quality }) => tagPattern.test(tag) && quality > 0)
  return offers
    .toSorted((left, right) => right.quality - left.quality)
    .slice(0, languagesMax)
    .map(({ tag }) => tag)
}
