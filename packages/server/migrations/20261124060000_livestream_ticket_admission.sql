-- The first admission of a ticket at a door; null before it.
alter table livestream_ticket add column admitted_at timestamptz(3);
