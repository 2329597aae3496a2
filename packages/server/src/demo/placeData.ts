/** Quarter of the town, with places around its centre. */
export type Quarter = {
  name: string
  street: string
  postalCode: string
  centre: { latitude: number; longitude: number }
  places: readonly (readonly [name: string, type: PlaceType])[]
}

/** Types of places in the demo, each with its own opening hours. */
export type PlaceType = 'venue' | 'restaurant' | 'store' | 'outdoor' | 'studio' | 'office'

/** Real quarters with eleven invented places each. */
export const quarters: readonly Quarter[] = [
  {
    name: 'HafenCity',
    street: 'Am Sandtorkai',
    postalCode: '20457',
    centre: { latitude: 53.5413, longitude: 9.9964 },
    places: [
      ['Harbour Hall', 'venue'],
      ['Crane Stage', 'outdoor'],
      ['Lantern Pier', 'outdoor'],
      ['Tidewater Theatre', 'venue'],
      ['The Copper Buoy', 'restaurant'],
      ['Salt & Rope', 'restaurant'],
      ['Quay Records', 'store'],
      ['Signal Studio', 'studio'],
      ['Harbour Lights Box Office', 'office'],
      ['Elbe Canteen', 'restaurant'],
      ['Warehouse Nine', 'venue'],
    ],
  },
  {
    name: 'Speicherstadt',
    street: 'Brook',
    postalCode: '20457',
    centre: { latitude: 53.5438, longitude: 9.9897 },
    places: [
      ['Spice Loft', 'venue'],
      ['Coffee Vault', 'restaurant'],
      ['Carpet House', 'venue'],
      ['Bridge of Lamps', 'outdoor'],
      ['Tea Clipper', 'restaurant'],
      ['The Pulley', 'restaurant'],
      ['Brick & Echo', 'studio'],
      ['Map Room', 'store'],
      ['Cocoa Exchange', 'venue'],
      ['Canal Steps', 'outdoor'],
      ['Festival Press Desk', 'office'],
    ],
  },
  {
    name: 'Landungsbrücken',
    street: 'Bei den Landungsbrücken',
    postalCode: '20359',
    centre: { latitude: 53.5459, longitude: 9.9666 },
    places: [
      ['Ferry Deck', 'outdoor'],
      ['Old Tunnel Stage', 'venue'],
      ['Foghorn', 'venue'],
      ['Pontoon Four', 'outdoor'],
      ['Herring Queen', 'restaurant'],
      ['The Gangway', 'restaurant'],
      ['Rope Walk Market', 'store'],
      ['Pilot House', 'venue'],
      ['Dry Dock Kitchen', 'restaurant'],
      ['Anchor Prints', 'store'],
      ['Volunteer Harbour', 'office'],
    ],
  },
  {
    name: 'St. Pauli',
    street: 'Reeperbahn',
    postalCode: '20359',
    centre: { latitude: 53.5497, longitude: 9.9622 },
    places: [
      ['Red Curtain', 'venue'],
      ['Moonlight Club', 'venue'],
      ['Accordion Bar', 'restaurant'],
      ['The Blue Mermaid', 'venue'],
      ['Night Bakery', 'restaurant'],
      ['Park of Kites', 'outdoor'],
      ['Neon Chapel', 'venue'],
      ['Second Spin Records', 'store'],
      ['Backyard Cinema', 'outdoor'],
      ['Room 33 Studio', 'studio'],
      ['Late Noodles', 'restaurant'],
    ],
  },
  {
    name: 'Sternschanze',
    street: 'Schulterblatt',
    postalCode: '20357',
    centre: { latitude: 53.5629, longitude: 9.9615 },
    places: [
      ['Tram Depot', 'venue'],
      ['Water Tower Garden', 'outdoor'],
      ['Paper Moon', 'restaurant'],
      ['Fig & Fennel', 'restaurant'],
      ['The Listening Room', 'venue'],
      ['Attic Tapes', 'studio'],
      ['Bicycle Opera', 'venue'],
      ['Flea & Finch', 'store'],
      ['Corner Kiosk Stage', 'outdoor'],
      ['Three Ovens', 'restaurant'],
      ['Zine Library', 'store'],
    ],
  },
  {
    name: 'Altona',
    street: 'Große Elbstraße',
    postalCode: '22767',
    centre: { latitude: 53.5447, longitude: 9.9385 },
    places: [
      ['Fish Hall', 'venue'],
      ['Captain’s Balcony', 'outdoor'],
      ['Ice Factory', 'venue'],
      ['Gull & Garlic', 'restaurant'],
      ['Pier 12', 'restaurant'],
      ['Container Court', 'outdoor'],
      ['The Winch', 'venue'],
      ['Net Loft', 'studio'],
      ['Shoreline Books', 'store'],
      ['Strand Pearl', 'restaurant'],
      ['Silo Choir House', 'venue'],
    ],
  },
]

type Hours = { day: number; opens: string; closes: string }[]

const every = (days: readonly number[], opens: string, closes: string): Hours =>
  days.map((day) => ({ day, opens, closes }))

/** Opening hours by type of place, in local time; some close after midnight. */
export const hoursOf: Record<PlaceType, Hours> = {
  venue: [...every([4, 7], '18:00', '23:30'), ...every([5, 6], '18:00', '03:00')],
  restaurant: [...every([2, 3, 4, 7], '12:00', '22:30'), ...every([5, 6], '12:00', '01:00')],
  store: every([1, 2, 3, 4, 5, 6], '10:00', '19:00'),
  outdoor: every([1, 2, 3, 4, 5, 6, 7], '08:00', '22:00'),
  studio: every([1, 2, 3, 4, 5], '09:00', '18:00'),
  office: every([1, 2, 3, 4, 5, 6, 7], '10:00', '20:00'),
}

/** Rooms of a venue. */
export const venueSpaces = [
  { name: 'Main hall', capacity: 600 },
  { name: 'Balcony', capacity: 120 },
  { name: 'Foyer', capacity: 80, isExclusive: false },
]
