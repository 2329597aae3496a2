-- nontransactional
-- Transactions of a token, by their first entry.
drop index concurrently if exists ledger_entry_token_ix;
create index concurrently ledger_entry_token_ix
  on ledger_entry (account_id, unit, txn_id) where book = 'tokens' and position = 1;
