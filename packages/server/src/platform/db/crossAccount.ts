/**
 * The statements that cross accounts on purpose, by name: everything else on a table of accounts names its account.
 * `offline`: the platform's own work, never on the path of a request. `feed`: reads a projection over accounts.
 */
export const crossAccount: Record<string, 'offline' | 'feed'> = {
  /** What was deleted 30 days ago goes for good, table by table: `platform/db/purge.ts` names one for each. */
  '*.purge': 'offline',
  /** Work that goes through all accounts, in order, a batch at a time. */
  'account_account.after': 'offline',
  /** The operator's list. */
  'account_account.list': 'offline',
  /** An account and its twin are suspended together. */
  'account_account.suspend': 'offline',
  /** Which accounts have audit rows that wait to be sealed. */
  'account_audit.waiting': 'offline',
  /** Kept answers of any account grow old. */
  'account_idempotency.prune': 'offline',
  /** The last use of keys, written once a minute for all of them. */
  'account_key.touch': 'offline',
  /** Caught mails of any account grow old. */
  'account_mail.prune': 'offline',
  /** How much waits to be published, for the metrics. */
  'account_outbox.backlog': 'offline',
  /** The relay reads and marks what no one has published yet, whatever the account. */
  'account_outbox.unpublished': 'offline',
  'account_outbox.published': 'offline',
  /** What players of all accounts report is summed up, minute by minute and hour by hour, and goes when it is old. */
  'livestream_beat.first': 'offline',
  /** Who watches what anybody may discover is counted for all accounts at once. */
  'livestream_beat.presentNow': 'offline',
  'livestream_concurrency.fold': 'offline',
  'livestream_fold.begin': 'offline',
  /** What a server that is gone had live, whatever the account. */
  'livestream_session.ofNodes': 'offline',
  'livestream_view.prune': 'offline',
  'livestream_view_daily.count': 'offline',
  'livestream_view_five.first': 'offline',
  'livestream_view_five.fold': 'offline',
  'livestream_view_hour.fold': 'offline',
  'livestream_view_minute.fold': 'offline',
  /** Devices of any account that nobody watches on any more. */
  'livestream_viewer_session.prune': 'offline',
  /** Views of places are counted for all accounts at once, once a minute. */
  'places_view.rollUp': 'offline',
}

/** How a statement may cross accounts; undefined when it may not. */
export function crossingOf(name: string): 'offline' | 'feed' | undefined {
  return crossAccount[name] ?? crossAccount[`*${name.slice(name.lastIndexOf('.'))}`]
}
