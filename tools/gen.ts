import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { products } from '#products/index.ts'
import { contractFiles, readmeFile, root, schemaFiles } from './gen/files.ts'

// Writes all generated files: the contract, the SDK's types, the page of roles, the schema, the README's table.
const files = new Map([...contractFiles(products), ...(await schemaFiles()), ...(await readmeFile())])
const folder = 'packages/sdk/src/generated'
await mkdir(join(root, folder), { recursive: true })
for (const name of await readdir(join(root, folder))) {
  if (!files.has(`${folder}/${name}`)) await rm(join(root, folder, name))
}
let changed = 0
for (const [path, text] of files) {
  const place = join(root, path)
  const before = await readFile(place, 'utf8').catch(() => undefined)
  if (before === text) continue
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, text)
  console.log(`wrote ${path}`)
  changed += 1
}
console.log(changed === 0 ? 'Everything was up to date.' : `${changed} of ${files.size} files changed.`)
