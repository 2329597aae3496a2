import type { Place } from '#products/places/place/place.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The English name of a country by its code. */
export function countryName(code: string): string {
  return countryNames.of(code) ?? code
}

/** The lines of an address as on a letter; one line where only the whole address is known. */
export function addressLines({ address }: Place): string[] {
  if (address === null) return []
  const { line1, line2, city, region, postalCode, countryCode, formatted } = address
  const town = [postalCode, city].filter((each) => each !== undefined).join(' ')
  const country = countryCode === undefined ? undefined : countryName(countryCode)
  const lines = [line1, line2, town, region, country].filter((each) => each !== undefined && each !== '')
  const isWhole = line1 === undefined && formatted !== undefined
  return (isWhole ? [formatted] : lines).flatMap((each) => each ?? [])
}

/** City and country of a place in one line; empty when neither is known. */
export function townText({ address }: Place): string {
  const { city, countryCode } = address ?? {}
  return [city, countryCode === undefined ? undefined : countryName(countryCode)]
    .filter((each) => each !== undefined)
    .join(', ')
}

/** Addresses of maps elsewhere: one for map programs of the device, one of OpenStreetMap. */
export function mapLinks(record: Place): { geo: string | undefined; show: string; directions: string } | undefined {
  const { location } = record
  if (location !== null) {
    const { latitude, longitude } = location
    const point = `${latitude},${longitude}`
    return {
      geo: `geo:${point}?q=${point}(${encodeURIComponent(record.name)})`,
      show: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
      directions: `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`,
    }
  }
  const words = addressLines(record).join(', ')
  if (words === '') return undefined
  const query = encodeURIComponent(words)
  return {
    geo: undefined,
    show: `https://www.openstreetmap.org/search?query=${query}`,
    directions: `https://www.openstreetmap.org/directions?to=${query}`,
  }
}
