import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { keep, makeOnce, type KeptBytes } from '#platform/docs/keptBytes.ts'

/** Scripts and style sheets that the build of `packages/audience` wrote. File names carry a hash of the content. */
export type Assets = {
  /** Addresses that a page loads: the style sheet, and with an island its modules, the entry module first. */
  of(island: string | undefined): Promise<{ style: string; modules: string[] }>
  /** A file by its name; undefined for a name that the build did not write. */
  find(name: string): Promise<KeptBytes | undefined>
}

/** One module of Vite's manifest. */
type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const entries = { script: 'src/main.ts', style: 'src/style/main.css' }
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Opens the folder that the build wrote. Each file is read once, when the first request needs it. */
export function openAssets(folder: string): Assets {
  const manifest = makeOnce(() => readManifest(folder))
  const files = new Map<string, () => Promise<KeptBytes>>()
  return {
    async of(island) {
      const chunks = await manifest()
      const style = `/assets/${chunkOf(chunks, entries.style).file}`
      if (island === undefined) return { style, modules: [] }
      const names = withImports(chunks, [entries.script, `src/islands/${island}.ts`])
      return { style, modules: [...names].map((name) => `/assets/${chunkOf(chunks, name).file}`) }
    },
    async find(name) {
      const chunks = Object.values(await manifest())
      if (!chunks.some((each) => each.file === name)) return undefined
      const read = files.get(name) ?? makeOnce(() => readAsset(join(folder, name)))
      files.set(name, read)
      return read()
    },
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  } catch (error) {
    const advice = '`npm start` builds it, and so does `node tools/buildAudience.mjs`'
    throw new Error(`packages/audience is not built (${advice})`, { cause: error })
  }
}

function chunkOf(chunks: Manifest, name: string): Chunk {
  const chunk = chunks[name]
  if (chunk === undefined) throw new Error(`the build of packages/audience has no ${name}`)
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
