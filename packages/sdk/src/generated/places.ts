// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Place, PlaceCreateInput, PlaceCreateOutput, PlaceDeleteInput, PlaceDeleteOutput, PlaceDuplicatesOutput, PlaceGetOutput, PlaceList, PlaceMapOutput, PlaceUpdateInput, PlaceViewInput, PlaceViewOutput, PlaceVisitInput, PlaceVisitOutput, PublicPlaceGetOutput, PublicPlaceList, PlaceListInput, PlaceMapInput, PlaceDuplicatesInput, PlaceGetInput } from './schemas.ts'

/** Places: Where things happen: venues, shops, studios and rooms, found by name, distance and opening hours. */
export function places(call: Call) {
  return {
    place: {
      /**
       * Get All. Lists places. `near` with `radiusM`, or `bbox`, narrows to a part of the earth. Sorted by distance when `near` is sent, by relevance when `q` is (of the newest 1,000 hits), else newest first. Merged places are left out unless `status` names them. Public keys and other accounts see public places that are active or closed for a while.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/all
       */
      list: (input: PlaceListInput = {}, options?: CallOptions): ListPages<PlaceList['items'][number], PlaceList> =>
        call.pages(routes['places.place.all'], input, options),

      /**
       * Map. Counts the places of a box by the cells of a grid, for a map: a cell of one place names it. Cells keep their bounds while the box moves. Filters are those of the list; merged places are left out unless `status` names them. Counts the first 200,000 places at most.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/map
       */
      map: (input: PlaceMapInput, options?: CallOptions): Promise<PlaceMapOutput> =>
        call.one(routes['places.place.map'], input, options),

      /**
       * Duplicates. Lists places that may be the same as one: a similar name within 150 m, or without a location the same name in its city. At most four. Merge one of them by `mergeIntoPlaceId` of Update.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/duplicates
       */
      duplicates: (input: PlaceDuplicatesInput, options?: CallOptions): Promise<PlaceDuplicatesOutput> =>
        call.one(routes['places.place.duplicates'], input, options),

      /**
       * Create. Creates a place. It needs an address, a location or an online address. The time zone follows from the location without a request to another service. A place starts as a draft unless `status` says `active`.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May emit `places.place.created`.
       * POST /api/places/general/create
       */
      create: (input: PlaceCreateInput, options?: CallOptions): Promise<PlaceCreateOutput> =>
        call.one(routes['places.place.create'], input, options),

      /**
       * Delete. Deletes a place. It can be brought back for 30 days, in which no other account gets its slug; its clientReference is free at once. Places that are part of it stand in the way, unless `onReferences` is `detach`: then they stay, part of nothing.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May emit `places.place.deleted`, `places.place.updated`.
       * POST /api/places/general/delete
       */
      delete: (input: PlaceDeleteInput, options?: CallOptions): Promise<PlaceDeleteOutput> =>
        call.one(routes['places.place.delete'], input, options),

      /**
       * Get By Name. Gets one place by exactly one of `name`, `placeId`, `slug` and `clientReference`. A name is compared without case, accents and repeated spaces; `city`, `countryCode` and `near` (the nearest within 100 km) distinguish places of one name. A merged place leads to the one that stands for it, with `redirectedFrom`.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/get
       */
      get: (input: PlaceGetInput = {}, options?: CallOptions): Promise<PlaceGetOutput> =>
        call.one(routes['places.place.get'], input, options),

      /**
       * Update. Changes a place: only sent fields change, null clears. A place that moves gets the time zone of its new location unless its zone was set by hand. Spaces sent with their `id` stay the same spaces.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May emit `places.place.updated`, `places.place.statusChanged`, `places.place.merged`.
       * PUT /api/places/general/update
       */
      update: (input: PlaceUpdateInput, options?: CallOptions): Promise<Place> =>
        call.one(routes['places.place.update'], input, options),

      /**
       * View. Counts a view of a place, once per person and day. The response comes when it is stored; a repeat counts once. `viewer` is any text that stays the same for one person; a keyed hash of it is stored, which differs from day to day and from place to place.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:view`. Accounts: Business, Streamer, Personal.
       * POST /api/places/general/view
       */
      view: (input: PlaceViewInput, options?: CallOptions): Promise<PlaceViewOutput> =>
        call.one(routes['places.place.view'], input, options),

      /**
       * Visit. Counts a visit of the page of a place as a view: one per network, browser and system a day. The page sends it; programs that crawl pages do not count.
       * Anyone may call it; no key is needed.
       * POST /public/place/visit
       */
      visit: (input: PlaceVisitInput, options?: CallOptions): Promise<PlaceVisitOutput> =>
        call.one(routes['places.place.visit'], input, options),
    },
  }
}

