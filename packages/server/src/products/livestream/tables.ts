import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables of the product beside those of its resources. */
export const tables: Tables = {
  directory_channel_feed: table.directory(['bucket', 'account_id', 'id'], { jsonb: ['card'] }),
  directory_stream_feed: table.directory(['bucket', 'account_id', 'id'], { jsonb: ['card'] }),
  livestream_concurrency: table.account({
    key: ['account_id', 'starts_at', 'target_id', 'session_id', 'channel_id'],
    partitionedBy: 'starts_at',
  }),
  livestream_details_track: table.account({ key: ['account_id', 'details_id', 'position'] }),
  livestream_session: table.account({ acrossAccounts: ['livestream_session_node_ix', 'livestream_session_due_ix'] }),
  livestream_reward_count: table.account({
    key: ['account_id', 'starts_at', 'target_id', 'session_id', 'channel_id'],
    acrossAccounts: ['livestream_reward_count_start_ix'],
  }),
  livestream_stream_refusal: table.account({ key: ['account_id', 'stream_id', 'code'] }),
  livestream_stream_target_key: table.account({ key: ['account_id', 'stream_id', 'target_id'] }),
  livestream_ticket: table.account(),
  livestream_ticketing_sync: table.account({ key: ['account_id', 'ticketing_event_id'] }),
  livestream_upload: table.account(),
  livestream_upload_part: table.account({ key: ['account_id', 'upload_id', 'from_byte'] }),
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
  livestream_viewer_clip: table.account(),
  livestream_watch_time: table.burst(['account_id', 'starts_at', 'person_key'], {
    partitionedBy: 'starts_at',
  }),
  livestream_viewer_session: table.account({ acrossAccounts: ['livestream_viewer_session_opened_ix'] }),
}
