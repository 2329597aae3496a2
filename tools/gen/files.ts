import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { settingsMarkdown } from '#app/config.ts'
import type { Product } from '#kit/nouns/product.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { version } from '#platform/openapi/version.ts'
import { testCluster } from '#test/world/cluster.ts'
import { dumpSchema } from '#tools/schemaDump.ts'
import { rolesPage } from './roles.ts'
import { sdkFiles } from './sdk.ts'
import { declaredStatements, rowTypesText } from './statementRows.ts'

/** The root of the repository. */
export const root = join(import.meta.dirname, '..', '..')

const sdkFolder = 'packages/sdk/src/generated'
const marks = { start: '<!-- settings:start -->', end: '<!-- settings:end -->' }

/** Files generated from the operations, by path from the root: the contract, the SDK's types, the page of roles. */
export function contractFiles(products: readonly Product[]): Map<string, string> {
  const document = buildOpenApi({ products, version })
  const files = new Map([['openapi.json', `${JSON.stringify(document, null, 2)}\n`]])
  files.set('docs/roles.md', rolesPage(products))
  for (const [name, text] of sdkFiles(products, document)) files.set(`${sdkFolder}/${name}`, text)
  return files
}

/** Files generated from the migrated schema: its SQL, and types of the rows that statements return. */
export async function schemaFiles(): Promise<Map<string, string>> {
  const database = await (await testCluster()).createDatabase()
  const client = new pg.Client(database.address)
  await client.connect()
  try {
    const statements = await declaredStatements(join(root, 'packages/server/src'))
    return new Map([
      ['packages/server/schema.sql', await dumpSchema(client)],
      ['packages/server/src/kit/call/statementRows.ts', await rowTypesText(client, statements)],
    ])
  } finally {
    await client.end()
    await database.drop()
  }
}

/** The README with the table of settings between its marks. Throws when a mark is missing. */
export async function readmeFile(): Promise<Map<string, string>> {
  return new Map([['README.md', withSettings(await readFile(join(root, 'README.md'), 'utf8'), settingsMarkdown())]])
}

/** The text with the table between the marks. Throws when a mark is missing. */
export function withSettings(text: string, table: string): string {
  const [start, end] = [text.indexOf(marks.start), text.indexOf(marks.end)]
  if (start < 0 || end < start) throw new Error(`README.md needs the marks ${marks.start} and ${marks.end}`)
  return `${text.slice(0, start + marks.start.length)}\n\n${table.trim()}\n\n${text.slice(end)}`
}

/** Paths whose text on disk is out of date, and files of the SDK that are no longer generated. */
export function staleFiles(generated: ReadonlyMap<string, string>, present: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...generated.keys(), ...present.keys()])
  return [...paths].filter((path) => generated.get(path) !== present.get(path)).toSorted()
}
