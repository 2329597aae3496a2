import type { livestreamEnglish } from './livestreamEnglish.ts'

/** Texts of livestream screens in German. */
export const livestreamGerman: Record<keyof typeof livestreamEnglish, string> = {
  'livestream.stream.title': 'Streams',
  'livestream.static.title': 'Videos',
  'livestream.channel.title': 'Kanäle',
  'livestream.details.title': 'Detailseiten',
  'livestream.ticketingEvent.title': 'Ticket-Events',
  'livestream.ticket.title': 'Tickets',
  'livestream.category.title': 'Kategorien',
  'livestream.subCategory.title': 'Unterkategorien',
}
