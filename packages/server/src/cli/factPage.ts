import { doublingDelaysMs, type BackOff } from '#kit/values/backOff.ts'
import { parseId } from '#kit/values/ids.ts'
import { retryAfterOf } from '#platform/net/retryAfter.ts'
import { itemsOf } from './operator.ts'
import type { ListedFact } from './listenForward.ts'

/** Bytes of a page of 100 facts. */
const pageBytesMax = 64 * 1_048_576
/** Retry schedule of a server that does not list its facts. */
export const listBackOff: BackOff = {
  delaysMs: doublingDelaysMs(500, 10_000),
  jitterShare: 0,
  retryAfterMsMax: 60_000,
}
/** Shortest pause between requests that find nothing. */
const emptyMsMin = 500

/** A permanent refusal of the server: no retry helps. */
export class Refused extends Error {}

/** The facts of a response. Throws Refused, or an error with `retryAfterMs`. */
export async function readFactPage(response: Response): Promise<ListedFact[]> {
  const body = await readBody(response)
  const { data, error } = Object(body)
  if (response.ok) {
    if (!Array.isArray(Object(data).items)) throw new Error('the response is no list of facts')
    return itemsOf(data).map(factOf)
  }
  const { message = `status ${response.status}`, fields } = Object(error)
  const refusal = printable(`${message}${fieldsOf(fields)}`)
  if (response.status < 500 && response.status !== 429) throw new Refused(refusal)
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after') ?? undefined)
  throw Object.assign(new Error(refusal), { retryAfterMs })
}

/** Milliseconds before the next request: one that finds nothing at once is followed by a pause. */
export function pauseMsAfter(facts: readonly ListedFact[], tookMs: number): number {
  return facts.length > 0 ? 0 : Math.max(0, emptyMsMin - tookMs)
}

/** The JSON of a body; undefined for other text. */
async function readBody(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > pageBytesMax) throw new Error(`the response has more than ${pageBytesMax} bytes`)
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    return undefined
  }
}

/** The names of wrong parameters, by the options that they came from. */
function fieldsOf(fields: unknown): string {
  if (!Array.isArray(fields) || fields.length === 0) return ''
  const mistakes = fields.map((each) => `--${String(Object(each).path).replace(/^\//, '')} ${Object(each).message}`)
  return ` ${mistakes.join('; ')}.`
}

function factOf(item: Record<string, unknown>): ListedFact {
  const { id, name, subject, subjectVersion, toldAt, payload } = item
  const isFact = typeof id === 'string' && parseId('fct', id) !== undefined && Number.isInteger(subjectVersion)
  if (!isFact) throw new Error('the response has an item that is no fact')
  return {
    id,
    name: printable(String(name)),
    subject: printable(String(subject)),
    toldAt: printable(String(toldAt)),
    subjectVersion: Number(subjectVersion),
    payload,
  }
}

/** A text of a server as a terminal may show it: control characters would move its cursor, or set its title. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 2_000)
}
