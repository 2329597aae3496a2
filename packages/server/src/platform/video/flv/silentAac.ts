/** Syntactic element of an AAC frame: one channel, a pair, or low-frequency effects, with its instance tag. */
export type ChannelElement = { kind: 'single' | 'pair' | 'effects'; tag: number }

/** Elements of each channel configuration (ISO/IEC 14496-3, table 1.19): `s` one channel, `p` a pair, `e` effects. */
const layouts = [
  '',
  's',
  'p',
  'sp',
  'sps',
  'spp',
  'sppe',
  'spppe',
  '',
  '',
  '',
  'sppse',
  'spppe',
  'sppppseesppspssp',
  'sppep',
]
const kinds: Record<string, ChannelElement['kind']> = { s: 'single', p: 'pair', e: 'effects' }

/** Elements of a channel configuration. Instance tags count from 0 for each kind of element. */
export function elementsOf(channelConfiguration: number): ChannelElement[] {
  const counts = { single: 0, pair: 0, effects: 0 }
  return Array.from(layouts[channelConfiguration] ?? '', (letter) => {
    const kind = kinds[letter] ?? 'single'
    return { kind, tag: counts[kind]++ }
  })
}

/** Element ids (table 4.85). */
const elementIds = { single: 0, pair: 1, effects: 3, end: 7 }
/** global_gain, 8 bits, and the flags of pulse data, temporal noise shaping and gain control. All are 0. */
const channelBits = '0'.repeat(8 + 3)
/** ics_info: a reserved bit, a long window (2 bits), its shape, max_sfb (6 bits) of 0, and no prediction. */
const windowBits = '0'.repeat(1 + 2 + 1 + 6 + 1)
/** ms_mask_present: no bands in mid/side stereo. */
const maskBits = '00'

/**
 * Encodes a silent AAC frame: a raw_data_block (ISO/IEC 14496-3, 4.4.2.1). With a max_sfb of 0 no scale factor band is
 * coded, so section data, scale factors and spectrum are empty, and all samples decode to 0.
 */
export function silentAacFrame(elements: readonly ChannelElement[]): Buffer {
  const bits = `${elements.map(elementBits).join('')}${fixed(elementIds.end, 3)}`
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((each) => Number.parseInt(each.padEnd(8, '0'), 2)))
}

function elementBits({ kind, tag }: ChannelElement): string {
  const head = fixed(elementIds[kind], 3) + fixed(tag, 4)
  // In a lone channel, global_gain precedes the window; a pair shares one window (common_window) before its channels.
  if (kind === 'pair') return `${head}1${windowBits}${maskBits}${channelBits}${channelBits}`
  return `${head}${channelBits.slice(0, 8)}${windowBits}${channelBits.slice(8)}`
}

function fixed(value: number, bitCount: number): string {
  return value.toString(2).padStart(bitCount, '0')
}
