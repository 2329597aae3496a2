-- Id of a message at the provider by which it left: its reports name it.
alter table marketing_message add column provider_ref text;
