import './loadedGrammar.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementScope } from '#kit/call/context.ts'
import { findProblem } from './tenancyGuard.ts'

type Crossing = { text: string; scope?: StatementScope; says: RegExp }

const open = /leaves account_id of account_\w+ \w+ open/
const own = 'from account_account a, account_key k where a.account_id = $1 and k.account_id'

/** Statements that reach rows of other accounts through a form of SQL that hides the crossing. */
const crossings: Record<string, Crossing> = {
  'a column that proves itself through a scalar select': {
    text: `select 1 ${own} = (select k.account_id)`,
    says: open,
  },
  'a column that proves itself through a list': {
    text: `select 1 ${own} in (select w.account_id from account_mail w where w.account_id = k.account_id)`,
    says: open,
  },
  'a column that proves itself through a lateral select': {
    text: `select 1 from account_account a, account_key k,
      lateral (select w.account_id from account_mail w where w.account_id = k.account_id) x
      where a.account_id = $1 and k.account_id = x.account_id`,
    says: open,
  },
  'a delete that proves itself': {
    text: `delete from account_key k using account_account a
      where a.account_id = $1 and k.account_id = (select k.account_id)`,
    says: open,
  },
  'a table whose columns have other names': {
    text: 'select 1 from account_key k (account, account_id) where k.account_id = $1',
    says: /renames columns of account_key/,
  },
  'a cast of the column that joins accounts': {
    text: 'select 1 from account_key where account_id::bit(1) = $1::bigint::bit(1)',
    says: open,
  },
  'a cast of the parameter that joins accounts': {
    text: 'insert into account_key (account_id, id) values ($1::bit(1)::bigint, $2)',
    says: open,
  },
  'the limit of a union': {
    text: `select id from account_key where account_id = $1 union all select $2::uuid
      limit (select count(*) from account_mail)`,
    says: open,
  },
  'the limit of a list of values': {
    text: `with n as (values (1) limit (select count(*) from account_mail))
      select 1 from account_key, n where account_id = $1`,
    says: open,
  },
  'the size of a sample': {
    text: 'select 1 from account_key tablesample system ((select count(*) from account_mail)) where account_id = $1',
    says: /reads from RangeTableSample/,
  },
  'an upsert that moves a row': {
    text: `insert into account_key (account_id, id) values ($1, $2)
      on conflict (account_id, id) do update set account_id = 5`,
    says: /moves rows of account_key/,
  },
  'a merge in a with query': {
    text: `with m as (merge into account_key k using account_mail b on true when matched then delete returning 1)
      select 1 from account_account where account_id = $1`,
    says: /holds MergeStmt in m/,
  },
  'a function that runs SQL from a text': {
    text: `select query_to_xml('select 1 from account_key', true, false, '') from account_account
      where account_id = $1`,
    says: /calls query_to_xml/,
  },
  'a function that counts words of a text of SQL': {
    text: `select 1 from account_account a, ts_stat('select to_tsvector(name) from account_key')
      where a.account_id = $1`,
    says: /calls ts_stat/,
  },
  'statistics of columns': {
    text: `select most_common_vals from pg_stats, account_account a where a.account_id = $1`,
    says: /pg_stats is declared by no product/,
  },
  'an alias that hides the outer one': {
    text: `select 1 from account_account t, lateral (
      select 1 from account_key k, ops_delivery t where k.account_id = t.account_id) x where t.account_id = $1`,
    says: open,
  },
  'a column of an inner table without its alias': {
    text: `select 1 from (select $1::bigint as twin_id) o, account_key k,
      lateral (select twin_id from account_account a where a.account_id = $1) x where k.account_id = x.twin_id`,
    says: open,
  },
  'a star whose columns get other names': {
    text: `select 1 from (select t.*, 5::bigint as account_id from account_key t where t.account_id = $1) as x (first)
      join account_mail m on m.account_id = x.account_id`,
    says: open,
  },
  'a command under another scope': { text: 'truncate account_key', scope: 'directory', says: /is no select/ },
  'a drop of a whole table': { text: 'drop table account_key', scope: 'ops', says: /is no select/ },
  'a drop of a table beside a partition': {
    text: 'drop table places_view_m202601, account_key',
    scope: 'ops',
    says: /is no select/,
  },
  'a merge under another scope': {
    text: 'merge into account_key k using directory_key d on true when matched then delete',
    scope: 'directory',
    says: /is no select/,
  },
  'a function over tables under another scope': {
    text: `select table_to_xml('account_key', true, false, '')`,
    scope: 'ops',
    says: /calls table_to_xml/,
  },
  'a table from XML under another scope': {
    text: `select * from xmltable('/x' passing (select xmlelement(name x, name) from account_account) columns a text)`,
    scope: 'ops',
    says: /reads from RangeTableFunc/,
  },
}

for (const [name, { text, scope = 'account', says }] of Object.entries(crossings)) {
  test(`the tenancy guard refuses ${name}`, () => {
    assert.match(findProblem({ name: '', text, scope }) ?? 'nothing', says)
  })
}
