import type pg from 'pg'

export type SeedOptions = {
  accountId: number
  count: number
  /** Interval of places with opening hours. */
  hoursEvery?: number
  /**
   * Drops the indexes first and rebuilds them afterwards, which is several times faster: for a separate database only.
   */
  isRebuilding?: boolean
}

const batchRows = 50_000

/**
 * Fills an account with places for measurements: 200 cities of very different size, most places in the large ones,
 * names that repeat, rare and common types, states, tags and capacities. Search texts have a common Cyrillic word, a
 * rare one, and a Han word of two letters. The same rows for the same count.
 */
export async function seedPlaces(client: pg.ClientBase, options: SeedOptions): Promise<void> {
  const { accountId, count, hoursEvery = 5, isRebuilding = false } = options
  await client.query('set statement_timeout = 0')
  const definitions = isRebuilding ? await dropIndexes(client) : []
  await client.query('select setseed(0.42)')
  for (let from = 0; from < count; from += batchRows) {
    await client.query(placesSql, [accountId, from, Math.min(from + batchRows, count) - 1, hoursEvery])
  }
  await client.query(hoursSql, [accountId])
  for (const definition of definitions) await client.query(definition)
  await client.query('vacuum analyze places_place, places_regular_hours')
  await client.query('reset statement_timeout')
}

async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition from pg_index x
     join pg_class i on i.oid = x.indexrelid where x.indrelid = 'places_place'::regclass and not x.indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const fraction = (seed: string) => `(('x' || substr(md5(${seed}), 1, 7))::bit(28)::int / 268435456.0)`

const placesSql = `
insert into places_place (account_id, id, status, version, created_at, updated_at, metadata, name, type, slug,
  address_city, address_country_code, location_latitude, location_longitude, timezone, timezone_source, capacity,
  categories, tags, external_ids, geofence_radius_m, visibility, name_key, city_key, search_text, position,
  has_hours, filled_lists)
select $1::bigint,
  (lpad(to_hex(1750000000000 + i), 12, '0') || '7' || substr(digest, 1, 3) || '8' || substr(digest, 4, 15))::uuid,
  status, 1, at, at + random() * interval '90 days', '{}', name, type, replace(lower(name), ' ', '-') || '-' || i,
  city, country, latitude, longitude, zone, 'location', capacity,
  array[category], tags, '{}', 100, visibility, lower(name), lower(city),
  lower(concat_ws(' ', name, city, category, tags[1], tags[2], cyrillic, first, first || second, second)),
  cube(array[6371008.8 * cos(radians(latitude)) * cos(radians(longitude)),
    6371008.8 * cos(radians(latitude)) * sin(radians(longitude)), 6371008.8 * sin(radians(latitude))]), i % $4::int = 0,
  case when i % $4::int = 0 then '{opening_hours_regular}'::text[] else '{}' end
from (select i, floor(200 * power(random(), 3))::int as c, random() as r, random() as s
  from generate_series($2::int, $3::int) i) a,
lateral (select 'City ' || c as city, md5(i::text) as digest,
  (array['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'AU', 'ZA', 'GB', 'IT'])[c % 10 + 1] as country,
  (array['Europe/Berlin', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo', 'Asia/Kolkata',
    'Australia/Sydney', 'Africa/Johannesburg', 'Europe/London', 'Europe/Rome'])[c % 10 + 1] as zone,
  -50 + 110 * ${fraction("'a' || c")} + 0.15 * (random() + random() + random() - 1.5) as latitude,
  -170 + 340 * ${fraction("'o' || c")} + 0.25 * (random() + random() + random() - 1.5) as longitude,
  (array['Old', 'New', 'Grand', 'Little', 'Royal', 'Green', 'Blue', 'Central', 'North', 'Harbour'])[1 + i % 10] || ' '
    || (array['Hall', 'Cafe', 'Arena', 'Theatre', 'Market', 'Studio', 'Garden', 'Club'])[1 + (i / 10) % 8] || ' '
    || (i::bigint * 7919 % 20011) as name,
  case when r < 0.5 then 'venue' when r < 0.8 then 'restaurant' when r < 0.95 then 'store' when r < 0.9995 then 'studio'
    else 'outdoor' end as type,
  case when s < 0.9 then 'active' when s < 0.95 then 'temporarilyClosed' when s < 0.98 then 'draft'
    when s < 0.9995 then 'permanentlyClosed' else 'archived' end as status,
  case when i % 50 = 7 then 'private' else 'public' end as visibility,
  case when i % 2 = 0 then (1 + 5000 * power(random(), 4))::int end as capacity,
  'category ' || floor(30 * power(random(), 2)) as category,
  array['tag ' || floor(300 * power(random(), 3)), 'label ' || i % 3] as tags,
  (array['театр', 'музей', 'рынок', 'парк'])[1 + i % 4] || ' '
    || translate(lpad((i::bigint * 7919 % 1000003)::text, 6, '0'), '0123456789', 'абвгдежзик') as cyrillic,
  substr('東西南北中上下大小新古高長山川林森田村町', 1 + i % 20, 1) as first,
  substr('京都市場館院寺城門橋駅園堂店家屋船海空', 1 + (i / 20) % 19, 1) as second,
  timestamptz '2024-01-01' + i * interval '60 seconds' as at) b`

const hoursSql = `
insert into places_regular_hours (account_id, place_id, position, day, opens, closes, span)
select t.account_id, t.id, day - 1, day, '09:00', '18:00', int4range(540, 1080)
from places_place t, generate_series(1, 6) day where t.account_id = $1 and t.has_hours`
