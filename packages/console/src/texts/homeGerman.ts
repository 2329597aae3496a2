import type { homeEnglish } from './homeEnglish.ts'

/** Texts of the home page in German. */
export const homeGerman: Record<keyof typeof homeEnglish, string> = {
  'home.live': 'Livedaten',
  'home.test': 'Testdaten',
  'home.attention': 'Braucht Aufmerksamkeit',
  'home.attention.open': 'Ansehen',
  'home.facts': 'Was geschieht',
  'home.facts.none': 'Noch nichts. Lege etwas an, und es erscheint hier sofort.',
  'home.facts.count.one': '{count} Fakt',
  'home.facts.count.other': '{count} Fakten',
  'home.products': 'Letzte 24 Stunden',
  'home.steps': 'Erste Schritte',
}
