-- The account's own tree of what its channels and videos are about: categories and, one level down, sub-categories.
create table livestream_category (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  slug text not null,
  description text,
  icon_url text,
  color text,
  position integer not null,
  is_active boolean not null,
  name_folded text not null,
  search_text text not null,
  constraint livestream_category_pk primary key (account_id, id),
  constraint livestream_category_status_check check (status in ('active', 'inactive', 'deleted')),
  constraint livestream_category_active_check check (status = 'deleted' or is_active = (status = 'active')),
  constraint livestream_category_position_check check (position >= 0),
  constraint livestream_category_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);
create unique index livestream_category_reference_key on livestream_category (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index livestream_category_name_key on livestream_category (account_id, name_folded)
  where deleted_at is null;
create unique index livestream_category_slug_key on livestream_category (account_id, slug) where deleted_at is null;
create index livestream_category_position_ix on livestream_category (account_id, position, id)
  where deleted_at is null;
create index livestream_category_by_name_ix on livestream_category (account_id, name, id) where deleted_at is null;
create index livestream_category_created_ix on livestream_category (account_id, created_at, id)
  where deleted_at is null;
create index livestream_category_search_ix on livestream_category using gin (account_id, search_text gin_trgm_ops);
create index livestream_category_deleted_ix on livestream_category (account_id, deleted_at)
  where deleted_at is not null;
alter table livestream_category add constraint livestream_category_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

create table livestream_sub_category (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  slug text not null,
  description text,
  icon_url text,
  color text,
  position integer not null,
  is_active boolean not null,
  category_id uuid not null,
  name_folded text not null,
  search_text text not null,
  constraint livestream_sub_category_pk primary key (account_id, id),
  constraint livestream_sub_category_status_check check (status in ('active', 'inactive', 'deleted')),
  constraint livestream_sub_category_active_check check (status = 'deleted' or is_active = (status = 'active')),
  constraint livestream_sub_category_position_check check (position >= 0),
  constraint livestream_sub_category_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);
create unique index livestream_sub_category_reference_key on livestream_sub_category (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index livestream_sub_category_name_key on livestream_sub_category (account_id, category_id, name_folded)
  where deleted_at is null;
create unique index livestream_sub_category_slug_key on livestream_sub_category (account_id, category_id, slug)
  where deleted_at is null;
create index livestream_sub_category_by_name_ix on livestream_sub_category (account_id, name, id)
  where deleted_at is null;
create index livestream_sub_category_folded_ix on livestream_sub_category (account_id, name_folded)
  where deleted_at is null;
create index livestream_sub_category_within_ix on livestream_sub_category (account_id, category_id, position, id)
  where deleted_at is null;
create index livestream_sub_category_position_ix on livestream_sub_category (account_id, position, id)
  where deleted_at is null;
create index livestream_sub_category_created_ix on livestream_sub_category (account_id, created_at, id)
  where deleted_at is null;
create index livestream_sub_category_search_ix on livestream_sub_category
  using gin (account_id, search_text gin_trgm_ops);
create index livestream_sub_category_deleted_ix on livestream_sub_category (account_id, deleted_at)
  where deleted_at is not null;
alter table livestream_sub_category add constraint livestream_sub_category_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_sub_category add constraint livestream_sub_category_category_fk
  foreign key (account_id, category_id) references livestream_category (account_id, id);
