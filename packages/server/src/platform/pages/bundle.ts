import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { keep, makeOnce, type KeptBytes } from '#platform/docs/keptBytes.ts'

/** Files that the build of a web package wrote. Their names carry a hash of the content. */
export type Bundle = {
  /** Addresses of the style sheets and modules that entries need, the module of the first entry first. */
  filesOf(entries: readonly string[]): Promise<{ styles: string[]; modules: string[] }>
  /** A file by its name; undefined for a name that the build did not write. */
  find(name: string): Promise<KeptBytes | undefined>
}

/** One module of Vite's manifest. */
type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }
type Manifest = Record<string, Chunk>

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Opens the folder that a build wrote, served under `base`. Each file is read once, at its first request. */
export function openBundle(folder: string, base: string): Bundle {
  const manifest = makeOnce(() => readManifest(folder))
  const files = new Map<string, () => Promise<KeptBytes>>()
  return {
    async filesOf(entries) {
      const chunks = await manifest()
      const all = [...withImports(chunks, entries)].map((name) => chunkOf(chunks, name))
      const written = all.map(({ file }) => file)
      const styles = [...all.flatMap(({ css = [] }) => css), ...written.filter((file) => file.endsWith('.css'))]
      const modules = written.filter((file) => file.endsWith('.js'))
      return { styles: [...new Set(styles)].map((file) => base + file), modules: modules.map((file) => base + file) }
    },
    async find(name) {
      const chunks = Object.values(await manifest())
      if (!chunks.some((each) => filesOfChunk(each).includes(name))) return undefined
      const read = files.get(name) ?? makeOnce(() => readAsset(join(folder, name)))
      files.set(name, read)
      return read()
    },
  }
}

function filesOfChunk({ file, css = [], assets = [] }: Chunk): string[] {
  return [file, ...css, ...assets]
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  } catch (error) {
    const advice = '`npm start` builds it, and so does `node tools/buildPages.mjs`'
    throw new Error(`${folder} is not built (${advice})`, { cause: error })
  }
}

function chunkOf(chunks: Manifest, name: string): Chunk {
  const chunk = chunks[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  return chunk
}

/** Modules with all their imports, each once, breadth first. */
function withImports(chunks: Manifest, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(chunkOf(chunks, name).imports ?? []))
  }
  return found
}

async function readAsset(path: string): Promise<KeptBytes> {
  return keep(types[extname(path)] ?? 'application/octet-stream', await readFile(path, 'utf8'))
}
