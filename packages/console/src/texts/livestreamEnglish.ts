/** Texts of livestream screens. */
export const livestreamEnglish = {
  'livestream.stream.title': 'Streams',
  'livestream.static.title': 'Videos',
  'livestream.channel.title': 'Channels',
  'livestream.details.title': 'Detail pages',
  'livestream.ticketingEvent.title': 'Ticketing events',
  'livestream.ticket.title': 'Tickets',
  'livestream.category.title': 'Categories',
  'livestream.subCategory.title': 'Sub-categories',
} as const
