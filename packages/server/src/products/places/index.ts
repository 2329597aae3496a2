import { product } from '#kit/nouns/product.ts'
import * as facts from './facts.ts'
import { createPlace } from './place/placeCreate.ts'
import * as liveStreams from './place/liveStreams.ts'
import { getPlace } from './place/placeGet.ts'
import { listDuplicates } from './place/placeDuplicates.ts'
import { listPlaces } from './place/placeList.ts'
import { mapPlaces } from './place/placeMap.ts'
import { place } from './place/place.ts'
import { deletePlace } from './place/remove.ts'
import { updatePlace } from './place/placeUpdate.ts'
import { tables } from './tables.ts'
import * as view from './view.ts'
import { scopes } from './scopes.ts'
import * as directoryPage from './page/directoryPage.ts'
import * as placeFeed from './page/placeFeed.ts'
import * as placePage from './page/placePage.ts'

const placeOperations = [listPlaces, mapPlaces, listDuplicates, createPlace, deletePlace, getPlace, updatePlace]

/** Venues, shops, studios and rooms, found by name, distance and opening hours. */
export const places = product({
  name: 'places',
  title: 'Places',
  description: 'Where things happen: venues, shops, studios and rooms, found by name, distance and opening hours.',
  resources: [place],
  operations: [...placeOperations, ...view.operations],
  pages: [...placePage.pages, ...directoryPage.pages],
  facts: Object.values(facts),
  reactions: [...placeFeed.reactions, ...liveStreams.reactions],
  scopes,
  tallies: [view.viewed],
  tables,
  awaited: {
    'places.place': ['geofenceRadiusM effect', 'spaces.isExclusive effect', 'occupancy'],
    'places.place.all': ['availableFrom', 'availableTo'],
    'places.place.create': ['geocode'],
    'places.place.get': ['include events', 'include vendors', 'upcomingEvents'],
    'places.place.update': ['affectedEvents', 'capacity_below_bookings'],
    'places.place.delete': ['detached.events', 'detached.teams', 'detached.inventory'],
  },
})
