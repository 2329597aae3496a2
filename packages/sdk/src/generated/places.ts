// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Pagination, Place } from './schemas.ts'

export type PlacesPlaceAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name, distance, relevance; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged'
  accountId?: string
  /** What kind of place it is. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  countryCode?: string
  /** Only in this city; case and accents do not matter. */
  city?: string
  /** Only places with this tag. */
  tag?: string
  /** Only of this category. */
  category?: string
  /** Only the direct parts of this place. */
  parentPlaceId?: string
  visibility?: 'public' | 'private'
  /** Only places that hold so many people or more. */
  minCapacity?: number
  /** `latitude,longitude` in degrees. */
  near?: string
  /** How far from `near`, in metres; 5,000 when left out. */
  radiusM?: number
  /** `west,south,east,north` in degrees; west greater than east crosses the antimeridian. */
  bbox?: string
  /** `now`, or a moment (RFC 3339): only active places with hours that are open then. */
  openAt?: string
}

export type PlacesPlaceAllAnswer = {
  items: (Place & {
    /** Metres from `near`; only when it was sent. */
    distanceM?: number
  })[]
  pagination: Pagination
}

export type PlacesPlaceCreateInput = {
  /** Its name. Places may share one. */
  name: string
  /** What kind of place it is. `online` needs `onlineUrl`. */
  type: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  description?: string | null
  /** Its postal address; replaced as a whole. */
  address?: {
    line1?: string
    line2?: string
    city?: string
    region?: string
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Where it is, in degrees (WGS 84). */
  location?: {
    latitude: number
    longitude: number
  } | null
  /** Where it is on the web. */
  onlineUrl?: string | null
  /** Its IANA time zone. Left out, it follows from `location`, else it is the one of the account; it moves along with the location as long as nobody has set it. null in an update: follow the location again. */
  timezone?: string
  /** When it is open, by the wall clock of its time zone. */
  openingHours?: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity?: number | null
  /** Its rooms and areas. */
  spaces?: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    name: string
    /** People it holds. */
    capacity?: number
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** What visitors with disabilities find; left out: unknown. */
  accessibility?: {
    /** A wheelchair gets in and around. */
    wheelchair?: boolean
    /** It has a hearing loop. */
    hearingLoop?: boolean
    /** It can be entered without a step. */
    stepFree?: boolean
    /** It has an accessible toilet. */
    toilet?: boolean
  } | null
  /** How visitors reach it. */
  contact?: {
    /** E.164, such as +4930123456. */
    phone?: string
    email?: string
    website?: string
  } | null
  /** Photos, the best one first. */
  photos?: {
    url: string
    /** What the photo shows, for those who do not see it. */
    altText: string
    /** Whom to name. */
    credit?: string
  }[]
  /** What it offers, in your words. */
  categories?: string[]
  /** Labels of your own. */
  tags?: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel?: number | null
  /** Its ids elsewhere, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds?: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId?: string | null
  /** Within so many metres someone is there. */
  geofenceRadiusM?: number
  /** `private`: never shown to public keys and other accounts. */
  visibility?: 'public' | 'private'
  /** Its first state. */
  status?: 'draft' | 'active'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Looks for a like name within 150 m, or the same name in the same city. `warn`, when left out: they come along as `possibleDuplicates`. `block`: 409 `possible_duplicate`. `off`: does not look. */
  duplicateCheck?: 'warn' | 'block' | 'off'
}

export type PlacesPlaceCreateAnswer = Place & {
  /** False when it was there already. */
  created?: boolean
  /** Places that it may repeat; absent when none were looked for. */
  possibleDuplicates?: {
    id: string
    name: string
    status: string
    city: string | null
    countryCode: string | null
    /** From the point asked with, in metres. */
    distanceM: number | null
  }[]
}

export type PlacesPlaceDeleteInput = {
  placeId: string
  /** `restrict`, when left out: 409 `in_use` with the counts. */
  onReferences?: 'restrict' | 'detach'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type PlacesPlaceDeleteAnswer = {
  id: string
  status: 'deleted'
  detached: {
    /** Places that were part of it. */
    childPlaces: number
  }
}

export type PlacesPlaceGetInput = {
  name?: string
  placeId?: string
  slug?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  city?: string
  countryCode?: string
  /** `latitude,longitude` in degrees. */
  near?: string
  accountId?: string
}

export type PlacesPlaceGetAnswer = Place & {
  /** When it opens next; null while it is open, or when no opening is in sight. */
  nextOpenAt?: string | null
  /** Visitors per day, added up over 400 days, merged places included; a minute or so behind. */
  viewCount?: number
  /** The merged place that was asked for. */
  redirectedFrom?: string
}

export type PlacesPlaceUpdateInput = {
  placeId: string
  /** Its name. Places may share one. */
  name?: string
  /** What kind of place it is. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  description?: string | null
  /** Its postal address; replaced as a whole. */
  address?: {
    line1?: string
    line2?: string
    city?: string
    region?: string
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Where it is, in degrees (WGS 84). */
  location?: {
    latitude: number
    longitude: number
  } | null
  /** Where it is on the web. */
  onlineUrl?: string | null
  /** Its IANA time zone; null: follow the location again. */
  timezone?: string | null
  /** When it is open, by the wall clock of its time zone. */
  openingHours?: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity?: number | null
  /** Its rooms and areas. */
  spaces?: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    name: string
    /** People it holds. */
    capacity?: number
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** What visitors with disabilities find; left out: unknown. */
  accessibility?: {
    /** A wheelchair gets in and around. */
    wheelchair?: boolean
    /** It has a hearing loop. */
    hearingLoop?: boolean
    /** It can be entered without a step. */
    stepFree?: boolean
    /** It has an accessible toilet. */
    toilet?: boolean
  } | null
  /** How visitors reach it. */
  contact?: {
    /** E.164, such as +4930123456. */
    phone?: string
    email?: string
    website?: string
  } | null
  /** Photos, the best one first. */
  photos?: {
    url: string
    /** What the photo shows, for those who do not see it. */
    altText: string
    /** Whom to name. */
    credit?: string
  }[]
  /** What it offers, in your words. */
  categories?: string[]
  /** Labels of your own. */
  tags?: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel?: number | null
  /** Its ids elsewhere, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds?: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId?: string | null
  /** Within so many metres someone is there. */
  geofenceRadiusM?: number
  /** `private`: never shown to public keys and other accounts. */
  visibility?: 'public' | 'private'
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `activate`: a draft becomes a place that visitors see. `closeTemporarily`: it is closed for a while. `reopen`: it is open again. `closePermanently`: it is closed for good. `archive`: it is put away, with everything that refers to it. `restore`: back to the state that it was archived in. */
  action?: 'activate' | 'closeTemporarily' | 'reopen' | 'closePermanently' | 'archive' | 'restore'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Adds, changes and removes single spaces, in this order; not together with `spaces`. */
  spaceChanges?: {
    /** add needs `name`, the others `id`. */
    change: 'add' | 'update' | 'remove'
    id?: string
    name?: string
    capacity?: number | null
    floor?: string | null
    isExclusive?: boolean
  }[]
  /** This place is really that one: it becomes `merged`, its parts move over, and reading it leads there. Comes alone, but for `ifVersion`. */
  mergeIntoPlaceId?: string
}

export type PlacesPlaceUpdateAnswer = Place

export type PlacesPlaceViewInput = {
  placeId: string
  /** Whoever looked: opaque to us, such as a random id that the visitor keeps. */
  viewer: string
}

export type PlacesPlaceViewAnswer = {
  id: string
  status: 'counted'
}

/** Places: Where things happen: venues, shops, studios and rooms, found by name, distance and opening hours. */
export function places(call: Call) {
  return {
    place: {
      /**
       * Get All. Lists places. `near` with `radiusM`, or `bbox`, narrows to a part of the earth. Sorted by distance when `near` is sent, by relevance when `q` is (of the newest 1,000 hits), else newest first. Merged places are left out unless `status` asks for them. Public keys and other accounts see public places that are active or closed for a while.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/all
       */
      list: (input: PlacesPlaceAllInput = {}, options?: CallOptions): ListPages<PlacesPlaceAllAnswer['items'][number], PlacesPlaceAllAnswer> =>
        call.pages(routes['places.place.all'], input, options),

      /**
       * Create. Creates a place. It needs an address, a location or an online address. The time zone follows from the location without asking anyone. A place starts as a draft unless `status` says `active`.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May tell `places.place.created`.
       * POST /api/places/general/create
       */
      create: (input: PlacesPlaceCreateInput, options?: CallOptions): Promise<PlacesPlaceCreateAnswer> =>
        call.one(routes['places.place.create'], input, options),

      /**
       * Delete. Deletes a place. It can be brought back for 30 days; its slug and clientReference are free at once. Places that are part of it stand in the way, unless `onReferences` is `detach`: then they stay, part of nothing.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May tell `places.place.deleted`, `places.place.updated`.
       * POST /api/places/general/delete
       */
      delete: (input: PlacesPlaceDeleteInput, options?: CallOptions): Promise<PlacesPlaceDeleteAnswer> =>
        call.one(routes['places.place.delete'], input, options),

      /**
       * Get By Name. Gets one place by exactly one of `name`, `placeId`, `slug` and `clientReference`. A name is compared without case, accents and repeated spaces; `city`, `countryCode` and `near` (the nearest within 100 km) tell places of one name apart. A merged place leads to the one that stands for it, with `redirectedFrom`.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:read`. Accounts: Business, Streamer, Personal.
       * GET /api/places/general/get
       */
      get: (input: PlacesPlaceGetInput = {}, options?: CallOptions): Promise<PlacesPlaceGetAnswer> =>
        call.one(routes['places.place.get'], input, options),

      /**
       * Update. Changes a place: only sent fields change, null clears. A place that moves gets the time zone of its new location unless its zone was set by hand. Spaces sent with their `id` stay the same spaces.
       * Needs a secret or restricted key; a restricted one needs the scope `places.place:write`. Accounts: Business, Streamer.
       * May tell `places.place.updated`, `places.place.statusChanged`, `places.place.merged`.
       * PUT /api/places/general/update
       */
      update: (input: PlacesPlaceUpdateInput, options?: CallOptions): Promise<PlacesPlaceUpdateAnswer> =>
        call.one(routes['places.place.update'], input, options),

      /**
       * View. Counts that somebody looked at a place, once per person and day. Answers when it is kept; sent twice, it counts once. `viewer` is any text that stays the same for one person; we keep a keyed hash of it that differs from day to day and from place to place.
       * Needs a secret, restricted or public key; a restricted one needs the scope `places.place:view`. Accounts: Business, Streamer, Personal.
       * POST /api/places/general/view
       */
      view: (input: PlacesPlaceViewInput, options?: CallOptions): Promise<PlacesPlaceViewAnswer> =>
        call.one(routes['places.place.view'], input, options),
    },
  }
}

const routes = {
  'places.place.all': { id: 'places.place.all', method: 'GET', path: '/api/places/general/all', kind: 'read' },
  'places.place.create': { id: 'places.place.create', method: 'POST', path: '/api/places/general/create', kind: 'create' },
  'places.place.delete': { id: 'places.place.delete', method: 'POST', path: '/api/places/general/delete', kind: 'write' },
  'places.place.get': { id: 'places.place.get', method: 'GET', path: '/api/places/general/get', kind: 'read' },
  'places.place.update': { id: 'places.place.update', method: 'PUT', path: '/api/places/general/update', kind: 'write' },
  'places.place.view': { id: 'places.place.view', method: 'POST', path: '/api/places/general/view', kind: 'read' },
} satisfies Record<string, Route>
