-- nontransactional
-- Transactions of tokens by age.
drop index concurrently if exists ledger_txn_tokens_ix;
create index concurrently ledger_txn_tokens_ix
  on ledger_txn (account_id, at, id) where book = 'tokens';
