import type { accountEnglish } from './accountEnglish.ts'

/** Texts of account screens in German. */
export const accountGerman: Record<keyof typeof accountEnglish, string> = {
  'account.member.title': 'Mitglieder',
  'account.key.title': 'Schlüssel',
  'account.webhookEndpoint.title': 'Webhooks',
  'account.delivery.title': 'Zustellungen',
  'account.fact.title': 'Fakten',
  'account.request.title': 'Anfragen',
  'account.audit.title': 'Änderungsprotokoll',
  'account.mail.title': 'Abgefangene Mails',
  'account.job.title': 'Fehlgeschlagene Aufgaben',
}
