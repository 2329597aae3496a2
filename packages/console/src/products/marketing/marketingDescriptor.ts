import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  AtSign,
  CirclePile,
  FileText,
  FileUp,
  FileWarning,
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
  quietFacts: [
    ...['marketing.leadScore.changed', 'marketing.leadScore.thresholdCrossed', 'marketing.automationRun.started'],
    ...['marketing.automationRun.completed', 'marketing.automationRun.goalReached', 'marketing.enrolment.started'],
    ...['marketing.enrolment.completed', 'marketing.enrolment.stopped'],
  ],
  pages: [
    {
      path: 'scores',
      title: 'marketing.scores',
      icon: Gauge,
      scope: 'marketing.leadScore:read',
      after: 'segment',
      load: () => import('./scores/scoresPage.tsx'),
    },
  ],
  nouns: {
    contact: {
      title: 'marketing.contact.title',
      icon: Users,
      firstStep: { title: 'marketing.first', text: 'marketing.first.text' },
    },
    contactImport: { title: 'marketing.contactImport.title', icon: FileUp },
    contactImportError: { title: 'marketing.contactImportError.title', icon: FileWarning, isNested: true },
    segment: { title: 'marketing.segment.title', icon: CirclePile },
    automation: { title: 'marketing.automation.title', icon: Workflow },
    emailSequence: { title: 'marketing.sequence.title', icon: ListOrdered },
    template: { title: 'marketing.template.title', icon: FileText },
    campaign: { title: 'marketing.campaign.title', icon: Send },
    sendingDomain: { title: 'marketing.sendingDomain.title', icon: AtSign },
    integration: { title: 'marketing.integration.title', icon: Plug },
    topic: { title: 'marketing.topic.title', icon: Tags },
  },
}
