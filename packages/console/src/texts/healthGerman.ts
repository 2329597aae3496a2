import type { healthEnglish } from './healthEnglish.ts'

/** Texts of the page of the server’s health, in German. */
export const healthGerman: Record<keyof typeof healthEnglish, string> = {
  'health.checkedAt': 'Geprüft {moment}',
  'health.again': 'Noch einmal prüfen',
  'health.well': 'Alles ist, wie es sein soll',
  'health.problems.one': '{count} Prüfung braucht einen Blick',
  'health.problems.other': '{count} Prüfungen brauchen einen Blick',
  'health.ok': 'In Ordnung',
  'health.warn': 'Warnung',
  'health.fail': 'Fehler',
  'health.advice': 'Rat: {advice}.',
  'health.settings': 'Einstellungen',
  'health.settings.about': 'Umgebungsvariablen des Servers, gelesen bei seinem Start.',
  'health.settings.search': 'Einstellungen suchen',
  'health.settings.set': 'Gesetzt',
}
