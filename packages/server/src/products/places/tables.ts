import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables of the product beside those of its resources. */
export const tables: Tables = {
  directory_place_feed: table.directory(['bucket', 'account_id', 'id'], { jsonb: ['card'] }),
  places_stream: table.account({ key: ['account_id', 'stream_id'] }),
  places_view_daily: table.account({ key: ['account_id', 'place_id', 'day'] }),
}
