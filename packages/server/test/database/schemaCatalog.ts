import type pg from 'pg'

/** A column as the catalog has it. `generated` is `s` or `v` for a generated one, `identity` `a` or `d`. */
export type CatalogColumn = {
  name: string
  type: string
  notNull: boolean
  generated: string
  identity: string
}

/** A constraint. `kind`: p primary, u unique, x exclude, f foreign, c check, t trigger. Actions as in pg_constraint. */
export type CatalogConstraint = {
  name: string
  kind: string
  columns: string[]
  definition: string
  target: string | null
  targetColumns: string[]
  onDelete: string
  onUpdate: string
  valid: boolean
}

/** An index. `first` is its first column, or null where that is an expression. */
export type CatalogIndex = { name: string; first: string | null; columns: string[]; unique: boolean; valid: boolean }

/** A table, partitioned table or partition of the schema `public`. */
export type CatalogTable = {
  name: string
  unlogged: boolean
  partitioned: boolean
  /** For example `RANGE (at)`. */
  partitionKey: string | null
  isPartition: boolean
  parents: string[]
  columns: CatalogColumn[]
  constraints: CatalogConstraint[]
  indexes: CatalogIndex[]
  /** Triggers and rewrite rules, without those that carry out foreign keys. */
  machinery: string[]
}

/** The schema for the rules: tables, and all other objects that belong to no extension. */
export type Catalog = { tables: CatalogTable[]; others: { kind: string; name: string }[] }

/** Reads the schema `public` of a migrated database. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const tables = await client.query<{ table: CatalogTable }>(tablesSql)
  const others = await client.query<{ kind: string; name: string }>(othersSql)
  return { tables: tables.rows.map(({ table }) => table), others: others.rows }
}

const columnNames = (numbers: string, table: string) => `
  coalesce((select json_agg(a.attname order by n.place) from unnest(${numbers}) with ordinality n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number), '[]')`

const columnsSql = `
  select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
    'notNull', a.attnotnull, 'generated', a.attgenerated, 'identity', a.attidentity) order by a.attnum)
  from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const constraintsSql = `
  select json_agg(json_build_object('name', k.conname, 'kind', k.contype,
    'columns', ${columnNames('k.conkey', 'c.oid')},
    'definition', pg_get_constraintdef(k.oid), 'target', t.relname,
    'targetColumns', ${columnNames('k.confkey', 'k.confrelid')},
    'onDelete', k.confdeltype, 'onUpdate', k.confupdtype, 'valid', k.convalidated) order by k.conname)
  from pg_constraint k left join pg_class t on t.oid = k.confrelid
  where k.conrelid = c.oid and k.contype <> 'n'`

const indexesSql = `
  select json_agg(json_build_object('name', i.relname, 'first', a.attname, 'unique', x.indisunique,
    'columns', ${columnNames('x.indkey::int2[]', 'c.oid')}, 'valid', x.indisvalid) order by i.relname)
  from pg_index x join pg_class i on i.oid = x.indexrelid
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
  where x.indrelid = c.oid`

const machinerySql = `
  select json_agg(name order by name) from (
    select 'trigger ' || tgname as name from pg_trigger where tgrelid = c.oid and not tgisinternal
    union all select 'rule ' || rulename from pg_rewrite where ev_class = c.oid) m`

const tablesSql = `
  select json_build_object('name', c.relname, 'unlogged', c.relpersistence = 'u', 'partitioned', c.relkind = 'p',
    'partitionKey', pg_get_partkeydef(c.oid), 'isPartition', c.relispartition,
    'parents', coalesce((select json_agg(p.relname) from pg_inherits h join pg_class p on p.oid = h.inhparent
      where h.inhrelid = c.oid), '[]'),
    'columns', coalesce((${columnsSql}), '[]'), 'constraints', coalesce((${constraintsSql}), '[]'),
    'indexes', coalesce((${indexesSql}), '[]'), 'machinery', coalesce((${machinerySql}), '[]')) as table
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
  order by c.relname`

const othersSql = `
  select kind, name from (
    select 'pg_proc'::regclass as catalog, oid, 'function' as kind, proname as name from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select 'pg_class'::regclass, oid, case relkind when 'S' then 'sequence' else 'materialized view' end, relname
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('S', 'm')
    union all
    select 'pg_type'::regclass, oid, case typtype when 'e' then 'enum type' when 'd' then 'domain' else 'type' end,
      typname from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r', 'c')
      and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')
    union all
    select 'pg_operator'::regclass, oid, 'operator', oprname from pg_operator
      where oprnamespace = 'public'::regnamespace
    union all
    select 'pg_event_trigger'::regclass, oid, 'event trigger', evtname from pg_event_trigger
  ) o where not exists (select from pg_depend d where d.classid = catalog and d.objid = o.oid and d.deptype = 'e')
  order by kind, name`
