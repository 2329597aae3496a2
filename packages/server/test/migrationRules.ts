import type { Migration } from '#platform/db/migrations.ts'

/** A statement of a migration that breaks a rule. */
export type MigrationFinding = { rule: string; migration: string; message: string }

type Statement = { text: string; migration: Migration; newTables: Set<string> }
type StatementCheck = (statement: Statement) => string[]

/** Holds the text of migrations to what the catalog no longer shows. Empty when they keep every rule. */
export function checkMigrations(migrations: Migration[]): MigrationFinding[] {
  return migrations.flatMap((migration) => {
    const statements = split(migration.statements.join(';\n'))
    const created = statements.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? [])
    const newTables = new Set(created)
    return statements.flatMap((text) =>
      Object.entries(statementChecks).flatMap(([rule, check]) =>
        check({ text, migration, newTables }).map((message) => ({ rule, migration: migration.name, message })),
      ),
    )
  })
}

const statementChecks: Record<string, StatementCheck> = {
  oneCommand,
  foreignKeysApart,
  named,
  concurrently,
  notValid,
  forbidden,
  newerFeatures,
}

/** Statements in lower case without comments; the contents of literals are blanked, blanks are one space. */
function split(sql: string): string[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g
  const bare = sql.replaceAll(token, (found) => (/^(--|\/\*)/.test(found) ? ' ' : found.startsWith('$') ? '$$' : "''"))
  const statements = bare.split(';').map((text) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase())
  return statements.filter((text) => text !== '')
}

function oneCommand({ text }: Statement): string[] {
  return text.startsWith('alter table') && topLevel(text).includes(',') ? [`several commands in one: ${text}`] : []
}

/** A text without what stands in its brackets. */
function topLevel(text: string): string {
  let depth = 0
  let kept = ''
  for (const char of text) {
    if (char === ')') depth -= 1
    if (depth === 0) kept += char
    if (char === '(') depth += 1
  }
  return kept
}

function foreignKeysApart({ text }: Statement): string[] {
  if (!/\breferences\b/.test(text) || /^alter table \S+ add constraint \S+ foreign key\b/.test(text)) return []
  return /^(create|alter) table/.test(text)
    ? [`a foreign key outside its own ALTER TABLE … ADD CONSTRAINT: ${text}`]
    : []
}

/** `primary key`, `unique`, `check`, `exclude` and `foreign key` stand behind `constraint <name>`, indexes have one. */
function named({ text }: Statement): string[] {
  if (/^create (unique )?index (concurrently )?(if not exists )?on\b/.test(text))
    return [`an index without a name: ${text}`]
  if (!/^(create|alter) table/.test(text)) return []
  const clauses =
    /(constraint \S+ )?\b(primary key|unique|check|exclude|foreign key)\b(?= ?\(| using| nulls)|\bprimary key\b/g
  const nameless = [...text.matchAll(clauses)].filter(([, name]) => name === undefined)
  const inline = /\w+(\([^)]*\))?( not null)? unique\b(?! ?\()/.test(text) ? ['unique'] : []
  return [...nameless.map(([clause]) => clause), ...inline].map((clause) => `${clause} without a name: ${text}`)
}

function concurrently({ text, migration, newTables }: Statement): string[] {
  const found = /\bconcurrently\b/.test(text)
  if (found && migration.transactional) return [`CONCURRENTLY in a file that is one transaction: ${text}`]
  if (!found && !migration.transactional) return [`a file without a transaction holds CONCURRENTLY only: ${text}`]
  const on = /^create (?:unique )?index .*? on (?:only )?([^\s(]+)/.exec(text)?.[1]
  return on !== undefined && !found && !newTables.has(on)
    ? [`an index on a table in use, not CONCURRENTLY: ${text}`]
    : []
}

function notValid({ text, newTables }: Statement): string[] {
  const on = /^alter table (?:only )?(\S+) add constraint \S+ (?:foreign key|check)\b/.exec(text)?.[1]
  if (on === undefined || newTables.has(on) || text.endsWith('not valid')) return []
  return [`a constraint on a table in use: add it NOT VALID, then VALIDATE: ${text}`]
}

const forbiddenWords: [RegExp, string][] = [
  [
    /^create (or replace )?(constraint )?(trigger|function|procedure|rule|operator|aggregate)\b/,
    'logic in the database',
  ],
  [/^create (type|domain|sequence|unlogged|temp|temporary)\b/, 'a kind of object that is not used'],
  [/^do\b/, 'a DO block'],
  [/^lock\b/, 'LOCK TABLE'],
  [/^merge\b/, 'MERGE'],
  [/\b(small|big)?serial\b/, 'serial'],
  [/\bgenerated (always|by default) as identity\b/, 'an identity column'],
  [/\binherits\b/, 'inheritance'],
  [/\bset (null|default)( \([^)]*\))?( not valid)?$/, 'SET NULL or SET DEFAULT'],
  [/\bon (delete|update) set\b/, 'SET NULL or SET DEFAULT'],
  [/\bdetach partition \S+ concurrently\b/, 'DETACH CONCURRENTLY'],
  [/^(begin|commit|rollback)\b/, 'a transaction of its own'],
]

function forbidden({ text }: Statement): string[] {
  const allowed = /\balter column \S+ set default\b/.test(text)
  return forbiddenWords.filter(([pattern]) => pattern.test(text) && !allowed).map(([, what]) => `${what}: ${text}`)
}

/** Syntax and functions that PostgreSQL 16, 17 and 18 brought. The oldest supported release is 15. */
const newerWords: [RegExp, string][] = [
  [/\bvirtual\b/, 'virtual columns (18)'],
  [/\b(uuidv7|uuidv4)\s?\(/, 'uuidv7 and uuidv4 (18)'],
  [/\bwithout overlaps\b|,\s*period \w+/, 'temporal keys (18)'],
  [/\bnot enforced\b/, 'NOT ENFORCED (18)'],
  [/\breturning (with \()?(old|new)\b/, 'RETURNING old and new (18)'],
  [/\bnot null \S+ not valid\b|\bconstraint \S+ not null\b/, 'named not-null constraints (18)'],
  [/\b(casefold|array_sort|array_reverse|crc32|crc32c)\s?\(/, 'functions of 18'],
  [/\b(json_table|json_exists|json_query|json_value|json_scalar|json_serialize)\s?\(/, 'SQL/JSON (17)'],
  [/\b(to_bin|to_oct|uuid_extract_timestamp|uuid_extract_version)\s?\(/, 'functions of 17'],
  [/\b(split partition|merge partitions|set expression|on_error)\b/, 'syntax of 17 and later'],
  [/\b(any_value|array_sample|array_shuffle|random_normal|date_add|date_subtract|erf)\s?\(/, 'functions of 16'],
  [
    /\b(json_arrayagg|json_objectagg|json_array|json_object)\s?\([^)]*\b(returning|absent|null on null)\b/,
    'SQL/JSON (16)',
  ],
  [/\bis (not )?json\b/, 'IS JSON (16)'],
  [/\b\d+(_\d+)+\b|\b0[xob][0-9a-f]+\b/, 'number literals of 16'],
  [/ storage (main|plain|external|extended|default)\b(?<=^create table.*)/, 'STORAGE in CREATE TABLE (16)'],
]

function newerFeatures({ text }: Statement): string[] {
  return newerWords.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${what}: ${text}`)
}
