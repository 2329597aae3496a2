import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { MapPin } from 'lucide-react'

/** Places on the map. */
export const placesDescriptor: ProductDescriptor = {
  name: 'places',
  icon: MapPin,
  nouns: {
    place: {
      title: 'places.place.title',
      icon: MapPin,
      firstStep: { title: 'places.first', text: 'places.first.text' },
    },
  },
}
