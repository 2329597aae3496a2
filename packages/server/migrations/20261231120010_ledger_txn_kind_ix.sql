-- nontransactional
-- Transactions of tokens by kind, also a rare one.
drop index concurrently if exists ledger_txn_kind_ix;
create index concurrently ledger_txn_kind_ix
  on ledger_txn (account_id, kind, at, id) where book = 'tokens';
