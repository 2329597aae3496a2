/**
 * Statements that cross accounts on purpose, by name. Every other statement on a table of accounts names its account.
 * `offline`: the platform's own work, never on the path of a request. `feed`: reads a projection over accounts.
 */
export const crossAccount: Record<string, 'offline' | 'feed'> = {
  /** Removal of records 30 days after their deletion; `platform/db/purge.ts` names one for each table. */
  '*.purge': 'offline',
  /** Roll-ups and retention of tallies. */
  '*.expire': 'offline',
  '*.first': 'offline',
  '*.recount': 'offline',
  '*.rollUp': 'offline',
  /** Batches of work over all accounts, in order. */
  'account_account.after': 'offline',
  /** List of accounts for the operator. */
  'account_account.list': 'offline',
  /** Suspension of an account with its twin. */
  'account_account.suspend': 'offline',
  /** Accounts with unsealed audit rows. */
  'account_audit.waiting': 'offline',
  /** Removal of expired Idempotency-Keys. */
  'account_idempotency.prune': 'offline',
  /** Last use of keys, written once a minute for all accounts. */
  'account_key.touch': 'offline',
  /** Removal of old caught mails. */
  'account_mail.prune': 'offline',
  /** Size of the backlog, for the metrics. */
  'account_outbox.backlog': 'offline',
  /** Outbox rows that the relay reads and marks. */
  'account_outbox.unpublished': 'offline',
  'account_outbox.published': 'offline',
  /** Accounts with unsealed transactions of the ledger. */
  'ledger_txn.waiting': 'offline',
  /** Viewers of discoverable streams. */
  'livestream_beat.presentNow': 'offline',
  /** Live sessions of a dead node. */
  'livestream_session.ofNodes': 'offline',
  /** Recordings that a node still has to hand over, and those that a dead node will not. */
  'livestream_session.dueOfNode': 'offline',
  'livestream_session.dueOverdue': 'offline',
  /** Accounts with reservations of coupons that are over, and with coupons that begin or end. */
  'loyalty_coupon.accountsDue': 'offline',
  'loyalty_redemption.accountsDue': 'offline',
  /** Accounts with watch time that is not reported. */
  'livestream_watch_time.accountsDue': 'offline',
  /** Removal of old holds, and of counts of past periods. */
  'loyalty_promotion_person.sumUp': 'offline',
  'loyalty_offer_hold.prune': 'offline',
  'loyalty_token_hold.prune': 'offline',
  'loyalty_reward_count.prune': 'offline',
  /** Removal of old counts of rewards. */
  'livestream_reward_count.prune': 'offline',
  /** Removal of expired viewer sessions. */
  'livestream_viewer_session.prune': 'offline',
  'account_viewer_code.prune': 'offline',
  'account_viewer_session.prune': 'offline',
  /** Accounts with tokens whose availability or expiry is due. */
  'loyalty_token_lot.dueAccounts': 'offline',
  /** Removal of old events of contacts. */
  'marketing_event.prune': 'offline',
  /** Removal of old mails that came back. */
  'marketing_returned.blankRaw': 'offline',
  'marketing_returned.deleteOld': 'offline',
  /** Removal of old calls of hooks. */
  'marketing_inbound.deleteOld': 'offline',
  'marketing_contact_import_error.blankOld': 'offline',
  /** Accounts with scores whose moment has come. */
  'marketing_score.dueAccounts': 'offline',
  /** Runs of automations that ended 13 months ago. */
  'marketing_automation_run.prune': 'offline',
  'payments_provider_event.prune': 'offline',
  'pay_sandbox_event.prune': 'offline',
  'pay_sandbox_session.prunePaid': 'offline',
  'pay_sandbox_session.pruneUnpaid': 'offline',
  'payments_payment.stuck': 'offline',
  'payments_day.unchecked': 'offline',
  'payments_provider.failing': 'offline',
  'payments_provider.unregistered': 'offline',
  /** Accounts with due timers of automations. */
  'marketing_timer.accountsDue': 'offline',
  'marketing_segment_day.keep': 'offline',
  /** Segments whose daily audit is due, and the number for monitoring. */
  'marketing_segment_audit.due': 'offline',
  'marketing_segment_audit.repaired': 'offline',
}

/** The reason for which a statement may cross accounts; undefined when it may not. */
export function crossingOf(name: string): 'offline' | 'feed' | undefined {
  return crossAccount[name] ?? crossAccount[`*${name.slice(name.lastIndexOf('.'))}`]
}
