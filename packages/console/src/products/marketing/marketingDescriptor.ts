import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  AtSign,
  CirclePile,
  FileText,
  Gauge,
  ListOrdered,
  Megaphone,
  Plug,
  Send,
  Tags,
  Users,
  Workflow,
} from 'lucide-react'

/** Contacts, and all mail to them. */
export const marketingDescriptor: ProductDescriptor = {
  name: 'marketing',
  icon: Megaphone,
  pages: [
    {
      path: 'scores',
      title: 'marketing.scores',
      icon: Gauge,
      scope: 'marketing.leadScore:read',
      load: () => import('./scores/scoresPage.tsx'),
    },
  ],
  nouns: {
    contact: {
      title: 'marketing.contact.title',
      icon: Users,
      columns: ['email', 'firstName', 'lastName', 'status', 'tags', 'createdAt'],
      empty: 'marketing.contact.empty',
      panelFields: ['isSuppressed', 'addressFlags'],
      firstStep: { title: 'marketing.first', text: 'marketing.first.text' },
      groups: [
        {
          title: 'marketing.contact.who',
          fields: [
            'email',
            'firstName',
            'lastName',
            'phone',
            'externalId',
            'viewerId',
            'locale',
            'timezone',
            'country',
          ],
        },
        { title: 'marketing.contact.mail', fields: ['topics', 'tags', 'trackingDisabled', 'consent', 'onConflict'] },
        { title: 'marketing.contact.own', fields: ['attributes'] },
      ],
      panels: [
        { id: 'score', title: 'score.title', place: 'overview', load: () => import('./contacts/scorePanel.tsx') },
        {
          id: 'segments',
          title: 'contact.segments',
          place: 'side',
          load: () => import('./contacts/segmentsPanel.tsx'),
        },
        { id: 'mail', title: 'profile.mail', place: 'side', load: () => import('./contacts/reachPanel.tsx') },
        { id: 'person', title: 'profile.person', place: 'side', load: () => import('./contacts/identityPanel.tsx') },
        { id: 'activity', title: 'activity.title', place: 'tab', load: () => import('./contacts/activityPanel.tsx') },
        { id: 'messages', title: 'profile.messages', place: 'tab', load: () => import('./contacts/messagesPanel.tsx') },
      ],
    },
    segment: {
      title: 'marketing.segment.title',
      icon: CirclePile,
      columns: ['name', 'kind', 'status', 'count', 'costClass', 'createdAt'],
      empty: 'marketing.segment.empty',
      setElsewhere: ['dryRun'],
      panelFields: ['filter', 'filterText', 'count', 'costClass', 'builtAt', 'error', 'sample', 'kind'],
      panels: [
        {
          id: 'segment',
          title: 'segment.overview',
          place: 'overview',
          load: () => import('./segments/segmentPanel.tsx'),
        },
        { id: 'why', title: 'segment.why', place: 'side', load: () => import('./segments/whyPanel.tsx') },
        { id: 'members', title: 'segment.members', place: 'tab', load: () => import('./segments/membersPanel.tsx') },
      ],
      widgets: { filter: { load: () => import('./filters/filterWidget.tsx') } },
    },
    automation: {
      title: 'marketing.automation.title',
      icon: Workflow,
      columns: ['name', 'status', 'triggerType', 'definitionVersion', 'activatedAt', 'updatedAt'],
      empty: 'automation.empty',
      setElsewhere: ['entry', 'exitWhen', 'goal', 'settings', 'status', 'inFlight', 'resumePolicy', 'migrateRuns'],
      widgets: {
        trigger: { load: () => import('./automations/triggerWidget.tsx') },
        nodes: { load: () => import('./automations/nodesWidget.tsx') },
      },
      panelFields: ['trigger', 'entry', 'nodes', 'exitWhen', 'goal', 'settings', 'stats', 'warnings'],
      panels: [
        {
          id: 'canvas',
          title: 'automation.canvas',
          place: 'overview',
          load: () => import('./automations/canvasPanel.tsx'),
        },
        {
          id: 'versions',
          title: 'automation.versions',
          place: 'tab',
          load: () => import('./automations/versionsPanel.tsx'),
        },
      ],
    },
    emailSequence: {
      title: 'marketing.sequence.title',
      icon: ListOrdered,
      columns: ['name', 'status', 'definitionVersion', 'updatedAt'],
      empty: 'sequence.empty',
    },
    template: {
      title: 'marketing.template.title',
      icon: FileText,
      columns: ['name', 'type', 'format', 'status', 'currentVersion', 'createdAt'],
      panelFields: ['body', 'textBody', 'subject', 'preheader'],
      panels: [
        {
          id: 'editor',
          title: 'template.editor',
          place: 'overview',
          load: () => import('./templates/editorPanel.tsx'),
        },
      ],
      listTool: { load: () => import('./templates/starterTool.tsx') },
    },
    campaign: {
      title: 'marketing.campaign.title',
      icon: Send,
      columns: ['name', 'status', 'sendAt', 'startedAt', 'finishedAt', 'createdAt'],
      panelFields: ['stats'],
      panels: [
        {
          id: 'report',
          title: 'report.title',
          place: 'overview',
          states: ['sending', 'paused', 'sent', 'cancelled'],
          load: () => import('./campaigns/reportPanel.tsx'),
        },
      ],
      widgets: { filter: { load: () => import('./filters/filterWidget.tsx') } },
    },
    sendingDomain: {
      title: 'marketing.sendingDomain.title',
      icon: AtSign,
      columns: ['domain', 'status', 'hasDkim', 'hasSpf', 'hasDmarc', 'lastCheckedAt'],
    },
    integration: { title: 'marketing.integration.title', icon: Plug, columns: ['name', 'type', 'status', 'createdAt'] },
    topic: { title: 'marketing.topic.title', icon: Tags, empty: 'marketing.topic.empty' },
  },
}
