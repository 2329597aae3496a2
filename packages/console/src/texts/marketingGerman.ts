import type { marketingEnglish } from './marketingEnglish.ts'

/** Texts of the marketing screens in German. */
export const marketingGerman: Record<keyof typeof marketingEnglish, string> = {
  'marketing.contact.who': 'Wer es ist',
  'marketing.contact.mail': 'Mails',
  'marketing.contact.own': 'Eigene Daten',
  'marketing.contact.empty':
    'Menschen, denen du schreibst: Kunden, Fans, Gäste. Auch Tickets, Abstimmungen und Zahlungen finden sie.',
  'marketing.segment.empty': 'Kontakte mit etwas Gemeinsamem. Kampagnen, Automationen und Angebote gehen an Segmente.',
  'marketing.topic.empty': 'Arten von Mails, die Kontakte einzeln wählen und abbestellen, etwa Neuigkeiten.',
  'topic.subscribers': 'Abonnenten',
  'topic.subscribed': 'Kontakte, die seine Mails bekommen',
  'topic.contacts': 'Kontakte ansehen',
  'topic.hidden': 'Kontakte sehen das Thema nicht in ihren Einstellungen: Sie verlassen es, indem sie sich abmelden.',
}
