/**
 * Placement of a table in a sharded database: `account` by account_id, `directory` by the first column of its key,
 * `reference` copied to every node, `ops` on one node.
 */
export type TableClass = 'account' | 'reference' | 'directory' | 'ops'

/** Declared properties of a table. A test compares the database with them, and `db distribute` will read them. */
export type TableRule = {
  class: TableClass
  /** The columns of the primary key, in order. */
  key: readonly string[]
  /** A table that an audience writes in bursts: `person_key` in the key, no foreign keys, ids optional. */
  burst?: true
  /** JSON columns whose content users define, each with a check of its size. */
  jsonb?: readonly string[]
  /** Indexes for statements across accounts, which run offline or against one shard at a time. */
  acrossAccounts?: readonly string[]
  /** The timestamp by which an append-only table is partitioned. */
  partitionedBy?: string
}

type More = Partial<Omit<TableRule, 'class'>>

const table = {
  account: (more: More = {}) => ({ key: ['account_id', 'id'], ...more, class: 'account' }) satisfies TableRule,
  burst: (key: string[], more: More = {}) => ({ ...more, key, burst: true, class: 'account' }) satisfies TableRule,
  directory: (...key: string[]) => ({ key, class: 'directory' }) satisfies TableRule,
  reference: (...key: string[]) => ({ key, class: 'reference' }) satisfies TableRule,
  ops: (key: string[], more: More = {}) => ({ ...more, key, class: 'ops' }) satisfies TableRule,
}

/** Every table of the database by its name, one line each. Partitions follow their parent. */
export const tables: Record<string, TableRule> = {
  account_account: table.account({ key: ['account_id'] }),
  account_audit: table.account(),
  account_audit_leaf: table.account(),
  account_audit_seal: table.account(),
  account_idempotency: table.account({ key: ['account_id', 'key'] }),
  account_inbox: table.account({ key: ['account_id', 'consumer', 'fact_id'] }),
  account_key: table.account({ jsonb: ['metadata'] }),
  account_mail: table.account({ acrossAccounts: ['account_mail_caught_ix'] }),
  account_outbox: table.account(),
  account_webhook_endpoint: table.account({ jsonb: ['metadata'] }),
  directory_channel_feed: { ...table.directory('bucket', 'account_id', 'id'), jsonb: ['card'] },
  directory_key: table.directory('key_hash'),
  directory_name: table.directory('key', 'kind'),
  directory_stream_feed: { ...table.directory('bucket', 'account_id', 'id'), jsonb: ['card'] },
  livestream_beat: table.burst(['account_id', 'person_key', 'view_id', 'number', 'day'], {
    partitionedBy: 'day',
    acrossAccounts: ['livestream_beat_fold_ix'],
  }),
  livestream_category: table.account({ jsonb: ['metadata'] }),
  livestream_channel: table.account({ jsonb: ['metadata'] }),
  livestream_channel_link: table.account({ key: ['account_id', 'channel_id', 'position'] }),
  livestream_concurrency: table.account({
    key: ['account_id', 'starts_at', 'target_id', 'session_id', 'channel_id'],
    partitionedBy: 'starts_at',
  }),
  livestream_details: table.account({ jsonb: ['metadata', 'custom_fields'] }),
  livestream_details_caption: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_details_chapter: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_details_credit: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_details_link: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_details_product: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_details_track: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_fold: table.ops(['name']),
  livestream_session: table.account({ acrossAccounts: ['livestream_session_node_ix'] }),
  livestream_static: table.account({ jsonb: ['metadata'] }),
  livestream_stream: table.account({ jsonb: ['metadata'] }),
  livestream_stream_target: table.account({ key: ['account_id', 'stream_id', 'position'] }),
  livestream_stream_target_key: table.account({ key: ['account_id', 'stream_id', 'target_id'] }),
  livestream_sub_category: table.account({ jsonb: ['metadata'] }),
  livestream_ticket: table.account(),
  livestream_ticketing_event: table.account({ jsonb: ['metadata'] }),
  livestream_ticketing_sync: table.account({ key: ['account_id', 'ticketing_event_id'] }),
  livestream_upload: table.account(),
  livestream_upload_part: table.account({ key: ['account_id', 'upload_id', 'from_byte'] }),
  livestream_view: table.burst(['account_id', 'person_key', 'view_id'], {
    acrossAccounts: ['livestream_view_seen_ix'],
  }),
  livestream_view_daily: table.account({ key: ['account_id', 'target_id', 'channel_id', 'day'] }),
  livestream_view_five: table.burst(['account_id', 'starts_at', 'person_key', 'view_id'], {
    partitionedBy: 'starts_at',
    acrossAccounts: ['livestream_view_five_fold_ix'],
  }),
  livestream_view_hour: table.burst(['account_id', 'starts_at', 'person_key', 'view_id'], {
    partitionedBy: 'starts_at',
  }),
  livestream_view_minute: table.burst(['account_id', 'starts_at', 'person_key', 'view_id'], {
    partitionedBy: 'starts_at',
  }),
  livestream_viewer_session: table.account({ acrossAccounts: ['livestream_viewer_session_opened_ix'] }),
  ops_access_change: table.ops(['id']),
  ops_delivery: table.ops(['account_id', 'id']),
  ops_delivery_attempt: table.ops(['account_id', 'delivery_id', 'number']),
  ops_endpoint_queue: table.ops(['account_id', 'endpoint_id']),
  ops_job: table.ops(['id']),
  ops_lease: table.ops(['name']),
  ops_migration: table.ops(['name']),
  ops_node: table.ops(['id']),
  ops_request_log: table.ops(['id']),
  ops_schedule: table.ops(['name']),
  ops_setting: table.ops(['name']),
  places_exception_hours: table.account({ key: ['account_id', 'place_id', 'position'] }),
  places_photo: table.account({ key: ['account_id', 'place_id', 'position'] }),
  places_place: table.account({ jsonb: ['metadata', 'external_ids'] }),
  places_regular_hours: table.account({ key: ['account_id', 'place_id', 'position'] }),
  places_space: table.account({ key: ['account_id', 'place_id', 'position'] }),
  places_view: table.burst(['account_id', 'place_id', 'person_key', 'day'], { partitionedBy: 'day' }),
  places_view_daily: table.account({ key: ['account_id', 'place_id', 'day'] }),
}
