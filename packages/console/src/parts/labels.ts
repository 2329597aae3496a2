import { languageTag, wordOf } from '#console/texts/texts.ts'

/**
 * The word of the language for a name; else `clientReference` as `Client reference`, `channelId` as `Channel` and
 * `isReusable` as `Reusable`. Abbreviations keep their capitals.
 */
export function labelOf(name: string): string {
  const word = wordOf(name)
  if (word !== undefined) return word
  // A media type such as image/png has one spelling.
  if (name.includes('/')) return name
  const apart = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=[a-z])Id$/, '')
    .replace(/(?<=[a-z]{4})(?=\d$)/, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(id|ids|url|ip|dvr|rtmp|rtmps|hls|mp4|vtt|csv|api|gps|qr|sku|skus)\b/g, (each) => abbreviationOf(each))
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** The label of a member or a choice of a field, in which a name may have another word than elsewhere. */
export function labelWithin(field: string | undefined, name: string): string {
  return wordOf(`${field}.${name}`) ?? labelOf(name)
}

/** A label within a sentence: English writes it small, German keeps its capitals. Abbreviations keep theirs. */
export function inText(label: string): string {
  return languageTag() === 'en' && /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The word of what happened behind its noun and a colon: a German noun in it keeps its capital. */
export function behindColon(label: string): string {
  if (languageTag() === 'en') return label.toLowerCase()
  const isParticiple = /^\p{L}+(t|en)$/u.test(label)
  return isParticiple ? label.toLowerCase() : label
}

/** `livestream.stream.wentLive` as `Stream: went live`: the last two words of the name of a fact or an event. */
export function factTitle(name: string): string {
  const [noun = '', verb] = name.split('.').slice(-2)
  return verb === undefined ? labelOf(noun) : `${labelOf(noun)}: ${behindColon(labelOf(verb))}`
}

function abbreviationOf(word: string): string {
  return /^(ids|skus)$/.test(word) ? `${word.slice(0, -1).toUpperCase()}s` : word.toUpperCase()
}
