-- Where each node takes encoders that came to another one, from that one.
alter table ops_node add column forward_url text;
