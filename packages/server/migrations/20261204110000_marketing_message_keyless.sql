-- A message of a campaign is one by its campaign and contact; only others have a key.
alter table marketing_message alter column key drop not null;
