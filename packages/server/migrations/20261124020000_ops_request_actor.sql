-- Actor of a request, as the audit log names it: `key_…` now, a person later. Null without a credential, and in rows
-- from before this migration, which name their key by `key_id`.
alter table ops_request_log add column actor text;
alter table ops_request_log add constraint ops_request_log_actor_check check (char_length(actor) <= 100) not valid;
alter table ops_request_log validate constraint ops_request_log_actor_check;
