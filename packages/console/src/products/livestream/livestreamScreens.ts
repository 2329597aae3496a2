import type { ProductScreens } from '#console/parts/descriptor.ts'
import { LayoutGrid, Mail } from 'lucide-react'

/** The tab of an audience; each noun has its own panel. */
const analytics = { id: 'analytics', title: 'analytics.title', place: 'tab' } as const

/** Screens of the records of live and recorded video. */
export const livestreamScreens: ProductScreens = {
  stream: {
    empty: 'livestream.stream.empty',
    columns: ['title', 'status', 'viewers', 'channelId', 'scheduledAt', 'updatedAt'],
    groups: [
      {
        title: 'livestream.basics',
        fields: ['title', 'description', 'tags', 'channelId', 'category', 'subCategory', 'coverPhotoUrl'],
      },
      {
        title: 'livestream.schedule',
        fields: ['scheduleDate', 'scheduleTime', 'timezone', 'scheduledAt', 'expectedDurationMinutes'],
      },
      {
        title: 'livestream.broadcast',
        fields: [
          ...['latencyMode', 'autoStart', 'record', 'renditions', 'dvrWindowSeconds', 'reconnectWindowSeconds'],
          'endOnUnpublish',
          ...['maxDurationSeconds', 'deleteRecordingAfterDays', 'slateUrl', 'simulcastTargets'],
        ],
      },
      {
        title: 'livestream.access',
        fields: ['visibility', 'replayVisibility', 'password', 'allowedOrigins', 'allowViewerClips', 'hideViewerCount'],
      },
    ],
    panels: [
      { id: 'room', title: 'stream.room', place: 'top', load: () => import('./stream/controlRoom.tsx') },
      { id: 'ingest', title: 'stream.ingest', place: 'side', load: () => import('./stream/ingestPanel.tsx') },
      { id: 'share', title: 'stream.share', place: 'side', load: () => import('./stream/sharePanel.tsx') },
      { ...analytics, load: () => import('./analytics/streamAnalytics.tsx') },
      { id: 'sessions', title: 'stream.sessions', place: 'tab', load: () => import('./stream/sessionsPanel.tsx') },
      { id: 'made', title: 'stream.made', place: 'side', load: () => import('./stream/madeVideos.tsx') },
    ],
    panelFields: ['recordings', 'clips'],
  },
  static: {
    empty: 'livestream.static.empty',
    columns: ['title', 'status', 'durationSeconds', 'visibility', 'shelf', 'channelId', 'createdAt'],
    groups: [
      {
        title: 'video.group',
        fields: ['title', 'description', 'tags', 'channelId', 'category', 'subCategory', 'coverPhotoUrl'],
      },
      {
        title: 'video.group.file',
        fields: ['videoUrl', 'importMode', 'durationSeconds', 'source', 'shelf', 'authorName', 'allowDownload'],
      },
      { title: 'livestream.access', fields: ['visibility', 'password', 'hasPassword', 'expiresAt'] },
      { title: 'livestream.schedule', fields: ['scheduleDate', 'scheduleTime', 'timezone', 'scheduledAt'] },
    ],
    listView: { icon: LayoutGrid, title: 'video.gallery', load: () => import('./videos/gallery.tsx') },
    listTool: { load: () => import('./videos/uploads/uploadTool.tsx') },
    panels: [
      {
        id: 'captions',
        title: 'editor.captions',
        place: 'tab',
        load: () => import('./videos/editors/captionsPanel.tsx'),
      },
      {
        id: 'chapters',
        title: 'editor.chapterTab',
        place: 'tab',
        load: () => import('./videos/editors/chaptersPanel.tsx'),
      },
      {
        id: 'clip',
        title: 'editor.clip.tab',
        place: 'tab',
        states: ['published'],
        load: () => import('./videos/editors/clipPanel.tsx'),
      },
      { id: 'player', title: 'video.player', place: 'overview', load: () => import('./videos/playerPanel.tsx') },
      { id: 'share', title: 'stream.share', place: 'side', load: () => import('./stream/sharePanel.tsx') },
      { ...analytics, load: () => import('./analytics/videoAnalytics.tsx') },
    ],
  },
  channel: {
    groups: [
      {
        title: 'livestream.channel.group',
        fields: [
          ...['name', 'handle', 'description', 'language', 'categoryId', 'subCategoryId', 'tags'],
          ...['avatarUrl', 'coverPhotoUrl', 'links'],
        ],
      },
      { title: 'livestream.access', fields: ['visibility', 'isRewardsEnabled'] },
      { title: 'livestream.channel.videos', fields: ['defaults'] },
    ],
    setElsewhere: ['category', 'subCategory'],
    panels: [{ ...analytics, load: () => import('./analytics/channelAnalytics.tsx') }],
  },
  details: {
    groups: [
      {
        title: 'livestream.details.group',
        fields: [
          ...['targetType', 'targetId', 'locale', 'title', 'description', 'tags', 'coverPhotoUrl'],
          ...['maturityRating', 'contentWarnings', 'licence', 'status'],
        ],
      },
      {
        title: 'livestream.details.lists',
        fields: ['chapters', 'captions', 'credits', 'products', 'links', 'customFields'],
      },
    ],
  },
  marker: {
    columns: ['title', 'markedAt', 'streamId'],
  },
  blockedViewer: {
    columns: ['name', 'authorId', 'reason', 'createdAt'],
  },
  ticketingEvent: {
    groups: [
      {
        title: 'livestream.ticketing.event',
        fields: ['provider', 'externalEventId', 'externalEventUrl', 'price', 'startsAt', 'endsAt', 'ticketTypeIds'],
      },
      {
        title: 'livestream.ticketing.opens',
        fields: [
          ...['streamId', 'staticId', 'channelId', 'accessOpensMinutesBefore', 'accessClosesMinutesAfter'],
          ...['maxSessionsPerTicket', 'sendAccessEmails'],
        ],
      },
      {
        title: 'livestream.ticketing.source',
        fields: ['syncMode', 'pollIntervalSeconds', 'credentials', 'attendees'],
      },
    ],
    panels: [
      { id: 'door', title: 'ticket.door', place: 'overview', load: () => import('./tickets/doorPanel.tsx') },
      { id: 'issue', title: 'issue.title', place: 'tab', load: () => import('./tickets/issue/issuePanel.tsx') },
    ],
  },
  ticket: {
    columns: ['name', 'email', 'status', 'mailStatus', 'ticketingEventId', 'createdAt'],
    buttons: [{ verb: 'resend', title: 'ticket.resend', icon: Mail, isInstant: true }],
    operationStates: { revoke: ['active'], resend: ['active'] },
    panels: [
      {
        id: 'qr',
        title: 'ticket.qr',
        place: 'side',
        states: ['active'],
        load: () => import('./tickets/ticketQrCode.tsx'),
      },
    ],
  },
  category: {
    columns: ['name', 'iconUrl', 'color', 'channelCount', 'staticCount', 'streamCount', 'isActive'],
  },
  subCategory: {
    columns: ['name', 'iconUrl', 'color', 'categoryId', 'channelCount', 'staticCount', 'streamCount', 'isActive'],
  },
}
