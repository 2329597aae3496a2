/**
 * Banned words in texts for readers: the field has terms for them (frame, audio, emit, request), or they replace a noun
 * that the sentence leaves out.
 */
const words = [
  'picture',
  'pictures',
  'sound',
  'sounds',
  'told',
  'tell',
  'tells',
  'telling',
  'ask',
  'asks',
  'asked',
  'asking',
  'nobody',
  'somebody',
  'everybody',
  'anybody',
  'whoever',
  'whom',
  'mouth',
  'gather',
  'gathers',
  'gathered',
  'for who',
  'meanwhile',
  'any more',
  'anew',
  'by then',
  'of now',
  'in the meantime',
  'let go',
  'at hand',
]

/** Names such as picture-in-picture hold a word between hyphens. */
const banned = new RegExp(`(?<![-/])\\b(${words.join('|')})\\b(?![-/])`, 'i')

/** The first banned word of a text; undefined without one. Code between backticks is skipped. */
export function bannedWordIn(text: string): string | undefined {
  return banned.exec(text.replaceAll(/`[^`]*`/g, ''))?.[0]
}

const hidingFirstWord = /^(what|who|whoever|whom|whose|of|nor|nobody|somebody|everybody|anybody)\b/i

/** The first word of a text where it hides the subject: a relative clause, or a person without a name. */
export function hidingFirstWordIn(text: string): string | undefined {
  return hidingFirstWord.exec(text)?.[0]
}
