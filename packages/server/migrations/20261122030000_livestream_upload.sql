-- Files of recorded videos on their way in, each in parts as they came.
create table livestream_upload (
  account_id bigint not null,
  id uuid not null,
  static_id uuid not null,
  status text not null,
  begun_at timestamptz(3) not null,
  constraint livestream_upload_pk primary key (account_id, id),
  constraint livestream_upload_status_check check (status in ('receiving', 'whole'))
);

create table livestream_upload_part (
  account_id bigint not null,
  upload_id uuid not null,
  from_byte bigint not null,
  to_byte bigint not null,
  part_id uuid not null,
  constraint livestream_upload_part_pk primary key (account_id, upload_id, from_byte),
  constraint livestream_upload_part_bytes_check check (0 <= from_byte and from_byte < to_byte)
);

-- One comes in and one is worked on.
create unique index livestream_upload_static_key on livestream_upload (account_id, static_id, status);

alter table livestream_upload add constraint livestream_upload_static_fk
  foreign key (account_id, static_id) references livestream_static (account_id, id) on delete cascade;
alter table livestream_upload_part add constraint livestream_upload_part_upload_fk
  foreign key (account_id, upload_id) references livestream_upload (account_id, id) on delete cascade;
