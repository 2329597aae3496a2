/** Help of fields of places in words of their owner, by the description of the API. Others keep its words. */
export const placesHelp: Readonly<Record<string, string>> = {
  'Kind of the place. `online` needs `onlineUrl`.': 'Kind of the place. One on the web needs an online address.',
  'Text about the place, for visitors, in Markdown; null without one.': 'Text for visitors; Markdown works.',
  'Postal address; replaced as a whole.': 'Postal address.',
  'ISO 3166-1 alpha-2.': 'Country of the address.',
  'Coordinates in degrees (WGS 84).': 'Coordinates in degrees.',
  ['IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location ' +
  'until a request sets it. null in an update: follow the location again.']:
    'Empty: it follows the location; without one it is that of the account.',
  'IANA time zone; null: follow the location again.': 'Empty: it follows the location again.',
  'true, the default: one booking at a time. false: bookings may run side by side.':
    'On: one booking at a time. Off: bookings may run side by side.',
  'Facilities for visitors with disabilities; left out: unknown.':
    'Facilities for visitors with disabilities. Empty: unknown.',
  'E.164, such as +4930123456.': 'With the country code, such as +4930123456.',
  'Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20.':
    'Ids in other directories, such as google, osm or foursquare: up to 20.',
  '`private`: never shown to public keys and other accounts.': 'Private: only you see it.',
  ['Looks for a like name within 150 m, or the same name in the same city. `warn`, when left out: they come ' +
  'along as `possibleDuplicates`. `block`: 409 `possible_duplicate`. `off`: does not look.']:
    'Looks for a like name within 150 m and the same name in the same city, and warns, refuses, or does not look.',
}
