import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { Clapperboard, FolderTree, ListVideo, Radio, Rss, Tags, Ticket, TicketCheck, Video } from 'lucide-react'

/** Streams, videos, channels and tickets. */
export const livestreamDescriptor: ProductDescriptor = {
  name: 'livestream',
  icon: Radio,
  nouns: {
    stream: { title: 'livestream.stream.title', icon: Rss },
    static: { title: 'livestream.static.title', icon: Clapperboard },
    channel: { title: 'livestream.channel.title', icon: Video },
    details: { title: 'livestream.details.title', icon: ListVideo },
    ticketingEvent: { title: 'livestream.ticketingEvent.title', icon: Ticket },
    ticket: { title: 'livestream.ticket.title', icon: TicketCheck },
    category: { title: 'livestream.category.title', icon: FolderTree },
    subCategory: { title: 'livestream.subCategory.title', icon: Tags },
  },
}
