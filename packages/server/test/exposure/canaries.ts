import assert from 'node:assert/strict'
import { parseId } from '#kit/values/ids.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { objectOf, type Input, type Json, type World } from '#test/world/world.ts'

/** A unique text in one place of the database. Canaries in `never` are for the owner's key alone. */
export type Canary = { text: string; where: string }

/** A record of the crawl, with the canaries that open videos show. */
export type Subject = {
  id: string
  what: string
  seen: 'whole' | 'closed' | 'nothing'
  /** Texts that viewers with access may read. */
  forViewers: Canary[]
  /** Texts that all callers may read. */
  forAll: Canary[]
}

/** Planted texts for a crawl, and their fields. */
export type Planted = { subjects: Subject[]; never: Canary[] }

/** The world to plant in, and the canaries that only the owner may get. */
type Planting = { w: World; never: Canary[] }

const visibilities = ['public', 'unlisted', 'private', 'password', 'signed', 'ticketed'] as const
const seenBy = { public: 'whole', unlisted: 'whole', private: 'nothing' } as const

let count = 0

/** A new unique text. */
function canary(where: string, lengthMax = Number.POSITIVE_INFINITY): Canary {
  count += 1
  if (lengthMax < 60) return { text: `Cn${count}y`.padEnd(lengthMax, 'z').slice(0, lengthMax), where }
  return { text: `Canary${count}x${where.replaceAll(/[^a-zA-Z]/g, '')}`, where }
}

/** Fills an account with videos, channels, labels and places in every visibility and many states. */
export async function plant(w: World): Promise<Planted> {
  const name = canary('account.name')
  await w.call('account.account.update', { name: name.text })
  const never: Canary[] = [name]
  const subjects: Subject[] = []
  const to: Planting = { w, never }
  const category = await w.call('livestream.category.create', { name: 'Music' })
  const home = await channelOf(w, subjects, { visibility: 'public', categoryId: category['id'] })
  for (const visibility of ['unlisted', 'private']) await channelOf(w, subjects, { visibility })
  for (const visibility of visibilities) {
    subjects.push(await videoOf(to, { visibility, importMode: 'link', channelId: home }))
    subjects.push(await videoOf(to, { visibility, importMode: 'copy', channelId: home }))
    subjects.push(await streamOf(to, { visibility, channelId: home }))
  }
  for (const status of ['draft', 'scheduled', 'archived', 'failed'])
    subjects.push(await videoOf(to, { visibility: 'public', importMode: 'link', channelId: home }, status))
  for (const status of ['disabled', 'scheduled'])
    subjects.push(await streamOf(to, { visibility: 'public', channelId: home }, status))
  for (const visibility of ['public', 'private'] as const) subjects.push(await placeOf(w, visibility))
  for (const { id, what } of subjects) never.push(...(await mark(w, id, what)))
  never.push(...(await ownersNouns(w, subjects)))
  await w.settle()
  return { subjects, never }
}

async function channelOf(w: World, subjects: Subject[], draft: Json): Promise<string> {
  const what = `channel ${String(draft['visibility'])}`
  const name = canary(`${what} name`)
  const { id } = await w.call('livestream.channel.create', { ...draft, name: name.text })
  const seen = draft['visibility'] === 'private' ? 'nothing' : 'whole'
  subjects.push({ id: String(id), what, seen, forViewers: [], forAll: [name] })
  return String(id)
}

