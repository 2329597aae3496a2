import { t } from '#console/texts/texts.ts'

/** The name that a viewer gave, set apart (Unicode isolates): its direction does not reach into the words around it. */
export function authorText(name: unknown): string {
  return typeof name === 'string' ? `\u2068${name}\u2069` : t('clips.someone')
}
