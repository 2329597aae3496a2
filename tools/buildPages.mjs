// Bundles the web packages, `packages/audience` and `packages/console`, to their folders `dist`. Plain JavaScript,
// because set-up runs it on any Node of the machine to check whether a build is needed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const markName = '.sources'

/** Web packages: the address of their files, and the entries of their bundles. */
const webPackages = [
  { name: 'audience', base: '/assets/', entries: ['src/main.ts', 'src/style/main.css'], sources: ['src'] },
  { name: 'console', base: '/console/assets/', entries: ['src/main.tsx'], sources: ['src', '../sdk/src'] },
].map((each) => ({ ...each, folder: path.join(root, 'packages', each.name) }))

/** Whether each folder `dist` was built from the current sources. Takes a few milliseconds. */
export function arePagesBuilt() {
  return webPackages.every((each) => readMark(each) === sourcesHash(each))
}

/** Whether the dependencies of the builds are installed. */
export function canBuildPages() {
  return webPackages.every(({ folder }) => {
    const { devDependencies } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return Object.keys(devDependencies).every((name) => fs.existsSync(path.join(root, 'node_modules', name)))
  })
}

/** Builds the packages that changed. Throws with the bundler's message. */
export async function buildPages() {
  for (const each of webPackages) await buildPackage(each)
}

async function buildPackage(of) {
  const currentHash = sourcesHash(of)
  if (readMark(of) === currentHash) return
  const { build } = await import('vite')
  // Built in another folder and renamed as a whole, so that no reader sees a partial build.
  const made = path.join(root, 'build', `${of.name}.${process.pid}`)
  try {
    await build(configFor(of, made))
    fs.writeFileSync(path.join(made, markName), currentHash)
    moveIn(of, made, currentHash)
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

/** Modules of the first load compress as one file, whichever lazy pages share them. */
const firstLoad = { name: 'first', tags: ['$initial'] }

function configFor({ folder, base, entries }, outDir) {
  return {
    configFile: false,
    root: folder,
    base,
    publicDir: false,
    logLevel: 'error',
    // The light build of hls.js, which has no types of its own, replaces the full one.
    resolve: { alias: [{ find: /^hls\.js$/, replacement: 'hls.js/light' }] },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entries.map((each) => path.join(folder, each)),
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          ...(entries.length === 1 ? { codeSplitting: { groups: [firstLoad] } } : {}),
        },
      },
    },
  }
}

/** Two concurrent builds may end at once; one result suffices. */
function moveIn(of, made, currentHash) {
  const dist = path.join(of.folder, 'dist')
  try {
    fs.rmSync(dist, { recursive: true, force: true })
    fs.renameSync(made, dist)
  } catch (error) {
    if (readMark(of) !== currentHash) throw error
  }
}

function sourcesHash({ folder, sources }) {
  const hash = createHash('sha256').update(fs.readFileSync(fileURLToPath(import.meta.url)))
  for (const file of ['package.json', ...sources.flatMap((each) => sourcesIn(folder, each))]) {
    hash.update(`${file}\0`).update(fs.readFileSync(path.join(folder, file)))
  }
  return hash.digest('hex')
}

function sourcesIn(folder, under) {
  const names = fs.readdirSync(path.join(folder, under), { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

function readMark({ folder }) {
  try {
    return fs.readFileSync(path.join(folder, 'dist', markName), 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildPages()
  } catch (error) {
    process.stderr.write(`the web packages cannot be bundled:\n${error.message}\n`)
    process.exitCode = 1
  }
}
