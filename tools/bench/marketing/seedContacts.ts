import type pg from 'pg'

export type ContactSeed = { accountId: number; count: number }

const batchRows = 50_000
const tables = ['marketing_contact', 'marketing_event', 'marketing_message']

/**
 * Fills an account with contacts for measurements: attributes, tags and topics of common and rare values, three events
 * a contact over a year, most of them of few contacts, and two mails each, of which some are opened. Needs a superuser:
 * indexes are rebuilt afterwards, and references are not checked. The same rows for the same count.
 */
export async function seedContacts(client: pg.ClientBase, { accountId, count }: ContactSeed): Promise<void> {
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  const definitions = await dropIndexes(client)
  await client.query('select setseed(0.42)')
  for (const sql of [contactsSql, eventsSql, messagesSql]) {
    for (let from = 0; from < count; from += batchRows) {
      await client.query(sql, [accountId, from, Math.min(from + batchRows, count) - 1, count])
    }
  }
  for (const definition of definitions) await client.query(definition)
  await client.query(`vacuum analyze ${tables.join(', ')}`)
  await client.query('reset statement_timeout; reset session_replication_role')
}

async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition from pg_index x
     join pg_class i on i.oid = x.indexrelid
     where x.indrelid = any($1::regclass[]) and not x.indisprimary`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** The row id of contact number `i`: it has the order of the numbers. */
const contactId = (i: string) =>
  `(lpad(to_hex(1750000000000 + ${i}), 12, '0') || '7' || substr(md5(${i}::text), 1, 3) || '8'
    || substr(md5(${i}::text), 4, 15))::uuid`

const contactsSql = `
insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
  external_id, first_name, last_name, name_key, locale, timezone, country, attributes, tags, topics, tracking_disabled)
select $1::bigint, ${contactId('i')}, status, 1, at, at, '{}', email, email, 'customer-' || i, first, last,
  lower(first || ' ' || last), 'en', 'Europe/Berlin', country,
  jsonb_build_object('plan', plan, 'age', 18 + floor(60 * power(random(), 1.5)), 'city', 'City ' || i % 1000,
    'orders', floor(20 * power(random(), 3)), 'signedUp', to_char(at, 'YYYY-MM-DD')),
  case when i % 10 = 3 then array['vip'] when i % 5 = 1 then array['beta', 'label ' || i % 300]
    else '{}'::text[] end,
  case when i % 3 = 0 then array['news'] else array['news', 'offers'] end, false
from (select i, random() as r, random() as p, random() as c from generate_series($2::int, least($3::int, $4::int)) i) a,
lateral (select 'person' || i || '@example.com' as email,
  (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Tony', 'Frances', 'Niklaus', 'Radia', 'Ken'])[1 + i % 10]
    as first,
  'Family ' || i % 20011 as last,
  case when r < 0.85 then 'subscribed' when r < 0.95 then 'unsubscribed' when r < 0.98 then 'bounced'
    else 'pending' end as status,
  case when p < 0.7 then 'free' when p < 0.9 then 'pro' else 'team' end as plan,
  (array['US', 'DE', 'FR', 'GB', 'JP', 'BR', 'IN', 'AT', 'CH', 'IS'])[1 + floor(10 * power(c, 2))::int] as country,
  timestamptz '2025-01-01' + i * interval '45 seconds' as at) b`

/** Half of the events belong to a quarter of the contacts. */
const eventsSql = `
insert into marketing_event (account_id, contact_id, at, id, name, subject, properties)
select $1::bigint, ${contactId('owner')}, now() - random() * interval '365 days', gen_random_uuid(),
  case when r < 0.6 then 'page.viewed' when r < 0.9 then 'livestream.stream.watched' else 'shop.order.placed' end,
  null, jsonb_build_object('minutes', floor(60 * random()), 'channel', 'channel ' || floor(20 * power(random(), 2)),
    'total', floor(500 * power(random(), 2)))
from (select i, n, random() as r, random() as o from generate_series($2::int, $3::int) i, generate_series(1, 3) n) a,
lateral (select floor($4::int * power(o, 2))::int as owner) b`

const messagesSql = `
insert into marketing_message (account_id, id, campaign_id, contact_id, channel, address, address_key, template_id, key,
  state, attempts, due_at, created_at, attempted_at, sent_at, delivered_at, opened_at, clicked_at)
select $1::bigint, gen_random_uuid(), campaign, ${contactId('i')}, 'email', 'person' || i || '@example.com',
  'person' || i || '@example.com', campaign, 'seed:' || i || ':' || n, 'sent', 1, at, at, at, at, at,
  case when r < 0.3 then at + interval '1 hour' end, case when r < 0.05 then at + interval '2 hours' end
from (select i, n, random() as r, random() as s from generate_series($2::int, least($3::int, $4::int)) i,
    generate_series(1, 2) n) a,
lateral (select ('00000000-0000-7000-8000-' || lpad((floor(20 * s) * 2 + n)::text, 12, '0'))::uuid as campaign,
  now() - floor(20 * s) * interval '15 days' as at) b`
