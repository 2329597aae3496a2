-- Where each node takes encoders, for processes that take none, such as the command line.
alter table ops_node add column rtmp_url text;
alter table ops_node add column rtmps_url text;
