import type { ProductScreens } from '#console/parts/descriptor.ts'
import { campaignColumns } from './campaigns/campaignColumns.ts'
import { editableStates } from './campaigns/editableStates.ts'

/** Screens of the records of contacts and mail. */
export const marketingScreens: ProductScreens = {
  contact: {
    columns: ['email', 'firstName', 'lastName', 'status', 'tags', 'createdAt'],
    empty: 'marketing.contact.empty',
    panelFields: ['isSuppressed', 'isPhoneSuppressed', 'addressFlags'],
    // The dialogs of panels take the evidence of an agreement, and erase for good; Archive has a way back.
    panelActions: ['subscribe', 'delete'],
    widgets: {
      tags: { load: () => import('./filters/namesInUse.tsx') },
      topics: { load: () => import('./topicsWidget.tsx') },
      filter: { load: () => import('./filters/filterWidget.tsx') },
    },
    // A contact that is there already is refused: the person looks at it, and changes it there.
    setElsewhere: ['onConflict'],
    listTool: { load: () => import('./contacts/contactTools.tsx') },
    bulkTool: { load: () => import('./contacts/tagTool.tsx') },
    groups: [
      {
        title: 'marketing.contact.who',
        fields: ['email', 'firstName', 'lastName', 'phone', 'externalId', 'viewerId', 'locale', 'timezone', 'country'],
      },
      { title: 'marketing.contact.mail', fields: ['topics', 'tags', 'trackingDisabled', 'consent', 'checkDomain'] },
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
      {
        id: 'tokens',
        title: 'tokens.title',
        place: 'tab',
        load: () => import('#console/products/loyalty/tokens/contactTokens.tsx'),
      },
      { id: 'messages', title: 'profile.messages', place: 'tab', load: () => import('./contacts/messagesPanel.tsx') },
    ],
  },
  contactImport: {
    columns: ['name', 'status', 'rowCount', 'createdCount', 'updatedCount', 'errorCount', 'createdAt'],
    empty: 'import.empty',
    panels: [
      { id: 'import', title: 'import.begin', place: 'overview', load: () => import('./contacts/importPanel.tsx') },
    ],
    panelFields: [
      ...['mapping', 'columns', 'samples', 'goal', 'readByteCount', 'createdCount', 'updatedCount'],
      ...['rowCount', 'unchangedCount', 'skippedCount', 'suppressedCount', 'errorCount'],
    ],
    panelNouns: ['contactImportError'],
    panelActions: ['reread', 'check', 'start', 'cancel'],
    editStates: ['waiting', 'ready'],
    listTool: { load: () => import('./contacts/importTool.tsx') },
  },
  contactImportError: {
    columns: ['row', 'reason', 'column', 'value', 'contactImportId'],
  },
  segment: {
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
      { id: 'runs', title: 'automation.runs', place: 'tab', load: () => import('./automations/runsPanel.tsx') },
      {
        id: 'versions',
        title: 'automation.versions',
        place: 'tab',
        load: () => import('./automations/versionsPanel.tsx'),
      },
    ],
  },
  emailSequence: {
    columns: ['name', 'status', 'definitionVersion', 'updatedAt'],
    empty: 'sequence.empty',
    groups: [
      { title: 'sequence.mails', fields: ['name', 'steps'] },
      { title: 'sequence.people', fields: ['status', 'enrol', 'reEntry', 'stopOn'] },
      { title: 'campaign.sender', fields: ['from', 'replyTo', 'topic', 'integrationId', 'timezoneMode'] },
    ],
    newValues: { status: 'draft' },
    question: { load: () => import('./sequences/startQuestion.ts') },
    panelFields: ['name', 'steps', 'enrolled'],
    panels: [
      {
        id: 'mails',
        title: 'sequence.mails',
        place: 'overview',
        load: () => import('./sequences/mailsPanel.tsx'),
      },
      {
        id: 'enrolments',
        title: 'automation.runs',
        place: 'tab',
        load: () => import('./sequences/enrolmentsPanel.tsx'),
      },
    ],
    widgets: {
      steps: { load: () => import('./sequences/stepsWidget.tsx') },
      goal: { load: () => import('./filters/filterWidget.tsx') },
      topic: { load: () => import('./topicWidget.tsx') },
      trigger: { load: () => import('./automations/triggerWidget.tsx') },
    },
  },
  template: {
    columns: ['name', 'type', 'format', 'status', 'currentVersion', 'createdAt'],
    panelFields: ['body', 'textBody', 'subject', 'preheader', 'warnings'],
    panelActions: ['test'],
    widgets: { topic: { load: () => import('./topicWidget.tsx') } },
    createPage: { load: () => import('./templates/newTemplate.tsx') },
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
    columns: ['name', 'status', 'recipients', 'opened', 'clicked', 'launch'],
    madeColumns: campaignColumns,
    panelFields: ['stats'],
    panelActions: ['decide'],
    panels: [
      {
        id: 'report',
        title: 'report.title',
        place: 'overview',
        states: ['sending', 'paused', 'sent', 'cancelled', 'missed'],
        load: () => import('./campaigns/reportPanel.tsx'),
      },
    ],
    form: { load: () => import('./campaigns/campaignForm.tsx') },
    editStates: editableStates,
    pageTool: { load: () => import('./campaigns/duplicateButton.tsx') },
  },
  sendingDomain: {
    columns: ['domain', 'status', 'hasDkim', 'hasSpf', 'hasDmarc', 'lastCheckedAt'],
    empty: 'domain.empty',
    panelActions: ['verify'],
    panelFields: [
      'records',
      'selector',
      'publicKey',
      'hasDkim',
      'hasSpf',
      'hasDmarc',
      'hasReturn',
      'lastError',
      'lastCheckedAt',
      'nextCheckAt',
    ],
    panels: [
      { id: 'dns', title: 'domain.records', place: 'overview', load: () => import('./integrations/domainPanel.tsx') },
    ],
  },
  integration: {
    columns: ['name', 'type', 'status', 'isDefault', 'lastError', 'createdAt'],
    empty: 'integration.empty',
    panelActions: ['disable', 'delete'],
    setElsewhere: ['secrets', 'isDefault', 'rotateSecret', 'reVerify', 'force'],
    panelFields: [
      'secrets',
      'inboundUrl',
      'today',
      'isDefault',
      'limits',
      'warmUp',
      'lastError',
      'lastOkAt',
      'nextCheckAt',
    ],
    panels: [
      {
        id: 'state',
        title: 'integration.state',
        place: 'overview',
        load: () => import('./integrations/integrationPanel.tsx'),
      },
    ],
    createPage: { load: () => import('./integrations/newIntegration.tsx') },
    editSchema: { load: () => import('./integrations/integrationForms.ts') },
  },
  topic: {
    empty: 'marketing.topic.empty',
    panels: [{ id: 'people', title: 'topic.subscribers', place: 'overview', load: () => import('./topicPanel.tsx') }],
    listTool: { load: () => import('./contacts/signUpTool.tsx') },
  },
}
