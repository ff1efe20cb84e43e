-- The tables of the service commerce. Each primary key begins with the id of the Space.

create extension if not exists pg_trgm with schema public;

-- Connections to payment providers. A disconnected one stays for its orders; its secrets are deleted.
create table connection (
  space_id text not null,
  id text not null unique,
  provider text not null,
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  account_id text,
  account_label text,
  status text not null default 'connected' check (status in ('connected', 'failing', 'refused', 'disconnected')),
  test_starts_automations boolean not null default false,
  -- The key for reads at the provider; null for a provider that has none.
  sealed_key bytea,
  key_purpose text not null generated always as ('payment key ' || space_id || ' ' || id) stored,
  -- The secret for the signatures of webhooks, and the one before it until a time.
  sealed_signing bytea,
  signing_purpose text not null generated always as ('payment signing ' || space_id || ' ' || id) stored,
  sealed_previous_signing bytea,
  previous_signing_purpose text not null generated always as ('payment signing ' || space_id || ' ' || id) stored,
  previous_until timestamptz,
  last_received_at timestamptz,
  last_ok_at timestamptz,
  last_error_code text,
  last_error_message text,
  last_error_at timestamptz,
  failures_in_a_row integer not null default 0,
  -- Refused signatures since a time: many of them mean a wrong secret.
  refused_signatures integer not null default 0,
  refused_since timestamptz,
  next_check_at timestamptz,
  next_transactions_at timestamptz,
  next_reconciliation_at timestamptz,
  -- When the list of integrations is to receive a report: from a change until it has it.
  report_due_at timestamptz,
  -- The latest check that was not reported; null for a change without a check.
  report_check jsonb,
  -- Changes with each newer report: the end of an older one does not end it.
  report_number integer not null default 0,
  report_attempts integer not null default 0,
  -- When the opening balance was entered: earlier money facts are offset by it. Null for a provider without balances.
  opened_at timestamptz,
  -- Until when the balance transactions of the provider were read.
  transactions_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disconnected_at timestamptz,
  primary key (space_id, id)
);
create index connection_report_due on connection (report_due_at) where report_due_at is not null;

-- Verified webhooks: the record of what a provider said. The body is encrypted and deleted after 30 days.
create table inbox (
  space_id text not null,
  integration_id text not null,
  event_id text not null,
  seq bigint generated always as identity,
  type text not null,
  hash bytea not null,
  sealed_body bytea,
  body_purpose text not null generated always as ('payment webhook ' || space_id || ' ' || integration_id || ' ' || event_id) stored,
  received_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'ignored', 'failed', 'no_event')),
  error_path text,
  error_message text,
  primary key (space_id, integration_id, event_id),
  foreign key (space_id, integration_id) references connection
);
create index inbox_waiting on inbox (integration_id, seq) where status = 'waiting';
create index inbox_received_at on inbox (received_at) where sealed_body is not null;

-- Reads at a provider that are due. A second request for the same thing changes the row.
create table pull (
  space_id text not null,
  integration_id text not null,
  kind text not null,
  reference text not null,
  due_at timestamptz not null,
  requests integer not null default 1,
  attempts integer not null default 0,
  leased_until timestamptz,
  error_message text,
  primary key (space_id, integration_id, kind, reference),
  foreign key (space_id, integration_id) references connection
);
create index pull_due on pull (due_at);

-- Products and prices as the provider last described them; the name of a product may come first from an order.
create table product (
  space_id text not null,
  id text not null,
  integration_id text not null,
  reference text not null,
  title text not null,
  description text,
  active boolean not null default true,
  -- When the provider said so; null for a product that is only known from an order.
  observed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint product_reference unique (space_id, integration_id, reference)
);
create index product_title on product using gin (lower(title) public.gin_trgm_ops);

create table price (
  space_id text not null,
  id text not null,
  integration_id text not null,
  reference text not null,
  product_reference text not null,
  active boolean not null,
  currency text not null,
  unit_amount bigint,
  "interval" text,
  interval_count integer,
  observed_at timestamptz not null,
  primary key (space_id, id),
  constraint price_reference unique (space_id, integration_id, reference)
);
create index price_product on price (space_id, integration_id, product_reference);