/** Places: Where things happen: venues, shops, studios and rooms, found by name, distance and opening hours. As public keys and other accounts see it. */
export function publicPlaces(call: Call) {
  return {
    place: {
      /**
       * Get All. Lists places. `near` with `radiusM`, or `bbox`, narrows to a part of the earth. Sorted by distance when `near` is sent, by relevance when `q` is (of the newest 1,000 hits), else newest first. Merged places are left out unless `status` names them. Public keys and other accounts see public places that are active or closed for a while.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/all
       */
      list: (input: PlaceListInput = {}, options?: CallOptions): ListPages<PublicPlaceList['items'][number], PublicPlaceList> =>
        call.pages(routes['places.place.all'], input, options),

      /**
       * Get By Name. Gets one place by exactly one of `name`, `placeId`, `slug` and `clientReference`. A name is compared without case, accents and repeated spaces; `city`, `countryCode` and `near` (the nearest within 100 km) distinguish places of one name. A merged place leads to the one that stands for it, with `redirectedFrom`.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/get
       */
      get: (input: PlaceGetInput = {}, options?: CallOptions): Promise<PublicPlaceGetOutput> =>
        call.one(routes['places.place.get'], input, options),

      /**
       * View. Counts a view of a place, once per person and day. The response comes when it is stored; a repeat counts once. `viewer` is any text that stays the same for one person; a keyed hash of it is stored, which differs from day to day and from place to place.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:view`. Accounts: Business, Streamer, Personal.
       * POST /api/places/general/view
       */
      view: (input: PlaceViewInput, options?: CallOptions): Promise<PlaceViewOutput> =>
        call.one(routes['places.place.view'], input, options),

      /**
       * Visit. Counts a visit of the page of a place as a view: one per network, browser and system a day. The page sends it; programs that crawl pages do not count.
       * Anyone may call it; no key is needed.
       * POST /public/place/visit
       */
      visit: (input: PlaceVisitInput, options?: CallOptions): Promise<PlaceVisitOutput> =>
        call.one(routes['places.place.visit'], input, options),
    },
  }
}

const routes = {
  'places.place.all': { id: 'places.place.all', method: 'GET', path: '/api/places/general/all', kind: 'read' },
  'places.place.map': { id: 'places.place.map', method: 'GET', path: '/api/places/general/map', kind: 'read' },
  'places.place.duplicates': { id: 'places.place.duplicates', method: 'GET', path: '/api/places/general/duplicates', kind: 'read' },
  'places.place.create': { id: 'places.place.create', method: 'POST', path: '/api/places/general/create', kind: 'create' },
  'places.place.delete': { id: 'places.place.delete', method: 'POST', path: '/api/places/general/delete', kind: 'write' },
  'places.place.get': { id: 'places.place.get', method: 'GET', path: '/api/places/general/get', kind: 'read' },
  'places.place.update': { id: 'places.place.update', method: 'PUT', path: '/api/places/general/update', kind: 'write' },
  'places.place.view': { id: 'places.place.view', method: 'POST', path: '/api/places/general/view', kind: 'read' },
  'places.place.visit': { id: 'places.place.visit', method: 'POST', path: '/public/place/visit', kind: 'read' },
} satisfies Record<string, Route>
