import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListPage } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { isList, type Operation } from '#kit/nouns/operation.ts'
import { csvColumns, csvHeader, csvLine, type CsvColumn } from '#kit/values/csv.ts'
import { converted } from '#kit/values/fieldType.ts'
import type { TSchema } from '#kit/values/schema.ts'
import type { StreamSlot } from './eventStreams.ts'

/** Media types of an export, by which a caller requests it. */
export const exportTypes = ['application/x-ndjson', 'text/csv'] as const

/** Media type of an export. */
export type ExportType = (typeof exportTypes)[number]

/** Parameters that choose a page, which an export does not have. */
const pageParameters = ['limit', 'offset', 'cursor', 'withTotal'] as const

/**
 * The media type in which a request exports a whole list: the first one in `Accept`, unless JSON is accepted too.
 * Undefined for other requests, and for callers without a secret key or a session of the account.
 */
export function exportTypeOf(of: Operation, request: FastifyRequest): ExportType | undefined {
  const { accept } = request.headers
  if (accept === undefined || !isList(of)) return undefined
  const isOwner = request.caller?.credential !== undefined && request.caller.actor.credential !== 'public'
  const accepted = new Set(accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? ''))
  return isOwner && !accepted.has('application/json') ? exportTypes.find((type) => accepted.has(type)) : undefined
}

/** Throws invalid for a parameter that chooses a page. */
export function checkExport(input: Record<string, unknown>): void {
  const sent = pageParameters.filter((name) => input[name] !== undefined)
  if (sent.length === 0) return
  throw invalid(...sent.map((name) => field(name, 'notAllowed', 'cannot be combined with an export of the whole list')))
}

type Page = ListPage<unknown>

/** An export: the list with the schema of its pages, and the slot that bounds and ends it. */
export type Exporting = {
  of: Operation
  type: ExportType
  /** Schema of a page in the form that the caller sees. */
  output: TSchema
  slot: StreamSlot
  /** `fields` of the input: columns of a table, in this order. All when undefined. */
  fields: readonly string[] | undefined
  /** Names of the members of the operation's free object that are columns. */
  readNames(): Promise<readonly string[]>
  /** Reads one page of the list. */
  readPage(paging: { limit: number; cursor?: string }): Promise<unknown>
  onFailure(error: unknown): void
}

/**
 * Sends all rows of a list, page by page: the next page is read when the reader has taken the one before. The first
 * page is read before the response begins, so its refusal is an ordinary one. A later failure, and the end of the
 * process, break the connection, so that a file is complete or visibly not.
 */
export async function sendExport(exporting: Exporting, reply: FastifyReply): Promise<FastifyReply> {
  const { of, type, slot } = exporting
  reply.raw.once('close', slot.leave)
  const lines = await linesOf(exporting)
  const first = await readNext(exporting)
  reply
    .header('content-type', type === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : type)
    .header('content-disposition', `attachment; filename="${of.id}.${type === 'text/csv' ? 'csv' : 'ndjson'}"`)
    .header('cache-control', 'no-store')
  if (reply.request.method === 'HEAD') return sendHeadOnly(reply)
  const stream = Readable.from(texts(exporting, lines, first), { objectMode: false, highWaterMark: 65_536 })
  void slot.ended.then(() => stream.destroy(new Error('the process ends during an export')))
  return reply.send(stream)
}

/** Responds to HEAD. Fastify would read the whole export to drop it. */
function sendHeadOnly(reply: FastifyReply): FastifyReply {
  reply.hijack()
  // cast: Fastify's type of headers differs from Node's in name alone.
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).end()
  return reply
}

async function readNext({ output, readPage }: Exporting, cursor?: string): Promise<Page> {
  const page = await readPage({ limit: limits.pageLimitMax, ...(cursor === undefined ? {} : { cursor }) })
  // cast: `isList` has seen the items and the pagination in the schema.
  return converted(output, 'toWire', page) as Page
}

async function* texts(exporting: Exporting, lines: Lines, first: Page): AsyncGenerator<string> {
  try {
    yield lines.header
    for (let page = first; ;) {
      if (page.items.length > 0) yield page.items.map(lines.line).join('')
      const { nextCursor } = page.pagination
      if (nextCursor === null) return
      page = await readNext(exporting, nextCursor)
    }
  } catch (error) {
    exporting.onFailure(error)
    throw error
  }
}

type Lines = { header: string; line(item: unknown): string }

async function linesOf({ of, type, output, fields, readNames }: Exporting): Promise<Lines> {
  if (type === 'application/x-ndjson') return { header: '', line: (item: unknown) => `${JSON.stringify(item)}\n` }
  // cast: as in `readNext`.
  const { properties } = output as unknown as { properties: { items: { items: TSchema } } }
  const declared = csvColumns(properties.items.items)
  const free = of.freeColumns?.of
  const members =
    free === undefined || fields !== undefined
      ? []
      : (await readNames()).map((name) => ({ name: `${free}.${name}`, path: [free, name] }))
  const columns =
    fields === undefined
      ? declared.flatMap((column) => (column.name === free ? [column, ...members] : [column]))
      : fields.flatMap((name) => columnsOf(declared, name))
  return { header: csvHeader(columns), line: (item: unknown) => csvLine(columns, item) }
}

/** Columns of a field: its own, those of its members, or that of one member of a free object. */
function columnsOf(declared: readonly CsvColumn[], name: string): CsvColumn[] {
  const own = declared.filter((column) => column.name === name || column.name.startsWith(`${name}.`))
  const at = name.indexOf('.')
  return own.length > 0 || at < 0 ? own : [{ name, path: [name.slice(0, at), name.slice(at + 1)] }]
}
