-- The order of segments by name: the unique index has no id, by which pages go on.
create index marketing_segment_name_ix on marketing_segment (account_id, name_key, id) where deleted_at is null;
