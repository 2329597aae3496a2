// Bundles the pages of an audience, `packages/audience`, to its folder `dist`. Plain JavaScript, because set-up runs it
// on any Node of the machine to check whether a build is needed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const folder = path.join(root, 'packages/audience')
const dist = path.join(folder, 'dist')
const mark = path.join(dist, '.sources')

/** Whether the folder `dist` was built from the current sources. Takes a few milliseconds. */
export function isAudienceBuilt() {
  return readMark() === sourcesHash()
}

/** Whether the dependencies of the build are installed. */
export function canBuildAudience() {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => fs.existsSync(path.join(root, 'node_modules', name)))
}

/** Builds after a change. Throws with the bundler's message. */
export async function buildAudience() {
  const currentHash = sourcesHash()
  if (readMark() === currentHash) return
  const { build } = await import('vite')
  // Built in another folder and renamed as a whole, so that no reader sees a partial build.
  const made = path.join(root, 'build', `audience.${process.pid}`)
  try {
    await build(configFor(made))
    fs.writeFileSync(path.join(made, '.sources'), currentHash)
    moveIn(made, currentHash)
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

function configFor(outDir) {
  return {
    configFile: false,
    root: folder,
    base: '/assets/',
    publicDir: false,
    logLevel: 'error',
    // The light build of hls.js, which has no types of its own, replaces the full one.
    resolve: { alias: [{ find: /^hls\.js$/, replacement: 'hls.js/light' }] },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: [path.join(folder, 'src/main.ts'), path.join(folder, 'src/style/main.css')],
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  }
}

/** Two concurrent builds may end at once; one result suffices. */
function moveIn(made, currentHash) {
  try {
    fs.rmSync(dist, { recursive: true, force: true })
    fs.renameSync(made, dist)
  } catch (error) {
    if (readMark() !== currentHash) throw error
  }
}

function sourcesHash() {
  const hash = createHash('sha256').update(fs.readFileSync(fileURLToPath(import.meta.url)))
  for (const file of ['package.json', ...sourcesIn('src')]) {
    hash.update(`${file}\0`).update(fs.readFileSync(path.join(folder, file)))
  }
  return hash.digest('hex')
}

function sourcesIn(under) {
  const names = fs.readdirSync(path.join(folder, under), { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

function readMark() {
  try {
    return fs.readFileSync(mark, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildAudience()
  } catch (error) {
    process.stderr.write(`the pages of packages/audience cannot be bundled:\n${error.message}\n`)
    process.exitCode = 1
  }
}
