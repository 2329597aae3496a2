-- The double-entry ledger of money and of tokens: transactions and their entries are only ever added.
create table ledger_txn (
  account_id bigint not null,
  id uuid not null,
  book text not null,
  kind text not null,
  reference text not null,
  reference_hash bytea not null,
  subject text,
  reverses uuid,
  at timestamptz(3) not null,
  seal_sequence integer,
  seal_position integer,
  digest bytea,
  constraint ledger_txn_pk primary key (account_id, id),
  constraint ledger_txn_reference_key unique (account_id, book, reference),
  constraint ledger_txn_book_check check (book in ('money', 'tokens'))
);
create index ledger_txn_unsealed_ix on ledger_txn (account_id, id) where seal_sequence is null;
create index ledger_txn_seal_ix on ledger_txn (account_id, seal_sequence, seal_position)
  where seal_sequence is not null;
create index ledger_txn_reverses_ix on ledger_txn (account_id, reverses) where reverses is not null;

create table ledger_entry (
  account_id bigint not null,
  txn_id uuid not null,
  position integer not null,
  book text not null,
  ledger text not null,
  unit text not null,
  slot integer not null,
  ordinal bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  constraint ledger_entry_pk primary key (account_id, txn_id, position),
  constraint ledger_entry_ordinal_key unique (account_id, book, ledger, unit, slot, ordinal),
  constraint ledger_entry_amount_check check (amount <> 0)
);

create table ledger_balance (
  account_id bigint not null,
  book text not null,
  ledger text not null,
  unit text not null,
  slot integer not null,
  balance bigint not null,
  entry_count bigint not null,
  is_guarded boolean not null,
  constraint ledger_balance_pk primary key (account_id, book, ledger, unit, slot),
  constraint ledger_balance_guard_check check (not is_guarded or balance >= 0),
  constraint ledger_balance_bound_check check (
    balance between -4000000000000000000 and 4000000000000000000
    and (not is_guarded or balance <= 9007199254740991)
  )
) with (fillfactor = 70);

create table ledger_seal (
  account_id bigint not null,
  sequence integer not null,
  txn_count integer not null,
  previous_digest bytea not null,
  digest bytea not null,
  sealed_at timestamptz(3) not null,
  constraint ledger_seal_pk primary key (account_id, sequence)
);

alter table ledger_txn add constraint ledger_txn_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table ledger_entry add constraint ledger_entry_txn_fk
  foreign key (account_id, txn_id) references ledger_txn (account_id, id) on delete cascade;
alter table ledger_balance add constraint ledger_balance_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table ledger_seal add constraint ledger_seal_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
