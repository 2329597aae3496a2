-- Somewhere that people go or meet. `position` is the point in metres from the middle of the earth: distance and
-- radius are served by one index, in SQL that knows nothing of degrees.
create table places_place (
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
  type text not null,
  slug text not null,
  description text,
  address_line1 text,
  address_line2 text,
  address_city text,
  address_region text,
  address_postal_code text,
  address_country_code text,
  address_formatted text,
  location_latitude double precision,
  location_longitude double precision,
  online_url text,
  timezone text not null,
  timezone_source text not null,
  capacity integer,
  accessibility_wheelchair boolean,
  accessibility_hearing_loop boolean,
  accessibility_step_free boolean,
  accessibility_toilet boolean,
  contact_phone text,
  contact_email text,
  contact_website text,
  categories text[] not null,
  tags text[] not null,
  price_level integer,
  external_ids jsonb not null,
  parent_place_id uuid,
  geofence_radius_m integer not null,
  visibility text not null,
  merged_into_id uuid,
  status_before_archive text,
  name_key text collate "C" not null,
  city_key text collate "C",
  search_text text not null,
  position cube,
  has_hours boolean not null,
  filled_lists text[] not null,
  constraint places_place_pk primary key (account_id, id),
  constraint places_place_status_check check (status in
    ('draft', 'active', 'temporarilyClosed', 'permanentlyClosed', 'archived', 'merged', 'deleted')),
  constraint places_place_type_check check (type in
    ('venue', 'store', 'restaurant', 'office', 'outdoor', 'studio', 'online', 'other')),
  constraint places_place_before_archive_check check (status_before_archive in
    ('draft', 'active', 'temporarilyClosed', 'permanentlyClosed')),
  constraint places_place_visibility_check check (visibility in ('public', 'private')),
  constraint places_place_zone_source_check check (timezone_source in ('given', 'location', 'account')),
  constraint places_place_where_check check (online_url is not null or location_latitude is not null
    or num_nonnulls(address_line1, address_line2, address_city, address_region, address_postal_code,
      address_country_code, address_formatted) > 0),
  constraint places_place_online_check check (type <> 'online' or online_url is not null),
  constraint places_place_location_check check (
    (location_latitude is null) = (location_longitude is null) and (position is null) = (location_latitude is null)),
  constraint places_place_latitude_check check (location_latitude between -90 and 90),
  constraint places_place_longitude_check check (location_longitude between -180 and 180),
  constraint places_place_capacity_check check (capacity between 1 and 1000000),
  constraint places_place_price_check check (price_level between 0 and 4),
  constraint places_place_geofence_check check (geofence_radius_m between 10 and 5000),
  constraint places_place_parent_check check (parent_place_id <> id),
  constraint places_place_merged_check check (
    merged_into_id <> id and (status <> 'merged' or merged_into_id is not null)),
  constraint places_place_metadata_check check (pg_column_size(metadata) <= 65536),
  constraint places_place_external_ids_check check (pg_column_size(external_ids) <= 16384)
) with (fillfactor = 85);
create unique index places_place_reference_key on places_place (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index places_place_slug_key on places_place (account_id, slug) where deleted_at is null;
create index places_place_created_ix on places_place (account_id, created_at, id) where deleted_at is null;
create index places_place_name_ix on places_place (account_id, name_key, id) where deleted_at is null;
create index places_place_status_ix on places_place (account_id, status, created_at, id) where deleted_at is null;
create index places_place_type_ix on places_place (account_id, type, created_at, id) where deleted_at is null;
create index places_place_country_ix on places_place (account_id, address_country_code, created_at, id)
  where deleted_at is null;
create index places_place_city_ix on places_place (account_id, city_key, created_at, id) where deleted_at is null;
create index places_place_parent_ix on places_place (account_id, parent_place_id, created_at, id)
  where parent_place_id is not null and deleted_at is null;
create index places_place_merged_ix on places_place (account_id, merged_into_id) where merged_into_id is not null;
create index places_place_capacity_ix on places_place (account_id, capacity, id)
  where capacity is not null and deleted_at is null;
create index places_place_private_ix on places_place (account_id, created_at, id)
  where visibility = 'private' and deleted_at is null;
create index places_place_public_ix on places_place (account_id, created_at, id)
  where status in ('active', 'temporarilyClosed') and visibility = 'public' and deleted_at is null;
create index places_place_hours_ix on places_place (account_id, created_at, id)
  where has_hours and status = 'active' and deleted_at is null;
create index places_place_deleted_ix on places_place (account_id, deleted_at) where deleted_at is not null;
create index places_place_zone_ix on places_place (account_id, timezone) where deleted_at is null;
create index places_place_words_ix on places_place using gin (account_id, tags, categories, search_text gin_trgm_ops)
  where deleted_at is null;
create index places_place_position_ix on places_place using gist (account_id, position)
  where position is not null and deleted_at is null;

-- Hours of the weekdays. `span` holds minutes after midnight; hours that pass midnight reach up to 2,880.
create table places_regular_hours (
  account_id bigint not null,
  place_id uuid not null,
  position integer not null,
  day integer not null,
  opens text not null,
  closes text not null,
  span int4range not null,
  constraint places_regular_hours_pk primary key (account_id, place_id, position),
  constraint places_regular_hours_day_check check (day between 1 and 7),
  constraint places_regular_hours_span_check check (span <@ int4range(0, 2880) and not isempty(span))
);
create index places_regular_hours_span_ix on places_regular_hours using gist (account_id, day, span);

-- Dates with hours of their own, or with none.
create table places_exception_hours (
  account_id bigint not null,
  place_id uuid not null,
  position integer not null,
  date date not null,
  closed boolean,
  opens text,
  closes text,
  note text,
  span int4range,
  constraint places_exception_hours_pk primary key (account_id, place_id, position),
  constraint places_exception_hours_span_check check (span <@ int4range(0, 2880) and not isempty(span)),
  constraint places_exception_hours_closed_check check ((closed is true) = (span is null))
);
create index places_exception_hours_span_ix on places_exception_hours using gist (account_id, date, span)
  where span is not null;

-- Rooms and areas. The id stays while the space does, so that bookings can name it.
create table places_space (
  account_id bigint not null,
  place_id uuid not null,
  position integer not null,
  id text not null,
  name text not null,
  capacity integer,
  floor text,
  is_exclusive boolean not null,
  constraint places_space_pk primary key (account_id, place_id, position),
  constraint places_space_capacity_check check (capacity between 1 and 1000000)
);

create table places_photo (
  account_id bigint not null,
  place_id uuid not null,
  position integer not null,
  url text not null,
  alt_text text not null,
  credit text,
  constraint places_photo_pk primary key (account_id, place_id, position)
);

alter table places_place add constraint places_place_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table places_place add constraint places_place_parent_place_fk
  foreign key (account_id, parent_place_id) references places_place (account_id, id);
alter table places_place add constraint places_place_merged_into_fk
  foreign key (account_id, merged_into_id) references places_place (account_id, id);
alter table places_regular_hours add constraint places_regular_hours_place_fk
  foreign key (account_id, place_id) references places_place (account_id, id) on delete cascade;
alter table places_exception_hours add constraint places_exception_hours_place_fk
  foreign key (account_id, place_id) references places_place (account_id, id) on delete cascade;
alter table places_space add constraint places_space_place_fk
  foreign key (account_id, place_id) references places_place (account_id, id) on delete cascade;
alter table places_photo add constraint places_photo_place_fk
  foreign key (account_id, place_id) references places_place (account_id, id) on delete cascade;