-- Orders: computed from their facts under a lock of the row.
create table sales_order (
  space_id text not null,
  id text not null,
  integration_id text not null,
  provider text not null,
  mode text not null,
  -- The id at the provider by which the order was first known. Orders are inserted by it, and it never changes.
  first_reference text not null,
  -- The id at the provider that the order shows: it follows from the facts in any order.
  reference text not null,
  number text not null,
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'canceled')),
  dispute_status text check (dispute_status in ('open', 'won', 'lost')),
  contact_id text,
  email text,
  currency text,
  amount bigint not null default 0,
  subtotal bigint not null default 0,
  tax bigint not null default 0,
  discount bigint not null default 0,
  shipping bigint not null default 0,
  refunded bigint not null default 0,
  product_id text,
  product_title text not null default '',
  items jsonb not null default '[]',
  item_count integer not null default 0,
  -- The ids of the products of all items, for the filter of lists.
  product_ids text[] not null default '{}',
  -- When the order is to be computed again to announce facts that wait: for items, for the payer, or for earlier facts. Else null.
  announce_at timestamptz,
  paid_at timestamptz,
  -- The time of the payment, or of the first fact.
  sorted_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint sales_order_first_reference unique (space_id, integration_id, first_reference),
  constraint sales_order_refunded check (refunded between 0 and amount),
  foreign key (space_id, integration_id) references connection
);
create index sales_order_sorted on sales_order (space_id, sorted_at, id);
create index sales_order_contact on sales_order (space_id, contact_id) where contact_id is not null;
create index sales_order_products on sales_order using gin (product_ids);
create index sales_order_waiting on sales_order (announce_at) where announce_at is not null;
create index sales_order_email on sales_order using gin (lower(email) public.gin_trgm_ops);
create index sales_order_number on sales_order (space_id, lower(number) text_pattern_ops);

-- Further ids of an order at its provider: charges, sessions, invoices.
create table order_alias (
  space_id text not null,
  integration_id text not null,
  alias text not null,
  order_id text not null,
  primary key (space_id, integration_id, alias),
  foreign key (space_id, order_id) references sales_order
);
create index order_alias_order on order_alias (space_id, order_id);

-- Orders that became one with another, since they are the same at the provider. Their ids stay names of it.
create table merged_order (
  space_id text not null,
  id text not null,
  order_id text not null,
  primary key (space_id, id),
  foreign key (space_id, order_id) references sales_order
);
create index merged_order_order on merged_order (space_id, order_id);

-- Payers of providers that describe them in events of their own.
create table payer (
  space_id text not null,
  integration_id text not null,
  reference text not null,
  email text not null,
  name text,
  phone text,
  observed_at timestamptz not null,
  primary key (space_id, integration_id, reference),
  foreign key (space_id, integration_id) references connection
);

-- What happened to an order, each once. Facts are only added, and marked as announced.
create table fact (
  space_id text not null,
  integration_id text not null,
  kind text not null,
  source_id text not null,
  -- The id of the refund or dispute; of other facts null.
  id text,
  order_id text not null,
  -- The id at the provider by which it names its order.
  reference text not null,
  amount bigint check (amount >= 0),
  currency text,
  at timestamptz not null,
  data jsonb not null default '{}',
  received_at timestamptz not null,
  -- The webhook that said it first; null for a read at the provider.
  event_id text,
  announced_at timestamptz,
  -- Why it is not counted, such as a refund above the payment.
  rejected text,
  primary key (space_id, integration_id, kind, source_id),
  foreign key (space_id, order_id) references sales_order
);
create index fact_order on fact (space_id, order_id);
create index fact_payer on fact (space_id, integration_id, (data->>'payer_reference')) where data ? 'payer_reference';
create index fact_listed on fact (space_id, kind, at, id);
create unique index fact_id on fact (space_id, id) where id is not null;

create table invoice (
  space_id text not null,
  id text not null,
  integration_id text not null,
  provider text not null,
  mode text not null,
  reference text not null,
  number text,
  status text not null,
  contact_id text,
  email text,
  subscription_reference text,
  order_reference text,
  currency text not null,
  amount bigint not null,
  paid bigint not null,
  issued_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  observed_at timestamptz not null,
  announced_paid boolean not null default false,
  announced_overdue boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint invoice_reference unique (space_id, integration_id, reference)
);
create index invoice_due on invoice (due_at) where status = 'open' and not announced_overdue;
create index invoice_contact on invoice (space_id, contact_id) where contact_id is not null;

create table subscription (
  space_id text not null,
  id text not null,
  integration_id text not null,
  provider text not null,
  mode text not null,
  reference text not null,
  status text not null,
  contact_id text,
  email text,
  product_id text,
  product_title text not null,
  quantity numeric not null,
  currency text not null,
  amount bigint not null,
  "interval" text,
  interval_count integer,
  started_at timestamptz,
  period_end timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  observed_at timestamptz not null,
  announced_started boolean not null default false,
  announced_ended boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint subscription_reference unique (space_id, integration_id, reference)
);
create index subscription_contact on subscription (space_id, contact_id) where contact_id is not null;

