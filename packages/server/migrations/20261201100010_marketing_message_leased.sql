-- nontransactional
-- Reserved messages by the end of their reservation: those of a process that died are found by it.
create index concurrently if not exists marketing_message_leased_ix
  on marketing_message (account_id, leased_until) where leased_until is not null;
