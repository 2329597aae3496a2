import { wordOf } from '#console/texts/texts.ts'

/** `clientReference` as `Client reference`, or the word of the language; ids and abbreviations keep their capitals. */
export function labelOf(name: string): string {
  const word = wordOf(name)
  if (word !== undefined) return word
  const apart = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(id|ids|url|ip|dvr|rtmp|rtmps|hls|mp4|vtt|csv|api|gps)\b/g, (each) => abbreviationOf(each))
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

function abbreviationOf(word: string): string {
  return word === 'ids' ? 'IDs' : word.toUpperCase()
}
