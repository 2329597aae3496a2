/** Parts of a text message at most. */
export const smsPartsMax = 10

/** Characters of the basic table of GSM 03.38, and those that take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** Places of a message alone, and of each part of a longer one, whose header takes the rest. */
const places = { gsm7: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const

/** A text as it leaves: its alphabet, its places in it, and its parts, each of which is paid for. */
export type SmsSize = { encoding: 'gsm7' | 'ucs2'; units: number; parts: number }

/** Size of a text message. One character outside GSM-7 turns the whole text into UCS-2. */
export function smsSizeOf(text: string): SmsSize {
  const characters = [...text]
  const isBasic = characters.every((each) => basic.has(each) || extended.has(each))
  const widths = characters.map((each) => (isBasic ? (extended.has(each) ? 2 : 1) : each.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const encoding = isBasic ? 'gsm7' : 'ucs2'
  const { alone, part } = places[encoding]
  return { encoding, units, parts: units <= alone ? 1 : partsOf(widths, part) }
}

/** A character of two places is never torn apart, so a part may end one place early. */
function partsOf(widths: readonly number[], room: number): number {
  let parts = 1
  let used = 0
  for (const width of widths) {
    if (used + width > room) {
      parts += 1
      used = 0
    }
    used += width
  }
  return parts
}
