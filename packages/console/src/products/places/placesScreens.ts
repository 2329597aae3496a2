import type { ProductScreens } from '#console/parts/descriptor.ts'
import { Map } from 'lucide-react'

/** Screens of the records of places. */
export const placesScreens: ProductScreens = {
  place: {
    columns: ['name', 'type', 'status', 'address', 'capacity', 'updatedAt'],
    listView: {
      icon: Map,
      title: 'places.map',
      isSecond: true,
      isWhole: true,
      load: () => import('./map/placeMap.tsx'),
    },
    empty: 'places.empty',
    groups: [
      { title: 'places.basics', fields: ['name', 'type', 'description', 'visibility', 'capacity', 'spaces'] },
      {
        title: 'places.where',
        fields: ['address', 'location', 'onlineUrl', 'timezone', 'parentPlaceId', 'geofenceRadiusM'],
      },
      { title: 'places.when', fields: ['openingHours'] },
      {
        title: 'places.visitors',
        fields: ['contact', 'accessibility', 'photos', 'categories', 'tags', 'priceLevel', 'externalIds'],
      },
    ],
    panels: [
      {
        id: 'duplicates',
        title: 'places.duplicates',
        place: 'tab',
        states: ['draft', 'active', 'temporarilyClosed', 'permanentlyClosed'],
        load: () => import('./merge/duplicatesPanel.tsx'),
      },
    ],
    setElsewhere: ['spaceChanges', 'mergeIntoPlaceId'],
    views: { openingHours: { load: () => import('./hours/hoursView.tsx') } },
    widgets: { openingHours: { load: () => import('./hours/hoursEditor.tsx') } },
  },
}