async function videoOf({ w, never }: Planting, draft: Json, status = 'published'): Promise<Subject> {
  const what = `static ${String(draft['visibility'])} ${String(draft['importMode'])} ${status}`
  const [title, source, description] = [canary(`${what} title`), canary(`${what} videoUrl`), canary(`${what} text`)]
  const videoUrl = `https://media.example/${source.text}.mp4?signature=${source.text}`
  const made = await w.call('livestream.static.create', {
    ...draft,
    importMode: 'link',
    title: title.text,
    description: description.text,
    videoUrl,
    ...(draft['visibility'] === 'password' ? { password: 'open sesame' } : {}),
  })
  const id = String(made['id'])
  await change(
    w,
    { table: 'livestream_static', id },
    { status, import_mode: draft['importMode'], ...scheduleOf(status) },
  )
  const isCopy = draft['importMode'] === 'copy'
  if (isCopy) never.push(source)
  const tracks = await sheetOf(w, never, { targetType: 'static', targetId: id })
  const isScheduled = status === 'scheduled'
  const seen = status === 'published' ? seenOf(draft['visibility']) : isScheduled ? 'closed' : 'nothing'
  return { id, what, seen, forViewers: [...tracks, ...(isCopy ? [] : [source])], forAll: [title, description] }
}

async function streamOf({ w, never }: Planting, draft: Json, status = 'idle'): Promise<Subject> {
  const what = `stream ${String(draft['visibility'])} ${status}`
  const [title, slate, origin, target] = [canary(`${what} title`), canary(what), canary(what), canary(what)]
  const made = await w.call('livestream.stream.create', {
    ...draft,
    title: title.text,
    slateUrl: `https://media.example/${slate.text}.jpg`,
    allowedOrigins: [`https://${origin.text.toLowerCase()}.example`],
    simulcastTargets: [{ name: target.text, serverUrl: `rtmp://${target.text}.example/live`, streamKey: target.text }],
    ...(draft['visibility'] === 'password' ? { password: 'open sesame' } : {}),
  })
  never.push(target, { text: origin.text.toLowerCase(), where: `${what} allowedOrigins` })
  const id = String(made['id'])
  await change(w, { table: 'livestream_stream', id }, { status, ...scheduleOf(status) })
  const tracks = await sheetOf(w, never, { targetType: 'stream', targetId: id })
  const seen = status === 'disabled' ? 'nothing' : seenOf(draft['visibility'])
  return { id, what, seen, forViewers: [...tracks, slate], forAll: [title] }
}

async function placeOf(w: World, visibility: 'public' | 'private'): Promise<Subject> {
  const name = canary(`place ${visibility} name`)
  const made = await w.call('places.place.create', {
    name: name.text,
    type: 'venue',
    visibility,
    status: 'active',
    location: { latitude: 53.55, longitude: 9.99 },
    externalIds: { osm: 'x' },
  })
  const seen = visibility === 'public' ? 'whole' : 'nothing'
  return { id: String(made['id']), what: `place ${visibility}`, seen, forViewers: [], forAll: [name] }
}

/** A sheet with a chapter and a caption; the sources of captions are never shown. */
type Target = Pick<Input<'livestream.details.create'>, 'targetType' | 'targetId'>

async function sheetOf(w: World, never: Canary[], target: Target): Promise<Canary[]> {
  const [chapter, label, text, source] = ['chapter', 'label', 'caption', 'captions.url'].map((each) => canary(each))
  assert.ok(chapter && label && text && source)
  const chapters = [{ startSeconds: 0, title: chapter.text }]
  const { id } = await w.call('livestream.details.create', { ...target, locale: 'en', chapters })
  const key = [w.account.account.id, parseId('det', String(id))?.uuid]
  const { work } = w.app.pools
  await work.query(
    `insert into livestream_details_caption (account_id, details_id, position, language, label, kind, url)
     values ($1, $2, 0, 'en', $3, 'captions', $4)`,
    [...key, label.text, `https://media.example/${source.text}.vtt`],
  )
  await change(w, { table: 'livestream_details', id: String(id) }, { filled_lists: ['chapters', 'captions'] })
  const vtt = `WEBVTT\n\n00:00.000 --> 00:01.000\n${text.text}\n`
  const why = canary('captions.error')
  await work.query(
    `insert into livestream_details_track
       (account_id, details_id, position, vtt, url, status, asked_at, attempts, error)
     values ($1, $2, 0, $3, $4, 'ready', now(), 1, $5)`,
    [...key, vtt, `https://media.example/${source.text}.vtt`, why.text],
  )
  never.push(source, why, ...(await mark(w, String(id), 'details')))
  return [chapter, label, text]
}

