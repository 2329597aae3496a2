-- Records of the sandbox, which behaves as another company: it shares no row with payments.
create table pay_sandbox_session (
  account_id bigint not null,
  id uuid not null,
  provider_id text not null,
  reference text not null,
  status text not null,
  title text not null,
  amount bigint not null,
  currency text not null,
  email text,
  return_url text not null,
  cancel_url text not null,
  card text,
  failure_code text,
  fee bigint not null,
  captured_at timestamptz(3),
  dispute text,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint pay_sandbox_session_pk primary key (account_id, id),
  constraint pay_sandbox_session_status_check check (status in (
    'open', 'processing', 'requiresAction', 'succeeded', 'expired'))
);
create unique index pay_sandbox_session_reference_key on pay_sandbox_session (account_id, reference);
create index pay_sandbox_session_captured_ix on pay_sandbox_session (account_id, provider_id, captured_at)
  where captured_at is not null;

create table pay_sandbox_refund (
  account_id bigint not null,
  reference text not null,
  session_id uuid not null,
  amount bigint not null,
  status text not null,
  changed_at timestamptz(3) not null,
  constraint pay_sandbox_refund_pk primary key (account_id, reference),
  constraint pay_sandbox_refund_status_check check (status in ('pending', 'succeeded', 'failed'))
);
create index pay_sandbox_refund_session_ix on pay_sandbox_refund (account_id, session_id);
create index pay_sandbox_refund_changed_ix on pay_sandbox_refund (account_id, changed_at);

create table pay_sandbox_event (
  account_id bigint not null,
  id uuid not null,
  provider_id text not null,
  body text not null,
  created_at timestamptz(3) not null,
  constraint pay_sandbox_event_pk primary key (account_id, id)
);

alter table pay_sandbox_session add constraint pay_sandbox_session_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table pay_sandbox_refund add constraint pay_sandbox_refund_session_fk
  foreign key (account_id, session_id) references pay_sandbox_session (account_id, id) on delete cascade;
alter table pay_sandbox_event add constraint pay_sandbox_event_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
