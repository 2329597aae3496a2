-- The last comparison of the members of a segment with a full evaluation, and what comparisons have repaired so far.
create table marketing_segment_audit (
  account_id bigint not null,
  segment_id uuid not null,
  audited_at timestamptz(3) not null,
  member_count integer not null,
  difference integer not null,
  repaired bigint not null,
  constraint marketing_segment_audit_pk primary key (account_id, segment_id)
);
alter table marketing_segment_audit add constraint marketing_segment_audit_segment_fk
  foreign key (account_id, segment_id) references marketing_segment (account_id, id) on delete cascade;
