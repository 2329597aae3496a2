-- nontransactional
-- The shelf of viewers' clips, and the clips of one viewer.
create index concurrently if not exists livestream_static_shelf_ix
  on livestream_static (account_id, shelf, created_at, id) where deleted_at is null;
create index concurrently if not exists livestream_static_author_ix
  on livestream_static (account_id, author_id, created_at, id) where deleted_at is null and author_id is not null;
