-- A kept response names its record, so that an erasure of the record finds it.
alter table account_idempotency add column record_id text;
