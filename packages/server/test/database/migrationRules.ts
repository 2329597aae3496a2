import './loadedGrammar.ts'
import type { AlterTableCmd, Constraint, Node, RangeVar } from 'libpg-query'
import type { Migration } from '#platform/db/migrations.ts'
import { newerFeatures } from './newerFeatures.ts'
import { nodesIn, parseStatements, textsOf, type ParsedStatement } from './sqlSyntax.ts'

/** A statement of a migration that breaks a rule. */
export type MigrationFinding = { rule: string; migration: string; message: string }

type Statement = ParsedStatement & { migration: Migration; newTables: ReadonlySet<string> }
type StatementCheck = (statement: Statement) => string[]

/** Checks the statements of migrations for defects that the catalog no longer shows. Empty without a violation. */
export function checkMigrations(migrations: Migration[]): MigrationFinding[] {
  return migrations.flatMap((migration) => {
    const statements = parseStatements(migration.statements.join(';\n'))
    const newTables = new Set(statements.flatMap(({ node }) => ('CreateStmt' in node ? nameOf(node.CreateStmt) : [])))
    return statements.flatMap((statement) =>
      Object.entries(statementChecks).flatMap(([rule, check]) =>
        check({ ...statement, migration, newTables }).map((what) => ({
          rule,
          migration: migration.name,
          message: `${what}: ${statement.text.replaceAll(/\s+/g, ' ')}`,
        })),
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
  newerFeatures: ({ text }) => newerFeatures(text),
}

function nameOf({ relation }: { relation?: RangeVar }): string {
  return relation?.relname ?? ''
}

function commandsOf(node: Node): AlterTableCmd[] {
  const commands = 'AlterTableStmt' in node ? (node.AlterTableStmt.cmds ?? []) : []
  return commands.flatMap((each) => ('AlterTableCmd' in each ? each.AlterTableCmd : []))
}

function oneCommand({ node }: Statement): string[] {
  return commandsOf(node).length > 1 ? ['several commands in one'] : []
}

/** The constraint that an ALTER TABLE … ADD CONSTRAINT adds. */
function addedBy(node: Node): Constraint | undefined {
  const [command] = commandsOf(node)
  const { subtype, def } = command ?? {}
  return subtype === 'AT_AddConstraint' && def !== undefined && 'Constraint' in def ? def.Constraint : undefined
}

function foreignKeysApart({ node }: Statement): string[] {
  const keys = nodesIn(node, 'Constraint').filter(({ contype }) => contype === 'CONSTR_FOREIGN')
  const apart = addedBy(node)
  const isApart = keys.every((key) => key === apart && key.conname !== undefined)
  return isApart ? [] : ['a foreign key outside its own ALTER TABLE … ADD CONSTRAINT']
}

const namedKinds = new Map<Constraint['contype'], string>([
  ['CONSTR_PRIMARY', 'primary key'],
  ['CONSTR_UNIQUE', 'unique'],
  ['CONSTR_CHECK', 'check'],
  ['CONSTR_EXCLUSION', 'exclude'],
  ['CONSTR_FOREIGN', 'foreign key'],
])

/** Keys, checks and exclusions stand behind `constraint <name>`, indexes have one. */
function named({ node }: Statement): string[] {
  const nameless = nodesIn(node, 'Constraint').filter(({ conname }) => conname === undefined)
  const kinds = nameless.flatMap(({ contype }) => namedKinds.get(contype) ?? [])
  const isIndexNameless = 'IndexStmt' in node && node.IndexStmt.idxname === undefined
  return [...kinds.map((kind) => `${kind} without a name`), ...(isIndexNameless ? ['an index without a name'] : [])]
}

function concurrently({ node, migration, newTables }: Statement): string[] {
  const index = 'IndexStmt' in node ? node.IndexStmt : undefined
  const drop = 'DropStmt' in node ? node.DropStmt : undefined
  const isConcurrent =
    (index ?? drop)?.concurrent === true || nodesIn(node, 'PartitionCmd').some((each) => each.concurrent)
  if (isConcurrent && migration.transactional) return ['CONCURRENTLY in a file that is one transaction']
  if (!isConcurrent && !migration.transactional && !isInBatches(node)) {
    return ['a file without a transaction holds CONCURRENTLY, or a block that commits, only']
  }
  const isInUse = index !== undefined && !isConcurrent && !newTables.has(nameOf(index))
  return isInUse ? ['an index on a table in use, not CONCURRENTLY'] : []
}

function notValid({ node, newTables }: Statement): string[] {
  const added = addedBy(node)
  const isChecked = added?.contype === 'CONSTR_FOREIGN' || added?.contype === 'CONSTR_CHECK'
  const isInUse = 'AlterTableStmt' in node && !newTables.has(nameOf(node.AlterTableStmt))
  if (!isChecked || !isInUse || added.skip_validation === true) return []
  return ['a constraint on a table in use: add it NOT VALID, then VALIDATE']
}

const forbiddenStatements: Record<string, string> = {
  CreateTrigStmt: 'logic in the database',
  CreateEventTrigStmt: 'logic in the database',
  CreateFunctionStmt: 'logic in the database',
  RuleStmt: 'logic in the database',
  DefineStmt: 'logic in the database',
  CreateEnumStmt: 'a kind of object that is not used',
  CompositeTypeStmt: 'a kind of object that is not used',
  CreateRangeStmt: 'a kind of object that is not used',
  CreateDomainStmt: 'a kind of object that is not used',
  CreateSeqStmt: 'a kind of object that is not used',
  LockStmt: 'LOCK TABLE',
  MergeStmt: 'MERGE',
  TransactionStmt: 'a transaction of its own',
}

/** Whether a block commits as it goes: a table in use is filled in batches, since no write may wait for all rows. */
function isInBatches(node: Statement['node']): boolean {
  return 'DoStmt' in node && /\scommit;/.test(JSON.stringify(node.DoStmt))
}

function forbidden({ node, migration }: Statement): string[] {
  const found = Object.keys(node).flatMap((kind) => forbiddenStatements[kind] ?? [])
  if ('DoStmt' in node && (migration.transactional || !isInBatches(node))) found.push('a DO block')
  if ('CreateStmt' in node) {
    const { relation, inhRelations = [], partbound } = node.CreateStmt
    if (relation?.relpersistence !== 'p') found.push('a kind of object that is not used')
    if (inhRelations.length > 0 && partbound === undefined) found.push('inheritance')
  }
  if (commandsOf(node).some(({ subtype }) => subtype === 'AT_AddInherit')) found.push('inheritance')
  const types = nodesIn(node, 'ColumnDef').map(({ typeName }) => textsOf(typeName?.names).at(-1) ?? '')
  if (types.some((type) => /^(small|big)?serial[248]?$/.test(type))) found.push('serial')
  for (const { contype, fk_del_action: onDelete, fk_upd_action: onUpdate } of nodesIn(node, 'Constraint')) {
    if (contype === 'CONSTR_IDENTITY') found.push('an identity column')
    if (/[nd]/.test(`${onDelete ?? ''}${onUpdate ?? ''}`)) found.push('SET NULL or SET DEFAULT')
  }
  if (nodesIn(node, 'PartitionCmd').some(({ concurrent }) => concurrent)) found.push('DETACH CONCURRENTLY')
  return found
}
