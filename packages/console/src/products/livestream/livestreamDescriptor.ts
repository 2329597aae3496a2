import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  Bookmark,
  ChartLine,
  Clapperboard,
  FolderTree,
  ListVideo,
  Radio,
  Rss,
  Scissors,
  Tags,
  Ticket,
  TicketCheck,
  UserX,
  Video,
} from 'lucide-react'

/** Streams, videos, channels and tickets. */
export const livestreamDescriptor: ProductDescriptor = {
  name: 'livestream',
  icon: Radio,
  home: [{ scope: 'livestream.stream:read', load: () => import('./stream/liveNow.tsx') }],
  docks: [{ id: 'uploads', scope: 'livestream.static:write', load: () => import('./videos/uploads/uploadDock.tsx') }],
  pages: [
    {
      path: 'analytics',
      title: 'analytics.title',
      icon: ChartLine,
      scope: 'livestream.stream:read',
      load: () => import('./analytics/analyticsPage.tsx'),
    },
    {
      path: 'clips',
      title: 'clips.title',
      icon: Scissors,
      scope: 'livestream.static:read',
      after: 'static',
      load: () => import('./clips/clipShelfPage.tsx'),
    },
    {
      path: 'door',
      title: 'livestream.ticketingEvent.title',
      icon: TicketCheck,
      scope: 'livestream.ticket:write',
      isNested: true,
      load: () => import('./tickets/doorPage.tsx'),
    },
  ],
  nouns: {
    stream: {
      title: 'livestream.stream.title',
      icon: Rss,
      firstStep: { title: 'livestream.stream.first', text: 'livestream.stream.first.text' },
    },
    static: { title: 'livestream.static.title', icon: Clapperboard },
    channel: { title: 'livestream.channel.title', icon: Video },
    details: { title: 'livestream.details.title', icon: ListVideo },
    marker: { title: 'livestream.marker.title', icon: Bookmark, isNested: true },
    blockedViewer: { title: 'livestream.blockedViewer.title', icon: UserX, isNested: true },
    ticketingEvent: { title: 'livestream.ticketingEvent.title', icon: Ticket },
    ticket: { title: 'livestream.ticket.title', icon: TicketCheck },
    category: { title: 'livestream.category.title', icon: FolderTree },
    subCategory: { title: 'livestream.subCategory.title', icon: Tags },
  },
}
