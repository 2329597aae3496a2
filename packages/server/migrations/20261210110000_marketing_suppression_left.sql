-- A merge keeps the departure of the address that it drops.
alter table marketing_suppression drop constraint marketing_suppression_reason_check;
alter table marketing_suppression add constraint marketing_suppression_reason_check check (reason in (
  'complaint', 'hardBounce', 'softBounces', 'erased', 'manual', 'stop', 'left')) not valid;
alter table marketing_suppression validate constraint marketing_suppression_reason_check;
