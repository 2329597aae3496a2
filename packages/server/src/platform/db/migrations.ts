import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of `migrations/`. `statements` has one element unless the file is marked as not transactional. */
export type Migration = { name: string; checksum: string; statements: string[]; transactional: boolean }

/** Folder of the migrations of this code. */
export const migrationsDir = join(import.meta.dirname, '../../../migrations')

const namePattern = /^\d{14}_[a-z]+_[a-z0-9_]+\.sql$/
const marker = '-- nontransactional'

/** Names of the migrations of this code, in the order of their run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsDir)).map(nameOf).toSorted()
}

/** Reads the migrations of a folder in the order of their run. Throws for a file name outside of the pattern. */
export async function readMigrations(folder: string = migrationsDir): Promise<Migration[]> {
  const files = (await readdir(folder)).toSorted()
  return Promise.all(files.map(async (file) => parse(file, await readFile(join(folder, file), 'utf8'))))
}

/** Hash over all migrations: equal for equal schemas. */
export function hashMigrations(migrations: Migration[]): string {
  const lines = migrations.map(({ name, checksum }) => `${name} ${checksum}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

function nameOf(file: string): string {
  if (!namePattern.test(file)) throw new Error(`${file} is not named <14 digits>_<product>_<noun>.sql`)
  return file.slice(0, -'.sql'.length)
}

function parse(file: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  const transactional = sql.split('\n', 1)[0]?.trim() !== marker
  return {
    name: nameOf(file),
    checksum: createHash('sha256').update(sql).digest('hex'),
    statements: transactional ? [sql] : splitStatements(sql),
    transactional,
  }
}

/**
 * Splits a file into statements at each `;` before a line end, but for those of a body in `$$`: sent at once they would
 * be one transaction.
 */
function splitStatements(sql: string): string[] {
  const statements = (sql.match(/(?:\$\$[\s\S]*?\$\$|[^;]|;(?![ \t]*\n))+/g) ?? []).map((part) => part.trim())
  return statements.filter((part) => part.replaceAll(/^--.*$/gm, '').trim() !== '')
}
