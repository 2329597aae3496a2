-- nontransactional
-- Transactions of a reward or another record, newest first.
create index concurrently if not exists ledger_txn_subject_ix on ledger_txn (account_id, subject, id)
  where subject is not null;
