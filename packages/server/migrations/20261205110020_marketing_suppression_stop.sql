-- STOP by text message is a reason of its own: START lifts it, and no other one. Until now STOP
-- alone suppressed numbers by hand.
alter table marketing_suppression drop constraint marketing_suppression_reason_check;
update marketing_suppression set reason = 'stop' where kind = 'phone' and reason = 'manual';
alter table marketing_suppression add constraint marketing_suppression_reason_check check (reason in (
  'complaint', 'hardBounce', 'softBounces', 'erased', 'manual', 'stop')) not valid;
alter table marketing_suppression validate constraint marketing_suppression_reason_check;
