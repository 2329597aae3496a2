import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { Clapperboard, FolderTree, ListVideo, Radio, Rss, Tags, Ticket, TicketCheck, Video } from 'lucide-react'

/** Streams, videos, channels and tickets. */
export const livestreamDescriptor: ProductDescriptor = {
  name: 'livestream',
  icon: Radio,
  nouns: {
    stream: { icon: Rss },
    static: { icon: Clapperboard },
    channel: { icon: Video },
    details: { icon: ListVideo },
    ticketingEvent: { icon: Ticket },
    ticket: { icon: TicketCheck },
    category: { icon: FolderTree },
    subCategory: { icon: Tags },
  },
}
