/** Bounds of a mail that is read. What lies beyond is left out, never an error: bounces arrive cut. */
export const mimeBounds = {
  bytesMax: 1_048_576,
  depthMax: 8,
  partsMax: 100,
  headersMax: 300,
  headerLengthMax: 8_192,
  textLengthMax: 262_144,
}

/** One part of a mail, or the whole mail. */
export type MimePart = {
  /** Values by name in lower case, unfolded, in their order. */
  headers: ReadonlyMap<string, readonly string[]>
  /** Media type in lower case; `text/plain` when left out. */
  type: string
  /** Parameters of the media type by name in lower case. */
  parameters: ReadonlyMap<string, string>
  /** Parts of a multipart, or the mail inside `message/rfc822`. */
  parts: readonly MimePart[]
  /** Body as it is transferred, one character per byte, with line ends of `\n`. */
  body: string
}

type Budget = { parts: number }

/** Reads a mail. Any bytes are a mail: unreadable ones have no headers. */
export function readMime(raw: Uint8Array): MimePart {
  const text = Buffer.from(raw.subarray(0, mimeBounds.bytesMax)).toString('latin1')
  return readPart(withLineFeeds(text), { budget: { parts: mimeBounds.partsMax }, depth: 0 })
}

/** The first value of a header; empty without one. */
export function headerOf(part: MimePart, name: string): string {
  return part.headers.get(name)?.[0] ?? ''
}

/** The part and all parts inside it, outer ones first. */
export function partsOf(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(partsOf)]
}

/** Text of a part: decoded, and without tags where it is HTML. */
export function textOf(part: MimePart): string {
  const bytes = transferred(part).subarray(0, mimeBounds.textLengthMax)
  const text = inCharset(bytes, part.parameters.get('charset') ?? 'utf-8')
  return part.type === 'text/html' ? withoutTags(text) : withLineFeeds(text)
}

/** Text of a header with its encoded words (RFC 2047) decoded. */
export function decodedHeader(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  const decoded = joined.replace(/=\?[\w-]{1,40}\?[bq]\?[^?]*\?=/gi, decodedWord)
  return decoded === joined ? inCharset(Buffer.from(text, 'latin1'), 'utf-8') : decoded
}

function decodedWord(word: string): string {
  const [, charset = '', how = '', text = ''] = word.split('?')
  const isBase64 = how.toLowerCase() === 'b'
  return inCharset(isBase64 ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' ')), charset)
}

/** Fields of a block such as `message/delivery-status`: headers without a body. */
export function readFields(block: string): ReadonlyMap<string, readonly string[]> {
  return readHeaders(block)
}

function readPart(text: string, { budget, depth }: { budget: Budget; depth: number }): MimePart {
  budget.parts -= 1
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n')
  const headers = readHeaders(end === -1 ? text : text.slice(0, end))
  const body = end === -1 ? '' : text.slice(text.startsWith('\n') ? 1 : end + 2)
  const { type, parameters } = mediaType(headers.get('content-type')?.[0] ?? '')
  const leaf: MimePart = { headers, type, parameters, body, parts: [] }
  if (depth >= mimeBounds.depthMax) return leaf
  const inner = innerOf(leaf, budget.parts)
  const parts: MimePart[] = []
  for (const each of inner) if (budget.parts > 0) parts.push(readPart(each, { budget, depth: depth + 1 }))
  return { ...leaf, parts }
}

const mails = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'])

function innerOf(part: MimePart, max: number): string[] {
  if (mails.has(part.type)) return [withLineFeeds(transferred(part).toString('latin1'))]
  const boundary = part.parameters.get('boundary') ?? ''
  return part.type.startsWith('multipart/') && boundary !== '' ? splitParts(part.body, boundary, max) : []
}

function splitParts(body: string, boundary: string, max: number): string[] {
  const text = `\n${body}`
  const marker = `\n--${boundary}`
  const found: string[] = []
  let start = -1
  for (let at = text.indexOf(marker); at !== -1 && found.length < max; at = text.indexOf(marker, at + marker.length)) {
    const lineEnd = text.indexOf('\n', at + 1)
    const rest = text.slice(at + marker.length, lineEnd === -1 ? text.length : lineEnd).trimEnd()
    if (rest !== '' && rest !== '--') continue
    if (start !== -1) found.push(text.slice(start, at))
    start = lineEnd === -1 ? text.length : lineEnd + 1
    if (rest === '--') return found
  }
  // A mail that was cut has no closing boundary.
  if (start !== -1 && found.length < max) found.push(text.slice(start))
  return found
}

function readHeaders(block: string): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  let count = 0
  for (const line of unfolded(block)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (!/^[\x21-\x7e]{1,100}$/.test(name)) continue
    count += 1
    if (count > mimeBounds.headersMax) break
    const value = line.slice(colon + 1).trim()
    const values = headers.get(name)
    if (values === undefined) headers.set(name, [value])
    else values.push(value)
  }
  return headers
}

function unfolded(block: string): string[] {
  const lines: string[] = []
  for (const line of block.split('\n', mimeBounds.headersMax * 20)) {
    const last = lines.length - 1
    const isFolded = /^[ \t]/.test(line) && last >= 0
    const known = lines[last] ?? ''
    if (!isFolded) lines.push(line.slice(0, mimeBounds.headerLengthMax))
    else if (known.length < mimeBounds.headerLengthMax) {
      lines[last] = `${known} ${line.trim()}`.slice(0, mimeBounds.headerLengthMax)
    }
  }
  return lines
}

const parameter = /;\s*([\w-]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g

function mediaType(header: string): Pick<MimePart, 'type' | 'parameters'> {
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(header)?.[1]?.toLowerCase() ?? 'text/plain'
  const found = [...header.matchAll(parameter)].map((each): [string, string] => [
    (each[1] ?? '').toLowerCase(),
    each[2]?.replace(/\\(.)/g, '$1') ?? each[3] ?? '',
  ])
  return { type, parameters: new Map(found.toReversed()) }
}

function transferred(part: MimePart): Buffer {
  const encoding = headerOf(part, 'content-transfer-encoding').toLowerCase()
  if (encoding.startsWith('base64')) return Buffer.from(part.body, 'base64')
  if (encoding.startsWith('quoted-printable')) return quoted(part.body)
  return Buffer.from(part.body, 'latin1')
}

function quoted(text: string): Buffer {
  const joined = text.replace(/=[ \t]{0,80}\n/g, '')
  const bytes = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

function inCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' }

function withoutTags(html: string): string {
  const lines = withLineFeeds(html).replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
  return lines.replace(/<[^<>]*>/g, ' ').replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? ' ')
}
