-- Why encoders were refused: one row for each stream and reason, with its newest moment.
create table livestream_stream_refusal (
  account_id bigint not null,
  stream_id uuid not null,
  code text not null,
  message text not null,
  attempts bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint livestream_stream_refusal_pk primary key (account_id, stream_id, code)
);
alter table livestream_stream_refusal add constraint livestream_stream_refusal_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id) on delete cascade;