function scheduleOf(status: string): Json {
  return status === 'scheduled' ? { scheduled_at: '2026-12-24T20:00:00Z' } : {}
}

function seenOf(visibility: unknown): Subject['seen'] {
  return Object.entries(seenBy).find(([name]) => name === visibility)?.[1] ?? 'closed'
}

/** Writes canaries into every text column that only the owner may see, and returns them. */
async function mark(w: World, id: string, what: string): Promise<Canary[]> {
  const of = w.app.products.flatMap((product) => product.resources).find((each) => id.startsWith(`${each.prefix}_`))
  assert.ok(of, id)
  const own = [canary(`${what} clientReference`), canary(`${what} metadata`)]
  const values: Json = { client_reference: own[0]?.text, metadata: JSON.stringify({ note: own[1]?.text }) }
  for (const [name, column] of ownersColumns(of)) {
    const found = canary(`${what} ${name}`, Number(objectOf(of.fields[name]?.schema ?? {})['maxLength'] ?? 60))
    own.push(found)
    values[column] = name === 'externalIds' ? JSON.stringify({ osm: found.text }) : found.text
  }
  await change(w, { table: of.table, id }, values)
  return own
}

/** Columns of free text that are neither in the public form nor computed from it. */
function ownersColumns(of: Resource): [string, string][] {
  const visible = new Set([...of.publicFields, ...Object.keys(of.computed?.publicFields ?? {}), ...kept])
  const texts = Object.entries(of.fields).filter(([name, { schema, storage }]) => {
    const { type, enum: words, pattern, format } = objectOf(schema)
    const isText =
      type === 'string' && words === undefined && format === undefined && !/^\^[a-z]{3}_/.test(`${pattern}`)
    return !visible.has(name) && (name === 'externalIds' || (isText && storage.kind === 'column'))
  })
  const columns = texts.map(([name]): [string, string] => [name, snake(name)])
  return of.table === 'livestream_static' ? [...columns, ['processing.error', 'processing_error']] : columns
}

/** Columns that decide the results of a crawl, or that cannot hold a text. */
const kept = new Set(['videoUrl', 'scheduleTime', 'timezone', 'slateUrl'])

/** Nouns that only the owner sees: a key, an endpoint, an event with its tickets. */
async function ownersNouns(w: World, subjects: readonly Subject[]): Promise<Canary[]> {
  const [key, endpoint, event, person] = ['key', 'endpoint', 'event', 'ticket'].map((each) => canary(each))
  assert.ok(key && endpoint && event && person)
  await w.call('account.key.create', { name: key.text, kind: 'secret' })
  const url = `https://${endpoint.text.toLowerCase()}.example/hook`
  await w.call('account.webhookEndpoint.create', { url, facts: ['*'] }).catch(() => undefined)
  const ticketed = subjects.find(({ what }) => what.startsWith('static ticketed'))
  const made = await w.call('livestream.ticketingEvent.create', {
    staticId: ticketed?.id,
    provider: 'generic',
    externalEventId: event.text,
    attendees: [{ ticketCode: `${person.text}-CODE`, name: person.text, email: `${person.text}@mail.example` }],
  })
  return [
    key,
    { ...endpoint, text: endpoint.text.toLowerCase() },
    event,
    person,
    ...(await mark(w, String(made['id']), 'event')),
  ]
}

type Row = { table: string; id: string }

async function change(w: World, { table, id }: Row, values: Json): Promise<void> {
  const names = Object.keys(values)
  const sets = names.map((name, index) => `${name} = $${index + 3}`)
  const uuid = parseId(id.slice(0, 3), id)?.uuid
  const sql = `update ${table} set ${sets.join(', ')} where account_id = $1 and id = $2`
  await w.app.pools.work.query(sql, [w.account.account.id, uuid, ...Object.values(values)])
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)
}