create table payout (
  space_id text not null,
  id text not null,
  integration_id text not null,
  provider text not null,
  mode text not null,
  reference text not null,
  status text not null,
  currency text not null,
  amount bigint not null,
  arrival_at timestamptz,
  failure_code text,
  observed_at timestamptz not null,
  announced_paid boolean not null default false,
  announced_failed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint payout_reference unique (space_id, integration_id, reference)
);
create index payout_arrival on payout (space_id, coalesce(arrival_at, created_at), id);

-- The money facts that make up a payout, as the provider lists them.
create table payout_transaction (
  space_id text not null,
  integration_id text not null,
  source_id text not null,
  payout_reference text not null,
  primary key (space_id, integration_id, source_id)
);
create index payout_transaction_payout on payout_transaction (space_id, integration_id, payout_reference);

-- The ledger. An account is one code in one currency of one connection.
create table account (
  space_id text not null,
  integration_id text not null,
  code text not null,
  currency text not null,
  primary key (space_id, integration_id, code, currency),
  foreign key (space_id, integration_id) references connection
);

-- Entries that give money back which another fact took. They are entered when that fact is known.
create table held_entry (
  space_id text not null,
  integration_id text not null,
  source_id text not null,
  fact_kind text not null,
  fact_source_id text not null,
  entry jsonb not null,
  primary key (space_id, integration_id, source_id),
  foreign key (space_id, integration_id) references connection
);
create index held_entry_fact on held_entry (space_id, integration_id, fact_kind, fact_source_id);

-- An entry is one money fact of a provider: a balance transaction, or a fact of a provider without them.
create table entry (
  space_id text not null,
  id text not null,
  integration_id text not null,
  source_id text not null,
  category text not null,
  currency text not null,
  gross bigint not null,
  fee bigint not null,
  net bigint not null,
  exchange_rate numeric,
  order_reference text,
  occurred_at timestamptz not null,
  available_at timestamptz,
  entered_at timestamptz not null,
  primary key (space_id, id),
  constraint entry_source unique (space_id, integration_id, source_id),
  constraint entry_net check (net = gross - fee),
  constraint entry_currency unique (space_id, id, integration_id, currency),
  foreign key (space_id, integration_id) references connection
);
create index entry_occurred on entry (space_id, occurred_at, id);
create index entry_order on entry (space_id, integration_id, order_reference) where order_reference is not null;

-- A movement is one debit and one credit of the same amount and currency, so every entry balances by its shape.
create table movement (
  space_id text not null,
  entry_id text not null,
  n smallint not null,
  integration_id text not null,
  debit text not null,
  credit text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  entered_at timestamptz not null,
  primary key (space_id, entry_id, n),
  check (debit <> credit),
  foreign key (space_id, entry_id, integration_id, currency) references entry (space_id, id, integration_id, currency),
  foreign key (space_id, integration_id, debit, currency) references account,
  foreign key (space_id, integration_id, credit, currency) references account
);
create index movement_entered on movement (space_id, integration_id, currency, entered_at);

-- Totals of whole days, a cache: it can be rebuilt from the movements at any time.
create table closing (
  space_id text not null,
  integration_id text not null,
  code text not null,
  currency text not null,
  -- Movements that were entered before this time are counted.
  until timestamptz not null,
  debit numeric not null,
  credit numeric not null,
  primary key (space_id, integration_id, code, currency)
);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % of % is refused.', tg_op, tg_table_name using errcode = '23001';
end $$;

create trigger entry_is_append_only before update or delete on entry for each row execute function refuse_ledger_change();
create trigger entry_is_not_truncated before truncate on entry for each statement execute function refuse_ledger_change();
create trigger movement_is_append_only before update or delete on movement for each row execute function refuse_ledger_change();
create trigger movement_is_not_truncated before truncate on movement for each statement execute function refuse_ledger_change();
create trigger account_is_append_only before update or delete on account for each row execute function refuse_ledger_change();
create trigger account_is_not_truncated before truncate on account for each statement execute function refuse_ledger_change();

-- What the provider last said of its balance.
create table provider_balance (
  space_id text not null,
  integration_id text not null,
  currency text not null,
  available bigint not null,
  pending bigint not null,
  reserved bigint not null,
  as_of timestamptz not null,
  primary key (space_id, integration_id, currency),
  foreign key (space_id, integration_id) references connection
);

create table reconciliation (
  space_id text not null,
  id text not null,
  integration_id text not null,
  currency text not null,
  provider bigint not null,
  ledger bigint not null,
  missing_count integer not null,
  missing_ids text[] not null,
  status text not null check (status in ('equal', 'different', 'failed')),
  created_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, integration_id) references connection
);
create index reconciliation_latest on reconciliation (space_id, integration_id, currency, id);
