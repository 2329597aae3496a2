import type { Operation } from '#kit/nouns/operation.ts'
import { underPrefix, type Json, type World } from '#test/world/world.ts'
import { idPrefixOf, propertiesOf } from '#test/conformance/schema.ts'

/** A response to a caller, and its address. */
export type Seen = { where: string; text: string }

/** A caller of the crawl: a key with its headers, or none. */
export type Caller = { name: string; key: string | null; headers?: Record<string, string> }

/** Calls every operation without an owner's key for every record, and every list; returns all responses. */
export async function crawlOperations(w: World, caller: Caller, ids: readonly string[]): Promise<Seen[]> {
  const all = w.app.products.flatMap((product) => product.operations)
  const open = all.filter((each) => (caller.key === null ? each.credential === 'none' : each.credential === 'public'))
  const seen: Seen[] = []
  for (const of of open) {
    for (const input of inputsOf(of, ids, w.account.account.publicId)) {
      const { text } = await w.send(of.id, input, caller)
      seen.push({ where: `${caller.name}: ${of.id} ${JSON.stringify(input)}`, text })
    }
  }
  return seen
}

/** Opens every page of every record, like a browser without a key. `token` opens closed videos. */
export async function crawlPages(w: World, ids: readonly string[], handles: readonly string[]): Promise<Seen[]> {
  const urls = w.app.products
    .flatMap((product) => product.pages)
    .flatMap(({ path, input }) => {
      const [name] = [...path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found)
      if (name === 'handle') return handles.map((handle) => path.replace('{handle}', handle))
      if (name !== undefined) return idsFor(propertiesOf(input)[name], ids).map((id) => path.replace(`{${name}}`, id))
      if (propertiesOf(input)['url'] === undefined) return [path]
      return idsFor({ pattern: `^plb_[0-9]{34}$` }, ids).map(
        (id) => `${path}?url=${encodeURIComponent(`http://fairground.test/watch/${id}`)}`,
      )
    })
  const seen: Seen[] = []
  for (const url of urls) seen.push(await opened(w, url))
  return seen
}

/** Opens the pages, the events and the tracks of one video with a viewer token. */
export async function crawlWithToken(w: World, video: { playbackId: string; token: string }): Promise<Seen[]> {
  const { playbackId, token } = video
  const { text } = await w.send('livestream.video.events', { playbackId, token }, { key: null })
  const pages = ['watch', 'embed/video'].map((path) => opened(w, `/${path}/${playbackId}?token=${token}`))
  const tracks = [...text.matchAll(/\/public\/video\/details\/[^"]+/g)].map(([path]) => opened(w, path))
  const access = await w.send('livestream.video.access', { playbackId, token }, { key: null })
  const own = [
    { where: `events with a token of ${playbackId}`, text },
    { where: `access with a token of ${playbackId}`, text: access.text },
  ]
  return [...own, ...(await Promise.all([...pages, ...tracks]))]
}

async function opened(w: World, url: string): Promise<Seen> {
  const { body } = await w.app.server.inject({ method: 'GET', url })
  return { where: `page ${url}`, text: body }
}

/** Inputs of an operation: one for each id of a field, and for a list also one without ids. */
function inputsOf(of: Operation, ids: readonly string[], accountId: string): Json[] {
  const properties = propertiesOf(of.input)
  const example = Object.entries(of.example).filter(([, value]) => !JSON.stringify(value).includes('madeFirst'))
  const rest = Object.fromEntries(example.filter(([name]) => !name.endsWith('Id')))
  const named = Object.entries(properties).flatMap(([name, schema]) =>
    idsFor(schema, ids).map((id) => ({ ...rest, [name]: id })),
  )
  const tracks = named.flatMap((input) => ['chapters.vtt', 'captions-0.vtt'].map((track) => ({ ...input, track })))
  const lists = of.id.endsWith('.all') ? [{ accountId, limit: 100 }, { limit: 100 }] : []
  const discover = properties['scope'] === undefined ? [] : [{ scope: 'discover' }]
  const several =
    properties['streamIds'] === undefined ? [] : [{ streamIds: idsFor({ pattern: '^str_[0-9]{34}$' }, ids) }]
  return [...(properties['track'] === undefined ? named : tracks), ...lists, ...discover, ...several]
}

/** Ids of the prefix of a field; video ids also in their public address form. */
function idsFor(schema: unknown, ids: readonly string[]): string[] {
  const prefix = idPrefixOf(schema)
  if (prefix !== 'plb') return ids.filter((id) => prefix !== undefined && id.startsWith(`${prefix}_`))
  return ids.filter((id) => /^(str|sta|chn)_/.test(id)).map((id) => underPrefix(id, 'plb'))
}
