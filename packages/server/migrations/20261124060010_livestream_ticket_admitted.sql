-- nontransactional
-- A door counts the admissions of an event since a moment.
create index concurrently if not exists livestream_ticket_admitted_ix
  on livestream_ticket (account_id, ticketing_event_id, admitted_at) where admitted_at is not null;
