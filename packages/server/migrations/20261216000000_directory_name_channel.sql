-- Handles of channels of test accounts and of live ones become one namespace: an address leads to one channel. A test
-- channel whose handle a live channel has gets its handle with a suffix; a former handle of that kind is dropped.
delete from directory_name t
where t.kind = 'channel.test' and t.reserved_until is not null
  and exists (select 1 from directory_name l where l.key = t.key and l.kind = 'channel.live');

update livestream_channel c
set handle = left(c.handle, 23) || '_' || left(md5(c.id::text), 8),
  search_text = c.search_text || ' ' || left(c.handle, 23) || '_' || left(md5(c.id::text), 8),
  version = c.version + 1, updated_at = now()
from directory_name t join directory_name l on l.key = t.key and l.kind = 'channel.live'
where t.kind = 'channel.test' and c.account_id = t.account_id and c.id = t.id and c.handle = t.key;

update directory_name t set key = left(t.key, 23) || '_' || left(md5(t.id::text), 8)
where t.kind = 'channel.test'
  and exists (select 1 from directory_name l where l.key = t.key and l.kind = 'channel.live');

update directory_name set kind = 'channel' where kind in ('channel.live', 'channel.test');
