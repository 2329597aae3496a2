-- nontransactional
-- Due recordings are looked for by the node, whatever the account.
create index concurrently if not exists livestream_session_due_ix on livestream_session (node_id) where is_due;
