import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { MapPin } from 'lucide-react'

/** Places on the map. */
export const placesDescriptor: ProductDescriptor = {
  name: 'places',
  icon: MapPin,
  nouns: { place: { icon: MapPin, columns: ['name', 'type', 'status', 'address', 'capacity', 'updatedAt'] } },
}
