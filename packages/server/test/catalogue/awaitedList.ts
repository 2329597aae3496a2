/** Names that wait for a missing noun, by noun or operation. The noun's author removes them here and in its product. */
export const awaited: Record<string, readonly string[]> = {
  'livestream.channel': ['teamId', 'followerCount', 'status suspended'],
  'livestream.stream': [
    ...(['followers', 'eventId', 'embedIds'] as const),
    ...(['ingest.srtUrl', 'ingest.whipUrl', 'playback.whepUrl'] as const),
  ],
  'livestream.stream.getStatus': ['ingest.remoteRegion'],
  'livestream.stream.getEmbedCode': ['showChat', 'showPolls'],
  'livestream.stream.getAnalytics': ['totals.newFollowers', 'totals.votes', 'totals.shares'],
  'livestream.ticketingEvent': ['provider internal', 'eventId'],
  'places.place': ['geofenceRadiusM effect', 'spaces.isExclusive effect', 'occupancy'],
  'places.place.all': ['availableFrom', 'availableTo'],
  'places.place.create': ['geocode'],
  'places.place.get': ['include events', 'include vendors', 'upcomingEvents'],
  'places.place.update': ['affectedEvents', 'capacity_below_bookings'],
  'places.place.delete': ['detached.events', 'detached.teams', 'detached.inventory'],
}
