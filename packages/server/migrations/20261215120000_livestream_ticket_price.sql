-- Price of a ticket, which viewers without one see beside the shop.
alter table livestream_ticketing_event add column price_amount bigint;
alter table livestream_ticketing_event add column price_currency text;
alter table livestream_ticketing_event add constraint livestream_ticketing_event_price_check
  check ((price_amount is null) = (price_currency is null) and (price_amount is null or price_amount >= 0)) not valid;
alter table livestream_ticketing_event validate constraint livestream_ticketing_event_price_check;
