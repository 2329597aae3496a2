import lookUp from '@photostructure/tz-lookup'

/**
 * The IANA time zone at a point, from a bundled map: no request leaves the machine. At sea it is one of `Etc/GMT±n`.
 * Latitude -90 to 90, longitude -180 to 180, both in degrees; throws RangeError beyond.
 */
export function timeZoneAt(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude)
}
