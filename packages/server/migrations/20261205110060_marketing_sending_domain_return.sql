-- Whether the return domain of a sending domain leads to that of this server.
alter table marketing_sending_domain add column has_return boolean;
