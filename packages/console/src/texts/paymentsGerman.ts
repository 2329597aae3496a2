import type { paymentsEnglish } from './paymentsEnglish.ts'

/** German texts of the screens of payments. */
export const paymentsGerman: Readonly<Record<keyof typeof paymentsEnglish, string>> = {
  'payments.paymentLink.empty':
    'Ein Link ist eine Seite, die Zahlungen annimmt: Teile ihre Adresse, drucke ihren QR-Code.',
  'payments.link.offer': 'Angebot',
  'payments.link.price': 'Preis',
  'payments.link.discounts': 'Rabatte und Tokens',
  'payments.link.limits': 'Grenzen',
  'payments.link.payer': 'Zahlende',
  'payments.link.figures': 'Ergebnis',
  'payments.link.views': 'Besuche',
  'payments.link.started': 'Begonnen',
  'payments.link.succeeded': 'Bezahlt',
  'payments.link.share': '{share} der Besuche',
  'payments.link.taken': 'Eingenommen',
  'payments.link.remaining': 'Zahlungen übrig',
  'payments.link.page': 'Adresse der Seite',
  'payments.link.qr': 'QR-Code der Seite',
  'payments.link.qr.save': 'Als SVG speichern',
  'payments.link.embed': 'Knopf für deine Seite',
  'payments.provider.empty': 'Ohne Anbieter laufen Zahlungen über die Sandbox, die kein Geld bewegt.',
  'payments.provider.company': 'Unternehmen',
  'payments.provider.keys': 'Schlüssel',
  'payments.provider.check': 'Schlüssel prüfen',
}
