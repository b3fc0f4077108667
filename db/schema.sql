-- Made by `npm run db` from db/migrations and db/functions. Read it, do not edit it.

create type tier as enum ('Bronze', 'Silver', 'Gold', 'Platinum');

create sequence draw_event_order start 1;
create sequence membership_reading start 1;
create sequence order_number start 100001;

create table announcement (
  id uuid not null,
  text text not null,
  href text default ''::text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table audit_log (
  id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  actor_role text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_label text default ''::text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text
);

create table auto_entry (
  giveaway_id uuid not null,
  user_id uuid not null,
  entry_id uuid,
  skipped text,
  created_at timestamp with time zone not null
);

create table auto_entry_preference (
  user_id uuid not null,
  enabled boolean not null,
  changed_at timestamp with time zone not null
);

create table backup_run (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  verified_at timestamp with time zone,
  size_bytes bigint,
  error text
);

create table balance_day (
  day date not null,
  orders_cents bigint not null,
  payments_cents bigint not null,
  refunds_cents bigint not null,
  repaid_cents bigint not null
);

create table batch_recipient (
  id uuid not null,
  batch_id uuid not null,
  user_id uuid not null,
  phone_hash text not null
);

create table canned_reply (
  id uuid not null,
  name text not null,
  body text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table claim_event (
  id bigint default nextval('draw_event_order'::regclass) not null,
  giveaway_id uuid not null,
  at timestamp with time zone not null,
  person_id uuid not null,
  source text not null,
  entry_ids uuid[] not null,
  numbers integer[] not null,
  marks text[] not null,
  holder text
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=5000);

create table code_use (
  id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  type text not null,
  code text not null,
  coupon_id uuid,
  owner_id uuid,
  amount_cents integer default 0 not null,
  first_order boolean default false not null,
  state text default 'held'::text not null,
  late boolean default false not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  mailbox text
) with (fillfactor=80);

create table confirmed_registration (
  registration_id uuid not null,
  user_id uuid not null,
  confirmed_at timestamp with time zone not null
);

create table consent_record (
  id uuid not null,
  user_id uuid not null,
  channel text not null,
  kind text,
  given boolean not null,
  wording text not null,
  wording_version text not null,
  source text not null,
  at timestamp with time zone not null,
  ip text default ''::text not null,
  user_agent text default ''::text not null
);

create table cosignature (
  size integer not null,
  witness text not null,
  line text not null,
  signed_at timestamp with time zone not null
);

create table coupon (
  id uuid not null,
  code text not null,
  note text default ''::text not null,
  kind text not null,
  amount integer not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  minimum_cents integer default 0 not null,
  total_limit integer,
  person_limit integer,
  first_order boolean default false not null,
  tiers tier[] default '{}'::tier[] not null,
  product_ids uuid[] default '{}'::uuid[] not null,
  combinable boolean default false not null,
  version integer default 1 not null,
  held integer default 0 not null,
  used integer default 0 not null,
  late integer default 0 not null,
  created_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  archived_at timestamp with time zone,
  edition integer default 1 not null
) with (fillfactor=80);

create table coupon_event (
  id uuid not null,
  coupon_id uuid not null,
  kind text not null,
  detail jsonb default '{}'::jsonb not null,
  actor_id uuid,
  at timestamp with time zone not null
);

create table coupon_user (
  coupon_id uuid not null,
  user_id uuid not null,
  held integer default 0 not null,
  used integer default 0 not null
) with (fillfactor=80);

create table credential (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  demands text,
  expires_at timestamp with time zone
);

create table credit_account (
  user_id uuid not null,
  tier tier not null,
  issued integer default 0 not null,
  available integer default 0 not null,
  spent integer default 0 not null,
  frozen integer default 0 not null
) with (fillfactor=70);

create table credit_holder (
  tier tier not null,
  user_id uuid not null
);

create table credit_transfer (
  id uuid not null,
  user_id uuid not null,
  tier tier not null,
  debit text not null,
  credit text not null,
  amount integer not null,
  kind text not null,
  source_type text not null,
  source_id text not null,
  description text not null,
  actor_id uuid,
  created_at timestamp with time zone default now() not null
);

create table customer_order (
  id uuid not null,
  number integer default nextval('order_number'::regclass) not null,
  user_id uuid not null,
  status text default 'pending'::text not null,
  mode text not null,
  "interval" text,
  email text not null,
  ship_to jsonb,
  sms_consent boolean default false not null,
  push_consent boolean default false not null,
  currency text default 'usd'::text not null,
  subtotal_cents integer not null,
  discount_cents integer not null,
  fee_cents integer not null,
  fee_client_cents integer not null,
  fee_platform_cents integer not null,
  shipping_cents integer not null,
  tax_cents integer not null,
  total_cents integer not null,
  payment_method text not null,
  session_id text,
  payment_intent_id text,
  subscription_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  next_reconcile_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  return_to text default 'checkout'::text not null,
  fulfilment text default 'unfulfilled'::text not null,
  carrier text,
  tracking_number text,
  cancelled_at timestamp with time zone,
  refunded_cents integer default 0 not null,
  tax_state text,
  tax_rate numeric(7,6),
  standing text generated always as (
CASE
    WHEN (status <> 'paid'::text) THEN status
    WHEN (cancelled_at IS NOT NULL) THEN 'cancelled'::text
    WHEN ((refunded_cents > 0) AND (refunded_cents = total_cents)) THEN 'refunded'::text
    WHEN (fulfilment <> 'unfulfilled'::text) THEN fulfilment
    ELSE 'paid'::text
END) stored not null,
  codes text[] default '{}'::text[] not null,
  dispute_hold text,
  refunds_blocked boolean default false not null,
  tax_owed_state text,
  tax_owed_rate numeric(7,6),
  tax_borne_cents integer default 0 not null,
  provider_customer_id text,
  saved_card_id text,
  ship_by date,
  checkout_key text,
  prefix text default 'RD'::text not null,
  terms_version integer,
  privacy_version integer,
  shipping_method text,
  cancel_asked_at timestamp with time zone
) with (fillfactor=80);

create table customer_standing (
  user_id uuid not null,
  purchase_count integer not null,
  total_credits integer not null
) with (fillfactor=80);

create table discrepancy (
  id uuid not null,
  kind text not null,
  subject text not null,
  provider_id text,
  order_id uuid,
  user_id uuid,
  ours text not null,
  theirs text not null,
  ours_cents integer,
  theirs_cents integer,
  ours_at timestamp with time zone,
  theirs_at timestamp with time zone,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by uuid,
  note text
);

create table dispute (
  id uuid not null,
  provider_id text not null,
  order_id uuid,
  invoice_id text,
  payment_intent_id text,
  amount_cents integer not null,
  currency text not null,
  reason text not null,
  status text not null,
  is_inquiry boolean not null,
  due_by timestamp with time zone,
  submission_count integer default 0 not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  version integer default 1 not null,
  read_at timestamp with time zone not null,
  effect text default 'none'::text not null,
  round integer default 0 not null,
  answered_by uuid,
  answered_at timestamp with time zone,
  accepted_at timestamp with time zone,
  accepted_by uuid
);

create table dispute_credit (
  dispute_id uuid not null,
  tier tier not null,
  owed integer not null,
  frozen integer not null,
  flagged integer not null,
  taken integer default 0 not null
);

create table dispute_movement (
  id text not null,
  dispute_id uuid not null,
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamp with time zone not null
);

create table draw (
  giveaway_id uuid not null,
  drawn_at timestamp with time zone not null,
  drawn_by uuid,
  drawn_by_role text not null,
  method text not null,
  is_early boolean not null,
  reason text,
  algorithm text not null,
  seed text,
  list jsonb,
  list_hash text,
  winner_index integer,
  winner_slot integer not null,
  winner_entry_id uuid not null,
  notify_by timestamp with time zone,
  manifest_hash text,
  round integer,
  signature text,
  log_index integer,
  places integer[]
);

create table draw_alternate (
  giveaway_id uuid not null,
  place integer not null,
  promoted_at timestamp with time zone not null,
  next_slot integer,
  next_entry_id uuid,
  reason_class text,
  notice_hash text,
  log_index integer
);

create table draw_event (
  id bigint default nextval('draw_event_order'::regclass) not null,
  giveaway_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  entry_id uuid,
  person_id uuid not null,
  number integer,
  to_number integer,
  source text,
  mark text,
  reason text,
  received_on date,
  card_number integer,
  into_person_id uuid
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=5000);

create table draw_freeze (
  giveaway_id uuid not null,
  slip smallint not null,
  manifest text not null,
  log_index integer not null,
  round integer not null,
  draws_at timestamp with time zone not null,
  frozen_at timestamp with time zone not null,
  method text not null,
  is_early boolean not null,
  reason text,
  frozen_by uuid
);

create table draw_leaf (
  giveaway_id uuid not null,
  index integer not null,
  leaf text not null,
  hash bytea not null,
  entry_id uuid,
  event_id bigint,
  created_at timestamp with time zone not null
);

create table draw_tree (
  giveaway_id uuid not null,
  size integer not null,
  root bytea not null,
  frontier bytea[] not null,
  create_index integer not null,
  head_size integer default 0 not null,
  head_at timestamp with time zone
) with (fillfactor=70);

create table email_choice (
  user_id uuid not null,
  kind text not null,
  wanted boolean not null,
  chosen_at timestamp with time zone not null
);

create table ended_session (
  family_id uuid not null,
  ended_at timestamp with time zone default now() not null
);

create table factor_enrolment (
  id uuid not null,
  user_id uuid not null,
  type text not null,
  secret text,
  phone text,
  nonce text,
  tries_left smallint default 3 not null,
  expires_at timestamp with time zone not null
);

create table free_entry_request (
  id uuid not null,
  giveaway_id uuid not null,
  email text not null,
  name text not null,
  address text not null,
  region text not null,
  birth_date date not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  entered_at timestamp with time zone,
  entered_on date,
  mailbox text,
  sender_id uuid,
  card_number integer
);

create table freeze_quorum (
  giveaway_id uuid not null,
  slip smallint not null,
  checkpoint_size integer not null,
  reached_at timestamp with time zone not null
);

create table freeze_timestamp (
  giveaway_id uuid not null,
  slip smallint not null,
  authority text not null,
  token bytea,
  stamped_at timestamp with time zone,
  asked_at timestamp with time zone not null,
  attempts integer default 1 not null,
  fault text
);

create table giveaway (
  id uuid not null,
  slug text not null,
  title text not null,
  description text not null,
  tier tier not null,
  category text not null,
  value_cents integer not null,
  total_slots integer not null,
  entry_limit smallint,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  early_access_at timestamp with time zone not null,
  subscription_visibility_only boolean default false not null,
  send_premium_emails boolean default false not null,
  send_free_user_emails boolean default false not null,
  send_premium_sms boolean default false not null,
  send_free_user_sms boolean default false not null,
  images text[] default '{}'::text[] not null,
  commitment text not null,
  closed_at timestamp with time zone,
  closed_reason text,
  closed_by uuid,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  auto_entered_at timestamp with time zone,
  version integer default 1 not null,
  published_at timestamp with time zone default now(),
  closed_note text,
  relisted_as uuid,
  image_alts jsonb default '{}'::jsonb not null,
  freezes_at timestamp with time zone,
  eligible_states text[] default ARRAY['AL'::text, 'AK'::text, 'AZ'::text, 'AR'::text, 'CA'::text, 'CO'::text, 'CT'::text, 'DE'::text, 'DC'::text, 'FL'::text, 'GA'::text, 'HI'::text, 'ID'::text, 'IL'::text, 'IN'::text, 'IA'::text, 'KS'::text, 'KY'::text, 'LA'::text, 'ME'::text, 'MD'::text, 'MA'::text, 'MI'::text, 'MN'::text, 'MS'::text, 'MO'::text, 'MT'::text, 'NE'::text, 'NV'::text, 'NH'::text, 'NJ'::text, 'NM'::text, 'NY'::text, 'NC'::text, 'ND'::text, 'OH'::text, 'OK'::text, 'OR'::text, 'PA'::text, 'RI'::text, 'SC'::text, 'SD'::text, 'TN'::text, 'TX'::text, 'UT'::text, 'VT'::text, 'VA'::text, 'WA'::text, 'WV'::text, 'WI'::text, 'WY'::text] not null,
  minimum_age smallint,
  rules_version integer,
  highest_value_cents integer,
  widest_states text[],
  settings_since integer
);

create table giveaway_alert (
  giveaway_id uuid not null,
  begun_at timestamp with time zone not null
);

create table giveaway_entry (
  id uuid not null,
  giveaway_id uuid not null,
  user_id uuid,
  slot_number integer not null,
  is_auto_entry boolean default false not null,
  is_private boolean default false not null,
  is_staff boolean default false not null,
  mail_name text,
  mail_email text,
  created_at timestamp with time zone not null,
  created_by uuid,
  removed_at timestamp with time zone,
  removed_by uuid,
  removed_reason text,
  is_forfeited boolean default false not null,
  mail_received_on date,
  mail_postmarked_on date,
  dispute_id uuid,
  mark text,
  mail_sender_id uuid,
  card_number integer,
  removed_as text,
  rules_version integer
);

create table giveaway_participant (
  giveaway_id uuid not null,
  user_id uuid not null,
  entry_count smallint not null
) with (fillfactor=70);

create table giveaway_rules (
  giveaway_id uuid not null,
  version integer not null,
  clauses jsonb not null,
  hash text not null,
  reason text,
  published_at timestamp with time zone not null,
  by_id uuid
);

create table giveaway_seed (
  giveaway_id uuid not null,
  seed text not null
);

create table growing_delay (
  key text not null,
  tries integer not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null
);

create table hidden_customer (
  user_id uuid not null,
  hidden_at timestamp with time zone not null
);

create table holder_key (
  giveaway_id uuid not null,
  sealed text not null
);

create table idempotency_key (
  scope text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  content_type text,
  body text,
  created_at timestamp with time zone default now() not null,
  attempt integer default 1 not null,
  committed boolean default false not null
);

create table inbound_sms (
  message_sid text not null,
  phone_hash text not null,
  keyword text,
  reply text,
  received_at timestamp with time zone not null
);

create table ledger_audit (
  finished_at timestamp with time zone not null,
  fault_count integer not null
);

create table legal_acceptance (
  user_id uuid not null,
  kind text not null,
  version integer not null,
  how text not null,
  ip text,
  accepted_at timestamp with time zone not null
);

create table legal_document (
  kind text not null,
  version integer not null,
  title text not null,
  clauses jsonb not null,
  hash text not null,
  published_at timestamp with time zone not null,
  template_version integer
);

create table legal_reading (
  kind text not null,
  version integer not null,
  read_at timestamp with time zone not null
);

create table legal_template (
  kind text not null,
  version integer not null,
  clauses jsonb,
  draft jsonb,
  seen jsonb not null,
  updated_at timestamp with time zone not null
);

create table log_checkpoint (
  size integer not null,
  note text not null,
  created_at timestamp with time zone not null
);

create table log_conflict (
  witness text not null,
  known_size integer,
  seen_at timestamp with time zone not null
);

create table log_key (
  name text not null,
  purpose text not null,
  vkey text not null,
  sealed text not null
);

create table log_policy (
  hash text not null,
  policy text not null,
  created_at timestamp with time zone not null
);

create table lost_order (
  order_id uuid not null,
  session_id text not null,
  email text,
  payment_intent_id text,
  subscription_id text,
  amount_cents integer not null,
  currency text not null,
  found_at timestamp with time zone not null,
  refunded_at timestamp with time zone
);

create table mail_card (
  number integer not null,
  giveaway_id uuid not null,
  sender_id uuid,
  received_on date not null,
  postmarked_on date,
  typed_by uuid,
  typed_at timestamp with time zone not null,
  needs_second boolean not null,
  state text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  entry_id uuid,
  is_opening_tallied boolean default false not null,
  is_decision_tallied boolean default false not null,
  channel text default 'mail'::text not null,
  extra_of integer,
  opened_at timestamp with time zone,
  opened_by uuid,
  taken_by uuid,
  taken_until timestamp with time zone
);

create table mail_card_scan (
  card_number integer not null,
  file_key text not null,
  stored_at timestamp with time zone not null,
  stored_by uuid
);

create table mail_register (
  is_only boolean default true not null,
  last_number integer default 0 not null
);

create table mail_sender (
  id uuid not null,
  name text not null,
  address text,
  email text,
  name_key text,
  address_key text,
  user_id uuid,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  birth_date date,
  region text
);

create table membership (
  id uuid not null,
  user_id uuid not null,
  provider_id text,
  plan text not null,
  status text not null,
  started_at timestamp with time zone not null,
  current_period_ends_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  price_cents integer default 2499 not null,
  current_period_started_at timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  ended_at timestamp with time zone,
  benefit_month text default ''::text not null,
  benefit_issued_at timestamp with time zone,
  reading bigint default 0 not null,
  customer_id text,
  read_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  renewal_notified_for timestamp with time zone,
  next_plan text,
  next_price_cents integer,
  end_asked_at timestamp with time zone,
  ended_unpaid boolean default false not null
);

create table membership_invoice (
  id text not null,
  membership_id uuid not null,
  user_id uuid not null,
  reason text not null,
  status text not null,
  amount_cents integer not null,
  refunded_cents integer default 0 not null,
  payment_intent_id text,
  hosted_url text,
  plan text not null,
  period_started_at timestamp with time zone not null,
  period_ends_at timestamp with time zone not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone,
  last_attempt_notified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone
);

create table membership_refund (
  id text not null,
  invoice_id text not null,
  status text not null,
  amount_cents integer not null,
  created_at timestamp with time zone not null
);

create table message (
  id uuid not null,
  user_id uuid,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  data jsonb,
  state text default 'waiting'::text not null,
  kind text,
  once_key text,
  next_attempt_at timestamp with time zone default now() not null,
  attempts smallint default 0 not null,
  reason text,
  cap_month date,
  batch_id uuid,
  submitted_at timestamp with time zone,
  failing_since timestamp with time zone,
  unsubscribe_url text,
  attachments jsonb
);

create table message_batch (
  id uuid not null,
  state text default 'going'::text not null,
  sent integer default 0 not null,
  dropped integer default 0 not null,
  failed integer default 0 not null
);

create table notification_preference (
  user_id uuid not null,
  push_opt_in boolean default false not null,
  giveaway_alerts boolean default true not null,
  order_updates boolean default true not null,
  promotional_offers boolean default false not null,
  cart_reminders boolean default true not null,
  email_opt_in boolean default true not null,
  time_zone text,
  updated_at timestamp with time zone default now() not null
);

create table obligation (
  giveaway_id uuid not null,
  duty text not null,
  state text not null,
  note text,
  done_on date,
  file_key text,
  file_name text,
  file_type text,
  table_version integer not null,
  value_cents integer not null,
  begins_at timestamp with time zone not null,
  by_id uuid,
  at timestamp with time zone not null,
  rules_hash text
);

create table offer_campaign (
  id uuid not null,
  subject text not null,
  body text not null,
  sms text,
  push_body text,
  created_by uuid,
  created_at timestamp with time zone not null
);

create table once_mark (
  kind text not null,
  hash bytea not null,
  uses integer default 1 not null,
  day date,
  lapses_at timestamp with time zone not null
);

create table opening_request (
  id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null
);

create table order_event (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  note text,
  at timestamp with time zone not null,
  actor_id uuid,
  detail jsonb default '{}'::jsonb not null
);

create table order_line (
  order_id uuid not null,
  "position" smallint not null,
  product_id uuid not null,
  variant_id uuid not null,
  name text not null,
  options jsonb not null,
  image text,
  tier tier not null,
  entries integer not null,
  list_cents integer not null,
  unit_cents integer not null,
  quantity integer not null,
  backordered integer default 0 not null,
  discount_cents integer default 0 not null,
  refunded integer default 0 not null,
  sku text
);

create table own_page (
  id uuid not null,
  slug text not null,
  title text not null,
  body text not null,
  is_draft boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table own_page_redirect (
  slug text not null,
  page_id uuid not null
);

create table parity_simulation (
  giveaway_id uuid not null,
  bought integer not null,
  free integer not null,
  draws integer not null,
  bought_wins integer not null,
  seed text not null,
  simulated_at timestamp with time zone not null
);

create table passkey (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);

create table payment_customer (
  customer_id text not null,
  user_id uuid not null,
  provider text not null,
  created_at timestamp with time zone not null
);

create table picture (
  key text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone
);

create table price_alert (
  user_id uuid not null,
  product_id uuid not null,
  channel text not null,
  price_cents integer not null,
  created_at timestamp with time zone not null,
  noticed_at timestamp with time zone
);

create table process_beat (
  instance text not null,
  role text not null,
  release text not null,
  started_at timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  overload smallint not null,
  outages jsonb not null
);

create table product (
  id uuid not null,
  slug text not null,
  name text not null,
  description text default ''::text not null,
  tier tier default 'Bronze'::tier not null,
  price_cents integer not null,
  sale_price_cents integer,
  paid_cents integer generated always as (COALESCE(sale_price_cents, price_cents)) stored not null,
  entries integer default 0 not null,
  category text not null,
  display_order integer,
  placement double precision default random() not null,
  is_subscription boolean default false not null,
  "interval" text default 'month'::text not null,
  features text[] default '{}'::text[] not null,
  specifications json default '{}'::json not null,
  rating_count integer default 0 not null,
  rating_total integer default 0 not null,
  for_sale boolean default true not null,
  search tsvector generated always as (((setweight(to_tsvector('english'::regconfig, name), 'A'::"char") || setweight(to_tsvector('english'::regconfig, category), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, description), 'C'::"char"))) stored not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  rating_stars integer[] default '{0,0,0,0,0}'::integer[] not null,
  draft_since timestamp with time zone
);

create table product_image (
  product_id uuid not null,
  "position" smallint not null,
  picture_key text not null,
  alt text not null
);

create table product_review (
  id uuid not null,
  product_id uuid not null,
  user_id uuid not null,
  order_id uuid not null,
  author text not null,
  rating smallint not null,
  title text not null,
  body text not null,
  status text default 'pending'::text not null,
  rejection_reason text,
  moderated_by uuid,
  moderated_at timestamp with time zone,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  report_count integer default 0 not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  version integer default 1 not null
);

create table product_review_picture (
  review_id uuid not null,
  "position" smallint not null,
  picture_key text not null
);

create table product_variant (
  id uuid not null,
  product_id uuid not null,
  sku text not null,
  options jsonb default '{}'::jsonb not null,
  stock_on_hand integer,
  held integer default 0 not null,
  "position" smallint default 0 not null,
  picture_key text,
  archived_at timestamp with time zone,
  price_cents integer,
  weight_grams integer,
  place text
) with (fillfactor=80);

create table product_word (
  word text not null
);

create table provider_dispute (
  id text not null,
  is_open boolean not null,
  seen_at timestamp with time zone not null
);

create table provider_movement (
  id text not null,
  dispute_id text not null,
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamp with time zone not null
);

create table provider_pass (
  list text not null,
  depth text,
  since timestamp with time zone,
  started_at timestamp with time zone,
  page_after text,
  covered_until timestamp with time zone,
  usual_at timestamp with time zone,
  deep_at timestamp with time zone
);

create table provider_payment (
  id text not null,
  kind text not null,
  status text not null,
  amount_cents integer not null,
  currency text not null,
  counted_cents integer generated always as (
CASE
    WHEN ((currency = 'usd'::text) AND
    CASE kind
        WHEN 'charge'::text THEN (status = 'succeeded'::text)
        ELSE (status <> 'failed'::text)
    END) THEN amount_cents
    ELSE 0
END) stored not null,
  payment_intent_id text,
  order_id uuid,
  invoice_id text,
  subscription_id text,
  at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  booked_at timestamp with time zone
);

create table provider_subscription (
  id text not null,
  status text not null,
  order_id uuid,
  began_at timestamp with time zone not null,
  seen_at timestamp with time zone not null
);

create table push_endpoint (
  id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  channel_type text default 'WEB_PUSH'::text not null,
  platform text default ''::text not null,
  user_agent text default ''::text not null,
  language text default ''::text not null,
  enabled boolean default true not null,
  created_at timestamp with time zone default now() not null,
  last_ok_at timestamp with time zone
);

create table rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint
);

create table receipt_mail (
  giveaway_id uuid not null,
  leaf_count integer not null
);

create table reconciler (
  singleton boolean default true not null,
  leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  compared_at timestamp with time zone,
  compared_all_at timestamp with time zone,
  comparing_all_from timestamp with time zone
);

create table recorded_sale (
  id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  paid_at timestamp with time zone not null,
  pieces integer not null,
  credits integer not null,
  product_name text not null,
  state text,
  withdrawn_at timestamp with time zone
);

create table recovery_code (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table referral (
  email text not null,
  code text,
  created_at timestamp with time zone not null
);

create table referral_code (
  user_id uuid not null,
  code text not null,
  created_at timestamp with time zone not null
);

create table referral_reward (
  referred_id uuid not null,
  owner_id uuid not null,
  order_id uuid not null,
  tier tier not null,
  credits integer not null,
  taken_back integer default 0 not null,
  granted_at timestamp with time zone not null,
  mailbox text
);

create table refund (
  id uuid not null,
  order_id uuid not null,
  status text default 'requested'::text not null,
  attempt integer default 1 not null,
  provider_id text,
  origin text default 'staff'::text not null,
  reason text not null,
  actor_id uuid,
  spent_credits text default 'balance'::text not null,
  credits_taken jsonb default '{}'::jsonb not null,
  entries_removed integer default 0 not null,
  subtotal_cents integer not null,
  discount_cents integer not null,
  fee_client_cents integer not null,
  fee_platform_cents integer not null,
  shipping_cents integer not null,
  tax_cents integer not null,
  amount_cents integer not null,
  created_at timestamp with time zone not null,
  notified_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  tax_only boolean default false not null
);

create table refund_line (
  refund_id uuid not null,
  order_id uuid not null,
  "position" smallint not null,
  quantity integer not null,
  net_cents integer not null,
  restocked boolean default false not null
);

create table registration (
  id uuid not null,
  email text not null,
  password_hash text not null,
  name text not null,
  phone text not null,
  birth_date date not null,
  created_at timestamp with time zone not null,
  ip text default ''::text not null,
  referral_code text,
  referred_at timestamp with time zone,
  device text,
  shipping_address jsonb,
  consents jsonb default '{}'::jsonb not null,
  user_agent text default ''::text not null
);

create table revenue_check (
  checked_at timestamp with time zone not null,
  facts_cents bigint not null,
  rolled_cents bigint not null,
  repaired_days date[] not null,
  repaired_months date[] default '{}'::date[] not null
);

create table revenue_day (
  dimension text not null,
  day date not null,
  key text not null,
  name text,
  orders integer not null,
  pieces integer not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  fee_client_cents bigint not null,
  fee_platform_cents bigint not null,
  shipping_cents bigint not null,
  tax_cents bigint not null,
  refunds integer not null,
  refund_subtotal_cents bigint not null,
  refund_discount_cents bigint not null,
  refund_fee_client_cents bigint not null,
  refund_fee_platform_cents bigint not null,
  refund_shipping_cents bigint not null,
  refund_tax_cents bigint not null,
  renewals integer not null,
  renewal_cents bigint not null,
  dispute_cents bigint default 0 not null,
  dispute_fee_cents bigint default 0 not null
);

create table revenue_month (
  dimension text not null,
  day date not null,
  key text not null,
  name text,
  orders integer not null,
  pieces integer not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  fee_client_cents bigint not null,
  fee_platform_cents bigint not null,
  shipping_cents bigint not null,
  tax_cents bigint not null,
  refunds integer not null,
  refund_subtotal_cents bigint not null,
  refund_discount_cents bigint not null,
  refund_fee_client_cents bigint not null,
  refund_fee_platform_cents bigint not null,
  refund_shipping_cents bigint not null,
  refund_tax_cents bigint not null,
  renewals integer not null,
  renewal_cents bigint not null,
  dispute_cents bigint default 0 not null,
  dispute_fee_cents bigint default 0 not null
);

create table revenue_rolled_day (
  day date not null,
  rolled_at timestamp with time zone not null
);

create table revenue_rolled_month (
  month date not null
);

create table revenue_stale_day (
  day date not null
);

create table review (
  id uuid not null,
  product_id uuid not null,
  author text not null,
  rating smallint not null,
  title text not null,
  body text not null,
  created_at timestamp with time zone default now() not null
);

create table review_invitation (
  order_id uuid not null,
  delivered_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);

create table review_report (
  review_id uuid not null,
  user_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null
);

create table saved_address (
  id uuid not null,
  user_id uuid not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  saved_at timestamp with time zone not null,
  is_doubtful boolean
);

create table saved_cart (
  user_id uuid not null,
  items jsonb default '[]'::jsonb not null,
  revision integer default 1 not null,
  updated_at timestamp with time zone not null
) with (fillfactor=80);

create table saved_filter (
  id uuid not null,
  user_id uuid not null,
  tab text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null
);

create table sealed_giveaway_seed (
  giveaway_id uuid not null,
  sealed text not null
);

create table sealed_signing_key (
  kid uuid not null,
  sealed_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null
);

create table search_document (
  product_id uuid not null,
  head tsvector not null,
  words tsvector not null
);

create table second_factor (
  user_id uuid not null,
  type text not null,
  secret text,
  phone text,
  last_step integer,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);

create table session (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  proved_at timestamp with time zone default now() not null,
  active_at timestamp with time zone,
  family_id uuid,
  access_version integer
);

create table settlement_attempt (
  id uuid not null,
  session_id text not null,
  order_id uuid,
  user_id uuid,
  actor_id uuid not null,
  status text not null,
  issue text,
  at timestamp with time zone not null
);

create table setup_code (
  hash text not null,
  expires_at timestamp with time zone not null
);

create table shipping_address (
  user_id uuid not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text default 'US'::text not null,
  updated_at timestamp with time zone default now() not null,
  address_id uuid default gen_random_uuid() not null,
  is_doubtful boolean
);

create table shipping_band (
  method_id uuid not null,
  from_measure integer not null,
  below_measure integer,
  cents integer not null,
  follows integer generated always as (NULLIF(from_measure, 0)) stored
);

create table shipping_method (
  id uuid not null,
  zone_id uuid not null,
  "position" smallint not null,
  name text not null,
  measure text not null,
  free_from_cents integer,
  tare_grams integer default 0 not null,
  days_from smallint,
  days_to smallint
);

create table shipping_zone (
  id uuid not null,
  name text not null,
  is_served boolean default true not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table shipping_zone_state (
  state text not null,
  zone_id uuid not null
);

create table shop_log (
  index integer not null,
  kind text not null,
  giveaway_id uuid,
  leaf text not null,
  hash bytea not null,
  created_at timestamp with time zone not null
);

create table shop_log_tree (
  is_only boolean default true not null,
  size integer not null,
  root bytea not null,
  frontier bytea[] not null
) with (fillfactor=70);

create table shop_secret (
  name text not null,
  value text not null
);

create table shop_settings (
  id boolean default true not null,
  version integer default 1 not null,
  chosen jsonb default '{}'::jsonb not null,
  chosen_by jsonb default '{}'::jsonb not null,
  opened_at timestamp with time zone
);

create table shop_zone (
  since timestamp with time zone not null,
  zone text not null
);

create table sign_in_challenge (
  id uuid not null,
  type text not null,
  registration_id uuid,
  expires_at timestamp with time zone not null,
  user_id uuid,
  nonce text,
  tries_left smallint default 3 not null,
  began_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  by_email boolean default false not null,
  access_version integer
);

create table signing_key (
  kid text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone default now() not null
);

create table sms_campaign (
  id uuid not null,
  text text not null,
  body text not null,
  text_hash text not null,
  audience text not null,
  ids uuid[] default '{}'::uuid[] not null,
  filter jsonb default '{}'::jsonb not null,
  state text default 'running'::text not null,
  cursor uuid,
  finished_at timestamp with time zone,
  processed_count integer default 0 not null,
  queued integer default 0 not null,
  skipped jsonb default '{}'::jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null
);

create table sms_month (
  phone_hash text not null,
  month date not null,
  sent smallint not null
);

create table sms_stop (
  phone_hash text not null,
  stopped_at timestamp with time zone not null
);

create table staff_proposal (
  id uuid not null,
  kind text not null,
  title text not null,
  subject_type text not null,
  subject_id text not null,
  subject_label text not null,
  people uuid[] default '{}'::uuid[] not null,
  rights text[] not null,
  input jsonb not null,
  facts jsonb default '[]'::jsonb not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text
);

create table stock_alert (
  id uuid not null,
  product_id uuid not null,
  variant_id uuid,
  user_id uuid,
  email text not null,
  channel text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  sent_at timestamp with time zone
);

create table storefront_part (
  name text not null,
  content jsonb,
  version integer default 1 not null,
  updated_at timestamp with time zone,
  draft jsonb
);

create table support_cooldown (
  user_id uuid not null,
  until timestamp with time zone not null
);

create table support_post (
  id uuid not null,
  ticket_id uuid not null,
  kind text not null,
  author_id uuid,
  body text not null,
  created_at timestamp with time zone not null
);

create table support_ticket (
  id uuid not null,
  type text not null,
  user_id uuid not null,
  subject text not null,
  message text not null,
  priority text default 'medium'::text not null,
  status text not null,
  assigned_to uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  changed_by uuid,
  answer_due_at timestamp with time zone
);

create table tax_form (
  winner_id uuid not null,
  tax_year smallint not null,
  first_name text not null,
  last_name text not null,
  number_kind text not null,
  sealed_number text not null,
  is_backup_withheld boolean not null,
  signed_as text not null,
  signed_at timestamp with time zone not null,
  address jsonb
);

create table token_revocation (
  user_id uuid not null,
  revoked_before timestamp with time zone not null
);

create table tree_block (
  tree_id uuid not null,
  index integer not null,
  root bytea not null
);

create table two_persons_setting (
  settings_version integer not null,
  from_cents integer,
  is_one_person_desk boolean
);

create table user_note (
  id uuid not null,
  user_id uuid not null,
  note text not null,
  author_id uuid,
  created_at timestamp with time zone not null
);

create table users (
  id uuid not null,
  email text not null,
  email_verified boolean default false not null,
  name text not null,
  image text,
  phone text,
  birth_date date,
  role text default 'user'::text not null,
  enabled boolean default true not null,
  sms_consent boolean default false not null,
  push_consent boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  merged_into uuid,
  mailbox_unproven boolean default false not null,
  offered_role text,
  made_by_registration uuid,
  registering_session uuid,
  access_version integer default 1 not null
);

create table verification_code (
  id uuid not null,
  purpose text not null,
  subject_id uuid not null,
  code_hash text not null,
  tries_left smallint default 3 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  holder uuid,
  stranger_tries_left smallint default 3 not null
);

create table webhook_event (
  event_id text not null,
  type text not null,
  object_id text not null,
  body text not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone
);

create table winner (
  id uuid not null,
  giveaway_id uuid not null,
  place integer not null,
  user_id uuid,
  state text default 'drawn'::text not null,
  drawn_at timestamp with time zone not null,
  selected_at timestamp with time zone not null,
  notice_id uuid,
  notified_at timestamp with time zone,
  answer_due_at timestamp with time zone,
  reminders smallint default 0 not null,
  answered_at timestamp with time zone,
  ship_to jsonb,
  carrier text,
  tracking_number text,
  shipped_at timestamp with time zone,
  done_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_reason text,
  task text,
  task_due_at timestamp with time zone
);

create table winner_contact_change (
  id uuid not null,
  user_id uuid not null,
  email text,
  phone text,
  at timestamp with time zone not null
);

create table winner_message (
  id uuid not null,
  winner_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  subject text not null,
  body text,
  sent_by uuid,
  message_id uuid
);

create table winner_notice (
  winner_id uuid not null,
  text text not null,
  hash text not null,
  created_at timestamp with time zone not null
);

create table winner_paper (
  winner_id uuid not null,
  kind text not null,
  status text default 'asked'::text not null,
  asked_at timestamp with time zone not null,
  status_at timestamp with time zone not null
);

create table winner_pass (
  id uuid not null,
  winner_id uuid not null,
  ends_as text not null,
  reason_class text not null,
  reason text not null,
  proposed_by uuid,
  proposed_at timestamp with time zone not null,
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text
);

create table winner_story (
  id uuid not null,
  winner_id uuid not null,
  name text not null,
  state text,
  words text not null,
  picture_key text,
  status text default 'pending'::text not null,
  refusal_reason text,
  written_at timestamp with time zone not null,
  shown_at timestamp with time zone,
  moderated_by uuid,
  moderated_at timestamp with time zone,
  version integer default 1 not null
);

create table winner_story_consent (
  id uuid not null,
  winner_id uuid not null,
  given boolean not null,
  wording text not null,
  wording_version text not null,
  at timestamp with time zone not null,
  ip text not null,
  user_agent text not null
);

create table wish (
  user_id uuid not null,
  product_id uuid not null,
  variant_id uuid,
  price_cents integer not null,
  created_at timestamp with time zone not null
);

create table stripe_sandbox.delivery (
  event_id text not null,
  due_at timestamp with time zone,
  attempts integer default 0 not null,
  delivered_at timestamp with time zone,
  last_failure text
);

create table stripe_sandbox.event (
  seq bigint generated always as identity not null,
  id text not null,
  type text not null,
  payload text not null,
  created_at timestamp with time zone not null
) with (toast_tuple_target=8160);

create table stripe_sandbox.idempotency_key (
  key text not null,
  fingerprint text not null,
  status smallint not null,
  answer text not null,
  created_at timestamp with time zone not null
) with (toast_tuple_target=8160);

create table stripe_sandbox.object (
  seq bigint generated always as identity not null,
  id text not null,
  kind text not null,
  version integer default 1 not null,
  data jsonb not null,
  hidden jsonb not null,
  refs text[] not null,
  due_at timestamp with time zone
) with (toast_tuple_target=8160);

alter table announcement add constraint announcement_href CHECK ((length(href) <= 2000));
alter table announcement add constraint announcement_pkey PRIMARY KEY (id);
alter table announcement add constraint announcement_text CHECK (((length(text) >= 1) AND (length(text) <= 160)));
alter table announcement add constraint announcement_time CHECK ((ends_at > begins_at));
alter table audit_log add constraint audit_log_action_check CHECK (((length(action) >= 1) AND (length(action) <= 60)));
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);
alter table audit_log add constraint audit_log_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table audit_log add constraint audit_log_subject_id_check CHECK (((length(subject_id) >= 1) AND (length(subject_id) <= 200)));
alter table audit_log add constraint audit_log_subject_label_check CHECK ((length(subject_label) <= 200));
alter table audit_log add constraint audit_log_subject_type_check CHECK (((length(subject_type) >= 1) AND (length(subject_type) <= 40)));
alter table auto_entry add constraint auto_entry_check CHECK (((entry_id IS NULL) = (skipped IS NOT NULL)));
alter table auto_entry add constraint auto_entry_pkey PRIMARY KEY (giveaway_id, user_id);
alter table auto_entry add constraint auto_entry_skipped_check CHECK ((skipped = ANY (ARRAY['already_in'::text, 'under_age'::text, 'address_needed'::text, 'entry_limit'::text, 'credit_needed'::text, 'sold_out'::text, 'under_giveaway_age'::text, 'address_abroad'::text, 'state_unknown'::text, 'state_excluded'::text])));
alter table auto_entry add constraint auto_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table auto_entry_preference add constraint auto_entry_preference_pkey PRIMARY KEY (user_id);
alter table auto_entry_preference add constraint auto_entry_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table backup_run add constraint backup_run_check CHECK ((finished_at >= started_at));
alter table backup_run add constraint backup_run_check1 CHECK (((verified_at IS NULL) OR (finished_at IS NOT NULL)));
alter table backup_run add constraint backup_run_error_check CHECK (((char_length(error) >= 1) AND (char_length(error) <= 2000)));
alter table backup_run add constraint backup_run_kind_check CHECK ((kind ~ '^[a-z][a-z_-]{0,29}$'::text));
alter table backup_run add constraint backup_run_pkey PRIMARY KEY (id);
alter table backup_run add constraint backup_run_size_bytes_check CHECK ((size_bytes >= 0));
alter table balance_day add constraint balance_day_pkey PRIMARY KEY (day);
alter table batch_recipient add constraint batch_recipient_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES message_batch(id) ON DELETE CASCADE;
alter table batch_recipient add constraint batch_recipient_batch_id_phone_hash_key UNIQUE (batch_id, phone_hash);
alter table batch_recipient add constraint batch_recipient_batch_id_user_id_key UNIQUE (batch_id, user_id);
alter table batch_recipient add constraint batch_recipient_pkey PRIMARY KEY (id);
alter table batch_recipient add constraint batch_recipient_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table canned_reply add constraint canned_reply_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000)));
alter table canned_reply add constraint canned_reply_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)));
alter table canned_reply add constraint canned_reply_pkey PRIMARY KEY (id);
alter table code_use add constraint code_use_amount_cents_check CHECK ((amount_cents >= 0));
alter table code_use add constraint code_use_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id);
alter table code_use add constraint code_use_order_id_code_key UNIQUE (order_id, code);
alter table code_use add constraint code_use_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id) DEFERRABLE INITIALLY DEFERRED;
alter table code_use add constraint code_use_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table code_use add constraint code_use_pkey PRIMARY KEY (id);
alter table code_use add constraint code_use_state_check CHECK ((state = ANY (ARRAY['held'::text, 'used'::text, 'released'::text])));
alter table code_use add constraint code_use_type_check CHECK ((type = ANY (ARRAY['coupon'::text, 'referral'::text])));
alter table code_use add constraint code_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table code_use add constraint no_self_referral CHECK ((owner_id <> user_id));
alter table code_use add constraint only_used_is_late CHECK (((state = 'used'::text) OR (NOT late)));
alter table code_use add constraint use_is_of_one_kind CHECK ((((type = 'coupon'::text) = (coupon_id IS NOT NULL)) AND ((type = 'referral'::text) = (owner_id IS NOT NULL))));
alter table code_use add constraint used_has_time CHECK (((state = 'used'::text) = (used_at IS NOT NULL)));
alter table confirmed_registration add constraint confirmed_registration_pkey PRIMARY KEY (registration_id);
alter table confirmed_registration add constraint confirmed_registration_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table consent_record add constraint consent_record_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text, 'push'::text])));
alter table consent_record add constraint consent_record_pkey PRIMARY KEY (id);
alter table consent_record add constraint consent_record_source_check CHECK (((length(source) >= 1) AND (length(source) <= 40)));
alter table consent_record add constraint consent_record_wording_check CHECK (((length(wording) >= 1) AND (length(wording) <= 1000)));
alter table consent_record add constraint consent_record_wording_version_check CHECK (((length(wording_version) >= 1) AND (length(wording_version) <= 40)));
alter table cosignature add constraint cosignature_pkey PRIMARY KEY (size, witness);
alter table cosignature add constraint cosignature_size_fkey FOREIGN KEY (size) REFERENCES log_checkpoint(size);
alter table coupon add constraint coupon_check CHECK (((amount >= 0) AND ((kind = 'flat'::text) OR (amount <= 10000))));
alter table coupon add constraint coupon_check1 CHECK (((late >= 0) AND (late <= used)));
alter table coupon add constraint coupon_code_check CHECK ((code ~ '^[A-Z0-9][A-Z0-9_-]{2,31}$'::text));
alter table coupon add constraint coupon_held_check CHECK ((held >= 0));
alter table coupon add constraint coupon_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'flat'::text])));
alter table coupon add constraint coupon_minimum_cents_check CHECK ((minimum_cents >= 0));
alter table coupon add constraint coupon_note_check CHECK ((length(note) <= 500));
alter table coupon add constraint coupon_person_limit_check CHECK ((person_limit > 0));
alter table coupon add constraint coupon_pkey PRIMARY KEY (id);
alter table coupon add constraint coupon_total_limit_check CHECK ((total_limit > 0));
alter table coupon add constraint coupon_used_check CHECK ((used >= 0));
alter table coupon add constraint ends_after_start CHECK ((ends_at > starts_at));
alter table coupon add constraint never_overused CHECK ((((held + used) - late) <= total_limit));
alter table coupon_event add constraint coupon_event_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id);
alter table coupon_event add constraint coupon_event_detail_check CHECK ((jsonb_typeof(detail) = 'object'::text));
alter table coupon_event add constraint coupon_event_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'changed'::text, 'paused'::text, 'resumed'::text, 'archived'::text])));
alter table coupon_event add constraint coupon_event_pkey PRIMARY KEY (id);
alter table coupon_user add constraint coupon_user_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id);
alter table coupon_user add constraint coupon_user_held_check CHECK ((held >= 0));
alter table coupon_user add constraint coupon_user_pkey PRIMARY KEY (coupon_id, user_id);
alter table coupon_user add constraint coupon_user_used_check CHECK ((used >= 0));
alter table coupon_user add constraint coupon_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table credential add constraint credential_demands_check CHECK ((demands = ANY (ARRAY['new-password'::text, 'reset'::text])));
alter table credential add constraint credential_pkey PRIMARY KEY (id);
alter table credential add constraint credential_provider_id_account_id_key UNIQUE (provider_id, account_id);
alter table credential add constraint credential_temporary CHECK (((expires_at IS NULL) OR (demands = 'new-password'::text)));
alter table credential add constraint credential_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table credit_account add constraint books_balance CHECK ((issued = ((available + spent) + frozen)));
alter table credit_account add constraint credit_account_available_check CHECK ((available >= 0));
alter table credit_account add constraint credit_account_frozen_check CHECK ((frozen >= 0));
alter table credit_account add constraint credit_account_pkey PRIMARY KEY (user_id, tier);
alter table credit_account add constraint credit_account_spent_check CHECK ((spent >= 0));
alter table credit_account add constraint credit_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table credit_holder add constraint credit_holder_pkey PRIMARY KEY (tier, user_id);
alter table credit_holder add constraint credit_holder_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table credit_transfer add constraint credit_transfer_amount_check CHECK ((amount > 0));
alter table credit_transfer add constraint credit_transfer_check CHECK ((debit <> credit));
alter table credit_transfer add constraint credit_transfer_credit_check CHECK ((credit = ANY (ARRAY['issued'::text, 'available'::text, 'spent'::text, 'frozen'::text])));
alter table credit_transfer add constraint credit_transfer_debit_check CHECK ((debit = ANY (ARRAY['issued'::text, 'available'::text, 'spent'::text, 'frozen'::text])));
alter table credit_transfer add constraint credit_transfer_once UNIQUE (kind, source_type, source_id, tier);
alter table credit_transfer add constraint credit_transfer_pkey PRIMARY KEY (id);
alter table credit_transfer add constraint credit_transfer_user_id_tier_fkey FOREIGN KEY (user_id, tier) REFERENCES credit_account(user_id, tier);
alter table customer_order add constraint customer_order_carrier_check CHECK (((length(carrier) >= 1) AND (length(carrier) <= 60)));
alter table customer_order add constraint customer_order_check CHECK (((discount_cents >= 0) AND (discount_cents <= subtotal_cents)));
alter table customer_order add constraint customer_order_codes_check CHECK ((cardinality(codes) <= 5));
alter table customer_order add constraint customer_order_dispute_hold_check CHECK ((dispute_hold = ANY (ARRAY['open'::text, 'lost'::text])));
alter table customer_order add constraint customer_order_fee_cents_check CHECK ((fee_cents >= 0));
alter table customer_order add constraint customer_order_fee_client_cents_check CHECK ((fee_client_cents >= 0));
alter table customer_order add constraint customer_order_fee_platform_cents_check CHECK ((fee_platform_cents >= 0));
alter table customer_order add constraint customer_order_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['unfulfilled'::text, 'packed'::text, 'shipped'::text, 'delivered'::text])));
alter table customer_order add constraint customer_order_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text])));
alter table customer_order add constraint customer_order_mode_check CHECK ((mode = ANY (ARRAY['payment'::text, 'subscription'::text])));
alter table customer_order add constraint customer_order_number_key UNIQUE (number);
alter table customer_order add constraint customer_order_payment_intent_id_key UNIQUE (payment_intent_id);
alter table customer_order add constraint customer_order_payment_method_check CHECK ((payment_method ~ '^[a-z_]{1,20}$'::text)) NOT VALID;
alter table customer_order add constraint customer_order_pkey PRIMARY KEY (id);
alter table customer_order add constraint customer_order_return_to_check CHECK ((return_to = ANY (ARRAY['checkout'::text, 'dashboard'::text])));
alter table customer_order add constraint customer_order_session_id_key UNIQUE (session_id);
alter table customer_order add constraint customer_order_shipping_cents_check CHECK ((shipping_cents >= 0));
alter table customer_order add constraint customer_order_shipping_method_check CHECK (((length(shipping_method) >= 1) AND (length(shipping_method) <= 60))) NOT VALID;
alter table customer_order add constraint customer_order_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'cancelled'::text, 'failed'::text, 'review'::text])));
alter table customer_order add constraint customer_order_subscription_id_key UNIQUE (subscription_id);
alter table customer_order add constraint customer_order_subtotal_cents_check CHECK ((subtotal_cents >= 0));
alter table customer_order add constraint customer_order_tax_cents_check CHECK ((tax_cents >= 0));
alter table customer_order add constraint customer_order_tracking_number_check CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 60)));
alter table customer_order add constraint customer_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table customer_order add constraint fee_is_split CHECK ((fee_cents = (fee_client_cents + fee_platform_cents)));
alter table customer_order add constraint never_refunded_beyond CHECK (((refunded_cents >= 0) AND (refunded_cents <= total_cents)));
alter table customer_order add constraint only_paid_goes_on CHECK (((status = 'paid'::text) OR ((fulfilment = 'unfulfilled'::text) AND (refunded_cents = 0) AND (cancelled_at IS NULL))));
alter table customer_order add constraint paid_has_time CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL)));
alter table customer_order add constraint saved_card_has_customer CHECK (((saved_card_id IS NULL) OR (provider_customer_id IS NOT NULL)));
alter table customer_order add constraint shipped_has_carrier CHECK (((fulfilment <> ALL (ARRAY['shipped'::text, 'delivered'::text])) OR (carrier IS NOT NULL)));
alter table customer_order add constraint subscription_has_interval CHECK (((mode = 'subscription'::text) = ("interval" IS NOT NULL)));
alter table customer_order add constraint tax_borne_is_no_refund CHECK ((tax_borne_cents >= 0)) NOT VALID;
alter table customer_order add constraint total_adds_up CHECK ((total_cents = ((((subtotal_cents - discount_cents) + fee_cents) + shipping_cents) + tax_cents)));
alter table customer_standing add constraint customer_standing_pkey PRIMARY KEY (user_id);
alter table customer_standing add constraint customer_standing_purchase_count_check CHECK ((purchase_count >= 0));
alter table customer_standing add constraint customer_standing_total_credits_check CHECK ((total_credits >= 0));
alter table customer_standing add constraint customer_standing_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table discrepancy add constraint closed_by_staff CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) OR (note IS NOT NULL))));
alter table discrepancy add constraint discrepancy_kind_check CHECK ((kind = ANY (ARRAY['charge_unknown'::text, 'charge_unsettled'::text, 'charge_extra'::text, 'charge_missing'::text, 'charge_differs'::text, 'renewal_unknown'::text, 'refund_unknown'::text, 'refund_missing'::text, 'refund_differs'::text, 'refund_unsent'::text, 'subscription_unknown'::text, 'subscription_missing'::text, 'dispute_unbooked'::text, 'dispute_unknown'::text])));
alter table discrepancy add constraint discrepancy_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500)));
alter table discrepancy add constraint discrepancy_pkey PRIMARY KEY (id);
alter table dispute add constraint closed_has_time CHECK (((status = ANY (ARRAY['won'::text, 'lost'::text, 'prevented'::text])) = (closed_at IS NOT NULL)));
alter table dispute add constraint dispute_amount_cents_check CHECK ((amount_cents > 0));
alter table dispute add constraint dispute_effect_check CHECK ((effect = ANY (ARRAY['none'::text, 'frozen'::text, 'released'::text, 'taken'::text])));
alter table dispute add constraint dispute_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table dispute add constraint dispute_pkey PRIMARY KEY (id);
alter table dispute add constraint dispute_provider_id_key UNIQUE (provider_id);
alter table dispute add constraint dispute_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 100)));
alter table dispute add constraint dispute_status_check CHECK ((status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'prevented'::text])));
alter table dispute_credit add constraint covered CHECK (((frozen + flagged) <= owed));
alter table dispute_credit add constraint dispute_credit_check CHECK (((taken >= 0) AND (taken <= owed)));
alter table dispute_credit add constraint dispute_credit_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id);
alter table dispute_credit add constraint dispute_credit_flagged_check CHECK ((flagged >= 0));
alter table dispute_credit add constraint dispute_credit_frozen_check CHECK ((frozen >= 0));
alter table dispute_credit add constraint dispute_credit_owed_check CHECK ((owed > 0));
alter table dispute_credit add constraint dispute_credit_pkey PRIMARY KEY (dispute_id, tier);
alter table dispute_movement add constraint dispute_movement_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id);
alter table dispute_movement add constraint dispute_movement_pkey PRIMARY KEY (id);
alter table draw add constraint draw_check CHECK (((NOT is_early) OR (reason IS NOT NULL)));
alter table draw add constraint draw_drawn_by_role_check CHECK ((drawn_by_role = ANY (ARRAY['system'::text, 'admin'::text])));
alter table draw add constraint draw_evidence CHECK (
CASE
    WHEN (manifest_hash IS NULL) THEN ((seed IS NOT NULL) AND (list IS NOT NULL) AND (list_hash IS NOT NULL))
    ELSE ((round IS NOT NULL) AND (signature IS NOT NULL) AND (log_index IS NOT NULL) AND (places IS NOT NULL) AND (cardinality(places) > 0))
END);
alter table draw add constraint draw_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table draw add constraint draw_log_index_key UNIQUE (log_index);
alter table draw add constraint draw_method_check CHECK ((method = ANY (ARRAY['automatic'::text, 'random'::text])));
alter table draw add constraint draw_pkey PRIMARY KEY (giveaway_id);
alter table draw_alternate add constraint draw_alternate_check CHECK (((next_slot IS NULL) = (next_entry_id IS NULL)));
alter table draw_alternate add constraint draw_alternate_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table draw_alternate add constraint draw_alternate_log_index_key UNIQUE (log_index);
alter table draw_alternate add constraint draw_alternate_logged CHECK ((((reason_class IS NULL) = (log_index IS NULL)) AND ((notice_hash IS NULL) = (log_index IS NULL))));
alter table draw_alternate add constraint draw_alternate_notice_hash_check CHECK ((notice_hash ~ '^[0-9a-f]{64}$'::text));
alter table draw_alternate add constraint draw_alternate_pkey PRIMARY KEY (giveaway_id, place);
alter table draw_alternate add constraint draw_alternate_place_check CHECK ((place >= 1));
alter table draw_alternate add constraint draw_alternate_reason_class_check CHECK ((reason_class = ANY (ARRAY['no_reply'::text, 'declined'::text, 'ineligible'::text, 'papers_missing'::text, 'unreachable'::text, 'left'::text])));
alter table draw_event add constraint draw_event_kind CHECK ((kind = ANY (ARRAY['enter'::text, 'mail'::text, 'move'::text, 'out'::text, 'same'::text])));
alter table draw_event add constraint draw_event_pkey PRIMARY KEY (giveaway_id, id);
alter table draw_event add constraint draw_event_reason CHECK ((reason = ANY (ARRAY['staff'::text, 'left'::text, 'forfeit'::text, 'cancelled'::text])));
alter table draw_event add constraint draw_event_source CHECK ((source = ANY (ARRAY['credit'::text, 'auto'::text, 'staff'::text])));
alter table draw_freeze add constraint draw_freeze_check CHECK (((NOT is_early) OR (reason IS NOT NULL)));
alter table draw_freeze add constraint draw_freeze_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table draw_freeze add constraint draw_freeze_log_index_key UNIQUE (log_index);
alter table draw_freeze add constraint draw_freeze_method_check CHECK ((method = ANY (ARRAY['automatic'::text, 'random'::text])));
alter table draw_freeze add constraint draw_freeze_pkey PRIMARY KEY (giveaway_id, slip);
alter table draw_freeze add constraint draw_freeze_round_check CHECK ((round >= 1));
alter table draw_freeze add constraint draw_freeze_slip_check CHECK ((slip >= 0));
alter table draw_leaf add constraint draw_leaf_index_check CHECK ((index >= 0));
alter table draw_leaf add constraint draw_leaf_pkey PRIMARY KEY (giveaway_id, index);
alter table draw_tree add constraint draw_tree_pkey PRIMARY KEY (giveaway_id);
alter table email_choice add constraint email_choice_kind_check CHECK ((kind = ANY (ARRAY['giveaway_alert'::text, 'promotional_offer'::text, 'cart_reminder'::text])));
alter table email_choice add constraint email_choice_pkey PRIMARY KEY (user_id, kind);
alter table email_choice add constraint email_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table ended_session add constraint ended_session_pkey PRIMARY KEY (family_id);
alter table factor_enrolment add constraint factor_enrolment_pkey PRIMARY KEY (id);
alter table factor_enrolment add constraint factor_enrolment_tries_left_check CHECK ((tries_left >= 0));
alter table factor_enrolment add constraint factor_enrolment_type_check CHECK ((type = ANY (ARRAY['totp'::text, 'sms'::text, 'email'::text, 'passkey'::text])));
alter table factor_enrolment add constraint factor_enrolment_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table factor_enrolment add constraint factor_enrolment_user_id_type_key UNIQUE (user_id, type);
alter table free_entry_request add constraint free_entry_request_address_check CHECK (((length(address) >= 1) AND (length(address) <= 300)));
alter table free_entry_request add constraint free_entry_request_card_number_key UNIQUE (card_number);
alter table free_entry_request add constraint free_entry_request_email_check CHECK (((email = lower(email)) AND ((length(email) >= 1) AND (length(email) <= 254))));
alter table free_entry_request add constraint free_entry_request_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table free_entry_request add constraint free_entry_request_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table free_entry_request add constraint free_entry_request_pkey PRIMARY KEY (id);
alter table free_entry_request add constraint free_entry_request_region_check CHECK ((region ~ '^[A-Z]{2}$'::text));
alter table free_entry_request add constraint free_entry_request_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES mail_sender(id);
alter table free_entry_request add constraint free_entry_whole CHECK ((num_nonnulls(entered_at, entered_on, mailbox, sender_id, card_number) = ANY (ARRAY[0, 5])));
alter table freeze_quorum add constraint freeze_quorum_giveaway_id_slip_fkey FOREIGN KEY (giveaway_id, slip) REFERENCES draw_freeze(giveaway_id, slip);
alter table freeze_quorum add constraint freeze_quorum_pkey PRIMARY KEY (giveaway_id);
alter table freeze_timestamp add constraint freeze_timestamp_attempts_check CHECK ((attempts > 0));
alter table freeze_timestamp add constraint freeze_timestamp_giveaway_id_slip_fkey FOREIGN KEY (giveaway_id, slip) REFERENCES draw_freeze(giveaway_id, slip);
alter table freeze_timestamp add constraint freeze_timestamp_pkey PRIMARY KEY (giveaway_id, slip);
alter table freeze_timestamp add constraint stamped_or_not CHECK (((token IS NULL) = (stamped_at IS NULL)));
alter table giveaway add constraint giveaway_age_lawful CHECK (((minimum_age >= 21) AND (minimum_age <= 99)));
alter table giveaway add constraint giveaway_check CHECK ((ends_at > starts_at));
alter table giveaway add constraint giveaway_check1 CHECK ((early_access_at <= starts_at));
alter table giveaway add constraint giveaway_check2 CHECK (((closed_at IS NULL) = (closed_reason IS NULL)));
alter table giveaway add constraint giveaway_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id);
alter table giveaway add constraint giveaway_closed_note_check CHECK (((length(closed_note) >= 1) AND (length(closed_note) <= 500)));
alter table giveaway add constraint giveaway_closed_reason_check CHECK ((closed_reason = ANY (ARRAY['ended'::text, 'sold_out'::text, 'drawn_early'::text, 'closed_early'::text, 'cancelled'::text])));
alter table giveaway add constraint giveaway_commitment_check CHECK ((commitment ~ '^[0-9a-f]{64}$'::text));
alter table giveaway add constraint giveaway_description_check CHECK (((length(description) >= 1) AND (length(description) <= 5000)));
alter table giveaway add constraint giveaway_entry_limit_check CHECK (((entry_limit >= 1) AND (entry_limit <= 50)));
alter table giveaway add constraint giveaway_highest_value_cents_check CHECK ((highest_value_cents >= 0));
alter table giveaway add constraint giveaway_image_alts_check CHECK ((jsonb_typeof(image_alts) = 'object'::text));
alter table giveaway add constraint giveaway_pkey PRIMARY KEY (id);
alter table giveaway add constraint giveaway_relisted_as_fkey FOREIGN KEY (relisted_as) REFERENCES giveaway(id);
alter table giveaway add constraint giveaway_relisted_as_key UNIQUE (relisted_as);
alter table giveaway add constraint giveaway_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 140)));
alter table giveaway add constraint giveaway_slug_key UNIQUE (slug);
alter table giveaway add constraint giveaway_states_known CHECK (((cardinality(eligible_states) > 0) AND (eligible_states <@ ARRAY['AL'::text, 'AK'::text, 'AZ'::text, 'AR'::text, 'CA'::text, 'CO'::text, 'CT'::text, 'DE'::text, 'DC'::text, 'FL'::text, 'GA'::text, 'HI'::text, 'ID'::text, 'IL'::text, 'IN'::text, 'IA'::text, 'KS'::text, 'KY'::text, 'LA'::text, 'ME'::text, 'MD'::text, 'MA'::text, 'MI'::text, 'MN'::text, 'MS'::text, 'MO'::text, 'MT'::text, 'NE'::text, 'NV'::text, 'NH'::text, 'NJ'::text, 'NM'::text, 'NY'::text, 'NC'::text, 'ND'::text, 'OH'::text, 'OK'::text, 'OR'::text, 'PA'::text, 'RI'::text, 'SC'::text, 'SD'::text, 'TN'::text, 'TX'::text, 'UT'::text, 'VT'::text, 'VA'::text, 'WA'::text, 'WV'::text, 'WI'::text, 'WY'::text, 'AS'::text, 'GU'::text, 'MP'::text, 'PR'::text, 'VI'::text, 'AA'::text, 'AE'::text, 'AP'::text])));
alter table giveaway add constraint giveaway_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)));
alter table giveaway add constraint giveaway_total_slots_check CHECK (((total_slots >= 1) AND (total_slots <= 100000)));
alter table giveaway add constraint giveaway_value_cents_check CHECK ((value_cents >= 0));
alter table giveaway_alert add constraint giveaway_alert_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table giveaway_alert add constraint giveaway_alert_pkey PRIMARY KEY (giveaway_id);
alter table giveaway_entry add constraint entry_removed_as CHECK ((removed_as = ANY (ARRAY['left'::text, 'cancelled'::text])));
alter table giveaway_entry add constraint forfeited_is_removed CHECK (((NOT is_forfeited) OR (removed_at IS NOT NULL)));
alter table giveaway_entry add constraint giveaway_entry_card_number_check CHECK ((card_number > 0));
alter table giveaway_entry add constraint giveaway_entry_pkey PRIMARY KEY (id);
alter table giveaway_entry add constraint giveaway_entry_removed_reason_check CHECK (((length(removed_reason) >= 1) AND (length(removed_reason) <= 500)));
alter table giveaway_entry add constraint giveaway_entry_slot_number_check CHECK ((slot_number > 0));
alter table giveaway_entry add constraint has_entrant CHECK (((user_id IS NOT NULL) OR (is_private AND (mail_name IS NOT NULL)))) NOT VALID;
alter table giveaway_entry add constraint postmarked_before_received CHECK ((mail_postmarked_on <= mail_received_on));
alter table giveaway_participant add constraint giveaway_participant_entry_count_check CHECK ((entry_count >= 0));
alter table giveaway_participant add constraint giveaway_participant_pkey PRIMARY KEY (giveaway_id, user_id);
alter table giveaway_participant add constraint giveaway_participant_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table giveaway_rules add constraint giveaway_rules_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table giveaway_rules add constraint giveaway_rules_pkey PRIMARY KEY (giveaway_id, version);
alter table giveaway_rules add constraint giveaway_rules_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table giveaway_rules add constraint giveaway_rules_version_check CHECK ((version > 0));
alter table giveaway_seed add constraint giveaway_seed_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table giveaway_seed add constraint giveaway_seed_pkey PRIMARY KEY (giveaway_id);
alter table giveaway_seed add constraint giveaway_seed_seed_check CHECK ((seed ~ '^[0-9a-f]{64}$'::text));
alter table growing_delay add constraint growing_delay_pkey PRIMARY KEY (key);
alter table growing_delay add constraint growing_delay_tries_check CHECK ((tries >= 0));
alter table hidden_customer add constraint hidden_customer_pkey PRIMARY KEY (user_id);
alter table hidden_customer add constraint hidden_customer_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table holder_key add constraint holder_key_pkey PRIMARY KEY (giveaway_id);
alter table holder_key add constraint holder_key_sealed_check CHECK (starts_with(sealed, 'sealed1.'::text));
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (scope, key);
alter table inbound_sms add constraint inbound_sms_message_sid_check CHECK ((length(message_sid) <= 64));
alter table inbound_sms add constraint inbound_sms_pkey PRIMARY KEY (message_sid);
alter table ledger_audit add constraint ledger_audit_fault_count_check CHECK ((fault_count >= 0));
alter table ledger_audit add constraint ledger_audit_pkey PRIMARY KEY (finished_at);
alter table legal_acceptance add constraint legal_acceptance_how_check CHECK ((how = ANY (ARRAY['registration'::text, 'notice'::text])));
alter table legal_acceptance add constraint legal_acceptance_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES legal_document(kind, version);
alter table legal_acceptance add constraint legal_acceptance_pkey PRIMARY KEY (user_id, kind, version);
alter table legal_acceptance add constraint legal_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table legal_document add constraint legal_document_clauses_check CHECK ((jsonb_typeof(clauses) = 'array'::text));
alter table legal_document add constraint legal_document_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));
alter table legal_document add constraint legal_document_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy'::text, 'sweepstakes'::text, 'no-purchase-necessary'::text, 'age-verification'::text])));
alter table legal_document add constraint legal_document_pkey PRIMARY KEY (kind, version);
alter table legal_document add constraint legal_document_version_check CHECK ((version > 0));
alter table legal_reading add constraint legal_reading_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES legal_document(kind, version);
alter table legal_reading add constraint legal_reading_pkey PRIMARY KEY (kind, version);
alter table legal_template add constraint legal_template_clauses CHECK ((jsonb_typeof(clauses) = 'array'::text));
alter table legal_template add constraint legal_template_draft CHECK ((jsonb_typeof(draft) = 'array'::text));
alter table legal_template add constraint legal_template_kind CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy'::text, 'sweepstakes'::text, 'no-purchase-necessary'::text, 'age-verification'::text])));
alter table legal_template add constraint legal_template_pkey PRIMARY KEY (kind);
alter table legal_template add constraint legal_template_seen CHECK ((jsonb_typeof(seen) = 'array'::text));
alter table legal_template add constraint legal_template_version CHECK ((version > 0));
alter table log_checkpoint add constraint log_checkpoint_pkey PRIMARY KEY (size);
alter table log_checkpoint add constraint log_checkpoint_size_check CHECK ((size > 0));
alter table log_conflict add constraint log_conflict_pkey PRIMARY KEY (witness);
alter table log_key add constraint log_key_pkey PRIMARY KEY (name);
alter table log_key add constraint log_key_purpose_check CHECK ((purpose = ANY (ARRAY['log'::text, 'receipt'::text])));
alter table log_key add constraint log_key_purpose_key UNIQUE (purpose);
alter table log_key add constraint log_key_sealed_check CHECK (starts_with(sealed, 'sealed1.'::text));
alter table log_policy add constraint log_policy_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));
alter table log_policy add constraint log_policy_pkey PRIMARY KEY (hash);
alter table lost_order add constraint has_payment CHECK (((payment_intent_id IS NOT NULL) OR (subscription_id IS NOT NULL)));
alter table lost_order add constraint lost_order_amount_cents_check CHECK ((amount_cents >= 0));
alter table lost_order add constraint lost_order_pkey PRIMARY KEY (order_id);
alter table lost_order add constraint lost_order_session_id_key UNIQUE (session_id);
alter table mail_card add constraint card_channel CHECK ((channel = ANY (ARRAY['mail'::text, 'online'::text])));
alter table mail_card add constraint card_decided CHECK (((state = ANY (ARRAY['opened'::text, 'waiting'::text])) = (decided_at IS NULL))) NOT VALID;
alter table mail_card add constraint card_extra_of FOREIGN KEY (extra_of) REFERENCES mail_card(number);
alter table mail_card add constraint card_opened_at_desk CHECK (((state <> 'opened'::text) OR (opened_at IS NOT NULL))) NOT VALID;
alter table mail_card add constraint card_postmarked_before_received CHECK ((postmarked_on <= received_on));
alter table mail_card add constraint card_read CHECK (((state = ANY (ARRAY['opened'::text, 'refused'::text])) OR (sender_id IS NOT NULL))) NOT VALID;
alter table mail_card add constraint card_refused CHECK (((state = 'refused'::text) = (reason IS NOT NULL)));
alter table mail_card add constraint card_registered CHECK (((state = 'registered'::text) = (entry_id IS NOT NULL)));
alter table mail_card add constraint card_state_known CHECK ((state = ANY (ARRAY['opened'::text, 'waiting'::text, 'registered'::text, 'refused'::text]))) NOT VALID;
alter table mail_card add constraint card_two_persons CHECK (((NOT needs_second) OR (state <> 'registered'::text) OR (decided_by <> typed_by)));
alter table mail_card add constraint card_typed_at_desk CHECK (((opened_at IS NULL) OR (state = ANY (ARRAY['opened'::text, 'refused'::text])) OR (typed_by IS NOT NULL))) NOT VALID;
alter table mail_card add constraint mail_card_entry_id_key UNIQUE (entry_id);
alter table mail_card add constraint mail_card_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table mail_card add constraint mail_card_number_check CHECK ((number > 0));
alter table mail_card add constraint mail_card_pkey PRIMARY KEY (number);
alter table mail_card add constraint mail_card_reason_check CHECK ((reason = ANY (ARRAY['duplicate'::text, 'over_cap'::text, 'outside_window'::text, 'unreadable'::text, 'under_age'::text, 'not_by_hand'::text, 'withdrawn'::text, 'not_confirmed'::text, 'other'::text])));
alter table mail_card add constraint mail_card_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES mail_sender(id);
alter table mail_card_scan add constraint mail_card_scan_card_number_fkey FOREIGN KEY (card_number) REFERENCES mail_card(number);
alter table mail_card_scan add constraint mail_card_scan_file_key_key UNIQUE (file_key);
alter table mail_card_scan add constraint mail_card_scan_pkey PRIMARY KEY (card_number);
alter table mail_register add constraint mail_register_is_only_check CHECK (is_only);
alter table mail_register add constraint mail_register_pkey PRIMARY KEY (is_only);
alter table mail_sender add constraint mail_sender_address_check CHECK (((length(address) >= 1) AND (length(address) <= 300)));
alter table mail_sender add constraint mail_sender_email_check CHECK (((email = lower(email)) AND ((length(email) >= 1) AND (length(email) <= 254))));
alter table mail_sender add constraint mail_sender_erased CHECK (((erased_at IS NULL) OR ((address IS NULL) AND (email IS NULL) AND (name_key IS NULL))));
alter table mail_sender add constraint mail_sender_keys CHECK (((name_key IS NULL) = (address_key IS NULL)));
alter table mail_sender add constraint mail_sender_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table mail_sender add constraint mail_sender_pkey PRIMARY KEY (id);
alter table mail_sender add constraint mail_sender_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table mail_sender add constraint sender_region CHECK ((region ~ '^[A-Z]{2}$'::text));
alter table membership add constraint membership_benefit_month_check CHECK ((benefit_month ~ '^(\d{4}-\d\d)?$'::text));
alter table membership add constraint membership_next_plan_check CHECK ((next_plan = ANY (ARRAY['monthly'::text, 'yearly'::text])));
alter table membership add constraint membership_next_price_cents_check CHECK ((next_price_cents >= 0));
alter table membership add constraint membership_pkey PRIMARY KEY (id);
alter table membership add constraint membership_plan_check CHECK ((plan = ANY (ARRAY['monthly'::text, 'yearly'::text])));
alter table membership add constraint membership_price_cents_check CHECK ((price_cents >= 0));
alter table membership add constraint membership_provider_id_key UNIQUE (provider_id);
alter table membership add constraint membership_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text])));
alter table membership add constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table membership add constraint next_plan_has_price CHECK (((next_plan IS NULL) = (next_price_cents IS NULL)));
alter table membership_invoice add constraint membership_invoice_amount_cents_check CHECK ((amount_cents >= 0));
alter table membership_invoice add constraint membership_invoice_attempts_check CHECK ((attempts >= 0));
alter table membership_invoice add constraint membership_invoice_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id);
alter table membership_invoice add constraint membership_invoice_pkey PRIMARY KEY (id);
alter table membership_invoice add constraint membership_invoice_plan_check CHECK ((plan = ANY (ARRAY['monthly'::text, 'yearly'::text])));
alter table membership_invoice add constraint membership_invoice_reason_check CHECK ((reason = ANY (ARRAY['first'::text, 'renewal'::text, 'plan_change'::text, 'other'::text])));
alter table membership_invoice add constraint membership_invoice_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text])));
alter table membership_invoice add constraint membership_invoice_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table membership_invoice add constraint never_refunded_beyond CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)));
alter table membership_invoice add constraint only_paid_is_refunded CHECK (((status = 'paid'::text) OR (refunded_cents = 0)));
alter table membership_invoice add constraint paid_has_time CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL)));
alter table membership_refund add constraint membership_refund_amount_cents_check CHECK ((amount_cents >= 0));
alter table membership_refund add constraint membership_refund_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES membership_invoice(id);
alter table membership_refund add constraint membership_refund_pkey PRIMARY KEY (id);
alter table membership_refund add constraint membership_refund_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])));
alter table message add constraint message_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES message_batch(id);
alter table message add constraint message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'push'::text])));
alter table message add constraint message_kind_check CHECK ((kind = ANY (ARRAY['giveaway_alert'::text, 'order_update'::text, 'promotional_offer'::text, 'cart_reminder'::text, 'welcome'::text, 'bulk_sms'::text])));
alter table message add constraint message_once_key_check CHECK ((length(once_key) <= 300));
alter table message add constraint message_once_key_key UNIQUE (once_key);
alter table message add constraint message_pkey PRIMARY KEY (id);
alter table message add constraint message_sent_at CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL)));
alter table message add constraint message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text, 'failed'::text])));
alter table message add constraint message_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table message_batch add constraint message_batch_pkey PRIMARY KEY (id);
alter table message_batch add constraint message_batch_state_check CHECK ((state = ANY (ARRAY['going'::text, 'held'::text, 'dropped'::text])));
alter table notification_preference add constraint notification_preference_pkey PRIMARY KEY (user_id);
alter table notification_preference add constraint notification_preference_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)));
alter table notification_preference add constraint notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table obligation add constraint obligation_duty_check CHECK (((length(duty) >= 1) AND (length(duty) <= 40)));
alter table obligation add constraint obligation_evidence CHECK ((((state = 'done'::text) AND (done_on IS NOT NULL) AND ((note IS NOT NULL) OR (file_key IS NOT NULL))) OR ((state = 'overridden'::text) AND (note IS NOT NULL) AND (done_on IS NULL) AND (file_key IS NULL))));
alter table obligation add constraint obligation_file CHECK ((num_nonnulls(file_key, file_name, file_type) = ANY (ARRAY[0, 3])));
alter table obligation add constraint obligation_file_key_key UNIQUE (file_key);
alter table obligation add constraint obligation_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200)));
alter table obligation add constraint obligation_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table obligation add constraint obligation_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500)));
alter table obligation add constraint obligation_pkey PRIMARY KEY (giveaway_id, duty);
alter table obligation add constraint obligation_rules_hash_check CHECK ((rules_hash ~ '^[0-9a-f]{64}$'::text));
alter table obligation add constraint obligation_state_check CHECK ((state = ANY (ARRAY['done'::text, 'overridden'::text])));
alter table obligation add constraint obligation_table_version_check CHECK ((table_version > 0));
alter table obligation add constraint obligation_value_cents_check CHECK ((value_cents >= 0));
alter table offer_campaign add constraint offer_campaign_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000)));
alter table offer_campaign add constraint offer_campaign_pkey PRIMARY KEY (id);
alter table offer_campaign add constraint offer_campaign_push_body_check CHECK ((length(push_body) <= 300));
alter table offer_campaign add constraint offer_campaign_sms_check CHECK ((length(sms) <= 160));
alter table offer_campaign add constraint offer_campaign_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 120)));
alter table once_mark add constraint once_mark_hash CHECK ((octet_length(hash) = 32));
alter table once_mark add constraint once_mark_pkey PRIMARY KEY (kind, hash);
alter table once_mark add constraint once_mark_uses CHECK ((uses > 0));
alter table opening_request add constraint opening_request_email_check CHECK ((email = lower(email)));
alter table opening_request add constraint opening_request_email_key UNIQUE (email);
alter table opening_request add constraint opening_request_pkey PRIMARY KEY (id);
alter table order_event add constraint order_event_detail_check CHECK ((jsonb_typeof(detail) = 'object'::text));
alter table order_event add constraint order_event_kind_check CHECK ((kind = ANY (ARRAY['placed'::text, 'paid'::text, 'expired'::text, 'cancelled'::text, 'failed'::text, 'review'::text, 'backordered'::text, 'packed'::text, 'unpacked'::text, 'shipped'::text, 'tracking'::text, 'delivered'::text, 'refunded'::text, 'refund_failed'::text, 'note'::text, 'disputed'::text, 'dispute_answered'::text, 'dispute_won'::text, 'dispute_lost'::text, 'address'::text]))) NOT VALID;
alter table order_event add constraint order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table order_event add constraint order_event_pkey PRIMARY KEY (id);
alter table order_line add constraint discount_within_line CHECK (((discount_cents >= 0) AND (discount_cents <= (unit_cents * quantity))));
alter table order_line add constraint order_line_check CHECK (((unit_cents >= 0) AND (unit_cents <= list_cents)));
alter table order_line add constraint order_line_check1 CHECK (((backordered >= 0) AND (backordered <= quantity)));
alter table order_line add constraint order_line_entries_check CHECK ((entries >= 0));
alter table order_line add constraint order_line_list_cents_check CHECK ((list_cents >= 0));
alter table order_line add constraint order_line_options_check CHECK ((jsonb_typeof(options) = 'object'::text));
alter table order_line add constraint order_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table order_line add constraint order_line_pkey PRIMARY KEY (order_id, "position");
alter table order_line add constraint order_line_position_check CHECK (("position" >= 0));
alter table order_line add constraint order_line_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99)));
alter table order_line add constraint order_line_sku CHECK (((length(sku) >= 1) AND (length(sku) <= 64))) NOT VALID;
alter table order_line add constraint refunded_within_line CHECK (((refunded >= 0) AND (refunded <= quantity)));
alter table own_page add constraint own_page_body CHECK (((length(body) >= 1) AND (length(body) <= 600000)));
alter table own_page add constraint own_page_pkey PRIMARY KEY (id);
alter table own_page add constraint own_page_slug_form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80)));
alter table own_page add constraint own_page_title CHECK (((length(title) >= 1) AND (length(title) <= 120)));
alter table own_page_redirect add constraint own_page_redirect_page_id_fkey FOREIGN KEY (page_id) REFERENCES own_page(id) ON DELETE CASCADE;
alter table own_page_redirect add constraint own_page_redirect_pkey PRIMARY KEY (slug);
alter table parity_simulation add constraint parity_simulation_bought_check CHECK ((bought > 0));
alter table parity_simulation add constraint parity_simulation_check CHECK (((bought_wins >= 0) AND (bought_wins <= draws)));
alter table parity_simulation add constraint parity_simulation_draws_check CHECK ((draws > 0));
alter table parity_simulation add constraint parity_simulation_free_check CHECK ((free > 0));
alter table parity_simulation add constraint parity_simulation_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table parity_simulation add constraint parity_simulation_pkey PRIMARY KEY (giveaway_id);
alter table passkey add constraint passkey_credential_id_key UNIQUE (credential_id);
alter table passkey add constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);
alter table passkey add constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table payment_customer add constraint payment_customer_customer_id_check CHECK ((customer_id ~ '\S'::text));
alter table payment_customer add constraint payment_customer_pkey PRIMARY KEY (customer_id);
alter table payment_customer add constraint payment_customer_provider_check CHECK ((provider ~ '^[a-z_]{1,20}$'::text));
alter table payment_customer add constraint payment_customer_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table picture add constraint picture_height_check CHECK ((height > 0));
alter table picture add constraint picture_key_check CHECK ((key ~ '^(products|giveaways|reviews|winners|brand|home)/[A-Za-z0-9/_-]+$'::text)) NOT VALID;
alter table picture add constraint picture_pkey PRIMARY KEY (key);
alter table picture add constraint picture_placeholder_check CHECK ((placeholder ~~ 'data:image/%'::text));
alter table picture add constraint picture_width_check CHECK ((width > 0));
alter table price_alert add constraint price_alert_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text])));
alter table price_alert add constraint price_alert_pkey PRIMARY KEY (user_id, product_id);
alter table price_alert add constraint price_alert_price_cents_check CHECK ((price_cents >= 0));
alter table price_alert add constraint price_alert_user_id_product_id_fkey FOREIGN KEY (user_id, product_id) REFERENCES wish(user_id, product_id) ON DELETE CASCADE;
alter table process_beat add constraint process_beat_instance_check CHECK (((char_length(instance) >= 1) AND (char_length(instance) <= 80)));
alter table process_beat add constraint process_beat_overload_check CHECK (((overload >= 0) AND (overload <= 2)));
alter table process_beat add constraint process_beat_pkey PRIMARY KEY (instance);
alter table process_beat add constraint process_beat_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])));
alter table product add constraint product_check CHECK (((sale_price_cents >= 0) AND (sale_price_cents < price_cents)));
alter table product add constraint product_check1 CHECK (((rating_total >= rating_count) AND (rating_total <= (rating_count * 5))));
alter table product add constraint product_display_order_check CHECK ((display_order >= 0));
alter table product add constraint product_draft_is_archived CHECK (((draft_since IS NULL) OR (archived_at IS NOT NULL))) NOT VALID;
alter table product add constraint product_entries_check CHECK ((entries >= 0));
alter table product add constraint product_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text])));
alter table product add constraint product_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table product add constraint product_pkey PRIMARY KEY (id);
alter table product add constraint product_price_cents_check CHECK ((price_cents >= 0));
alter table product add constraint product_rating_count_check CHECK ((rating_count >= 0));
alter table product add constraint product_rating_stars_check CHECK (((cardinality(rating_stars) = 5) AND (0 <= ALL (rating_stars))));
alter table product add constraint product_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 140)));
alter table product add constraint product_slug_key UNIQUE (slug);
alter table product add constraint product_specifications_check CHECK ((json_typeof(specifications) = 'object'::text));
alter table product_image add constraint product_image_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table product_image add constraint product_image_pkey PRIMARY KEY (product_id, "position");
alter table product_image add constraint product_image_position_check CHECK (("position" >= 0));
alter table product_image add constraint product_image_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table product_image add constraint product_image_product_id_picture_key_key UNIQUE (product_id, picture_key);
alter table product_review add constraint answer_has_time CHECK (((answer IS NULL) = (answered_at IS NULL)));
alter table product_review add constraint one_review_a_user UNIQUE (user_id, product_id);
alter table product_review add constraint product_review_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000)));
alter table product_review add constraint product_review_author_check CHECK (((length(author) >= 1) AND (length(author) <= 120)));
alter table product_review add constraint product_review_body_check CHECK (((length(body) >= 1) AND (length(body) <= 4000)));
alter table product_review add constraint product_review_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table product_review add constraint product_review_pkey PRIMARY KEY (id);
alter table product_review add constraint product_review_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table product_review add constraint product_review_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
alter table product_review add constraint product_review_rejection_reason_check CHECK (((length(rejection_reason) >= 1) AND (length(rejection_reason) <= 500)));
alter table product_review add constraint product_review_report_count_check CHECK ((report_count >= 0));
alter table product_review add constraint product_review_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'rejected'::text])));
alter table product_review add constraint product_review_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100)));
alter table product_review add constraint product_review_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table product_review add constraint rejected_has_reason CHECK (((status = 'rejected'::text) = (rejection_reason IS NOT NULL)));
alter table product_review_picture add constraint product_review_picture_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table product_review_picture add constraint product_review_picture_picture_key_key UNIQUE (picture_key);
alter table product_review_picture add constraint product_review_picture_pkey PRIMARY KEY (review_id, "position");
alter table product_review_picture add constraint product_review_picture_position_check CHECK ((("position" >= 0) AND ("position" <= 3)));
alter table product_review_picture add constraint product_review_picture_review_id_fkey FOREIGN KEY (review_id) REFERENCES product_review(id) ON DELETE CASCADE;
alter table product_variant add constraint never_oversold CHECK ((held <= stock_on_hand));
alter table product_variant add constraint product_variant_held_check CHECK ((held >= 0));
alter table product_variant add constraint product_variant_options_check CHECK ((jsonb_typeof(options) = 'object'::text));
alter table product_variant add constraint product_variant_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table product_variant add constraint product_variant_pkey PRIMARY KEY (id);
alter table product_variant add constraint product_variant_place CHECK (((length(place) >= 1) AND (length(place) <= 40))) NOT VALID;
alter table product_variant add constraint product_variant_price_cents_check CHECK ((price_cents >= 0));
alter table product_variant add constraint product_variant_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id);
alter table product_variant add constraint product_variant_sku_check CHECK (((length(sku) >= 1) AND (length(sku) <= 64)));
alter table product_variant add constraint product_variant_stock_on_hand_check CHECK ((stock_on_hand >= 0));
alter table product_variant add constraint product_variant_weight_grams_check CHECK (((weight_grams >= 1) AND (weight_grams <= 1000000))) NOT VALID;
alter table product_word add constraint product_word_pkey PRIMARY KEY (word);
alter table provider_dispute add constraint provider_dispute_pkey PRIMARY KEY (id);
alter table provider_movement add constraint provider_movement_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES provider_dispute(id);
alter table provider_movement add constraint provider_movement_pkey PRIMARY KEY (id);
alter table provider_pass add constraint is_running CHECK ((((depth IS NULL) = (since IS NULL)) AND ((depth IS NULL) = (started_at IS NULL)) AND ((depth IS NOT NULL) OR (page_after IS NULL))));
alter table provider_pass add constraint provider_pass_depth_check CHECK ((depth = ANY (ARRAY['fresh'::text, 'usual'::text, 'deep'::text])));
alter table provider_pass add constraint provider_pass_list_check CHECK ((list = ANY (ARRAY['charges'::text, 'refunds'::text, 'checkouts'::text, 'subscriptions'::text, 'invoices'::text, 'disputes'::text])));
alter table provider_pass add constraint provider_pass_pkey PRIMARY KEY (list);
alter table provider_payment add constraint provider_payment_amount_cents_check CHECK ((amount_cents >= 0));
alter table provider_payment add constraint provider_payment_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text])));
alter table provider_payment add constraint provider_payment_pkey PRIMARY KEY (id);
alter table provider_payment add constraint provider_payment_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'pending'::text, 'failed'::text])));
alter table provider_subscription add constraint provider_subscription_pkey PRIMARY KEY (id);
alter table provider_subscription add constraint provider_subscription_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text])));
alter table push_endpoint add constraint push_endpoint_channel_type_check CHECK ((channel_type = 'WEB_PUSH'::text));
alter table push_endpoint add constraint push_endpoint_endpoint_check CHECK (((endpoint ~ '^https?://'::text) AND (length(endpoint) <= 2048)));
alter table push_endpoint add constraint push_endpoint_endpoint_key UNIQUE (endpoint);
alter table push_endpoint add constraint push_endpoint_pkey PRIMARY KEY (id);
alter table push_endpoint add constraint push_endpoint_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table rate_limit add constraint rate_limit_pkey PRIMARY KEY (key);
alter table receipt_mail add constraint receipt_mail_leaf_count_check CHECK ((leaf_count >= 0));
alter table receipt_mail add constraint receipt_mail_pkey PRIMARY KEY (giveaway_id);
alter table reconciler add constraint reconciler_pkey PRIMARY KEY (singleton);
alter table reconciler add constraint reconciler_singleton_check CHECK (singleton);
alter table recorded_sale add constraint recorded_sale_credits_check CHECK ((credits >= 0));
alter table recorded_sale add constraint recorded_sale_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table recorded_sale add constraint recorded_sale_order_id_key UNIQUE (order_id);
alter table recorded_sale add constraint recorded_sale_pieces_check CHECK ((pieces > 0));
alter table recorded_sale add constraint recorded_sale_pkey PRIMARY KEY (id);
alter table recorded_sale add constraint recorded_sale_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash);
alter table recovery_code add constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table referral add constraint referral_code_fkey FOREIGN KEY (code) REFERENCES referral_code(code) ON DELETE SET NULL;
alter table referral add constraint referral_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)));
alter table referral add constraint referral_pkey PRIMARY KEY (email);
alter table referral_code add constraint referral_code_code_check CHECK ((code ~ '^[A-HJ-NP-Z2-9]{8}$'::text));
alter table referral_code add constraint referral_code_code_key UNIQUE (code);
alter table referral_code add constraint referral_code_pkey PRIMARY KEY (user_id);
alter table referral_code add constraint referral_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table referral_reward add constraint no_self_reward CHECK ((owner_id <> referred_id));
alter table referral_reward add constraint referral_reward_check CHECK (((taken_back >= 0) AND (taken_back <= credits)));
alter table referral_reward add constraint referral_reward_credits_check CHECK ((credits > 0));
alter table referral_reward add constraint referral_reward_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table referral_reward add constraint referral_reward_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table referral_reward add constraint referral_reward_pkey PRIMARY KEY (referred_id);
alter table referral_reward add constraint referral_reward_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES users(id);
alter table refund add constraint refund_adds_up CHECK ((amount_cents = (((((subtotal_cents - discount_cents) + fee_client_cents) + fee_platform_cents) + shipping_cents) + tax_cents)));
alter table refund add constraint refund_amount_cents_check CHECK ((amount_cents >= 0));
alter table refund add constraint refund_attempt_check CHECK ((attempt >= 1));
alter table refund add constraint refund_credits_taken_check CHECK ((jsonb_typeof(credits_taken) = 'object'::text));
alter table refund add constraint refund_discount_cents_check CHECK ((discount_cents >= 0));
alter table refund add constraint refund_entries_removed_check CHECK ((entries_removed >= 0));
alter table refund add constraint refund_fee_client_cents_check CHECK ((fee_client_cents >= 0));
alter table refund add constraint refund_fee_platform_cents_check CHECK ((fee_platform_cents >= 0));
alter table refund add constraint refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table refund add constraint refund_origin_check CHECK ((origin = ANY (ARRAY['staff'::text, 'provider'::text])));
alter table refund add constraint refund_pkey PRIMARY KEY (id);
alter table refund add constraint refund_provider_id_key UNIQUE (provider_id);
alter table refund add constraint refund_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table refund add constraint refund_shipping_cents_check CHECK ((shipping_cents >= 0));
alter table refund add constraint refund_spent_credits_check CHECK ((spent_credits = ANY (ARRAY['balance'::text, 'entries'::text, 'keep'::text])));
alter table refund add constraint refund_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])));
alter table refund add constraint refund_subtotal_cents_check CHECK ((subtotal_cents >= 0));
alter table refund add constraint refund_tax_cents_check CHECK ((tax_cents >= 0));
alter table refund add constraint succeeded_has_time CHECK (((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)));
alter table refund_line add constraint refund_line_net_cents_check CHECK ((net_cents >= 0));
alter table refund_line add constraint refund_line_order_id_position_fkey FOREIGN KEY (order_id, "position") REFERENCES order_line(order_id, "position");
alter table refund_line add constraint refund_line_pkey PRIMARY KEY (refund_id, "position");
alter table refund_line add constraint refund_line_quantity_check CHECK ((quantity > 0));
alter table refund_line add constraint refund_line_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id);
alter table registration add constraint registration_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)));
alter table registration add constraint registration_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table registration add constraint registration_pkey PRIMARY KEY (id);
alter table revenue_check add constraint revenue_check_pkey PRIMARY KEY (checked_at);
alter table revenue_day add constraint revenue_day_day_fkey FOREIGN KEY (day) REFERENCES revenue_rolled_day(day) ON DELETE CASCADE;
alter table revenue_day add constraint revenue_day_dimension_check CHECK ((dimension = ANY (ARRAY['day'::text, 'product'::text, 'tier'::text, 'state'::text])));
alter table revenue_day add constraint revenue_day_orders_check CHECK ((orders >= 0));
alter table revenue_day add constraint revenue_day_pieces_check CHECK ((pieces >= 0));
alter table revenue_day add constraint revenue_day_pkey PRIMARY KEY (dimension, day, key);
alter table revenue_day add constraint revenue_day_refunds_check CHECK ((refunds >= 0));
alter table revenue_day add constraint revenue_day_renewals_check CHECK ((renewals >= 0));
alter table revenue_month add constraint revenue_day_dimension_check CHECK ((dimension = ANY (ARRAY['day'::text, 'product'::text, 'tier'::text, 'state'::text])));
alter table revenue_month add constraint revenue_day_orders_check CHECK ((orders >= 0));
alter table revenue_month add constraint revenue_day_pieces_check CHECK ((pieces >= 0));
alter table revenue_month add constraint revenue_day_refunds_check CHECK ((refunds >= 0));
alter table revenue_month add constraint revenue_day_renewals_check CHECK ((renewals >= 0));
alter table revenue_month add constraint revenue_month_day_fkey FOREIGN KEY (day) REFERENCES revenue_rolled_month(month) ON DELETE CASCADE;
alter table revenue_month add constraint revenue_month_pkey PRIMARY KEY (dimension, day, key);
alter table revenue_rolled_day add constraint revenue_rolled_day_pkey PRIMARY KEY (day);
alter table revenue_rolled_month add constraint revenue_rolled_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric));
alter table revenue_rolled_month add constraint revenue_rolled_month_pkey PRIMARY KEY (month);
alter table review add constraint review_pkey PRIMARY KEY (id);
alter table review add constraint review_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table review add constraint review_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
alter table review_invitation add constraint review_invitation_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table review_invitation add constraint review_invitation_pkey PRIMARY KEY (order_id);
alter table review_report add constraint review_report_pkey PRIMARY KEY (review_id, user_id);
alter table review_report add constraint review_report_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table review_report add constraint review_report_review_id_fkey FOREIGN KEY (review_id) REFERENCES product_review(id) ON DELETE CASCADE;
alter table review_report add constraint review_report_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table saved_address add constraint saved_address_city_check CHECK ((city ~ '\S'::text));
alter table saved_address add constraint saved_address_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text, 'MX'::text])));
alter table saved_address add constraint saved_address_line1_check CHECK ((line1 ~ '\S'::text));
alter table saved_address add constraint saved_address_pkey PRIMARY KEY (id);
alter table saved_address add constraint saved_address_postal_code_check CHECK ((postal_code ~ '\S'::text));
alter table saved_address add constraint saved_address_state_check CHECK ((state ~ '\S'::text));
alter table saved_address add constraint saved_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table saved_cart add constraint saved_cart_items_check CHECK (
CASE
    WHEN (jsonb_typeof(items) = 'array'::text) THEN (jsonb_array_length(items) <= 50)
    ELSE false
END);
alter table saved_cart add constraint saved_cart_pkey PRIMARY KEY (user_id);
alter table saved_cart add constraint saved_cart_revision_check CHECK ((revision > 0));
alter table saved_cart add constraint saved_cart_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table saved_filter add constraint saved_filter_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table saved_filter add constraint saved_filter_pkey PRIMARY KEY (id);
alter table saved_filter add constraint saved_filter_query_check CHECK (((length(query) >= 1) AND (length(query) <= 1000)));
alter table saved_filter add constraint saved_filter_tab_check CHECK (((length(tab) >= 1) AND (length(tab) <= 30)));
alter table saved_filter add constraint saved_filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sealed_giveaway_seed add constraint sealed_giveaway_seed_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table sealed_giveaway_seed add constraint sealed_giveaway_seed_pkey PRIMARY KEY (giveaway_id);
alter table sealed_giveaway_seed add constraint sealed_giveaway_seed_sealed_check CHECK (starts_with(sealed, 'sealed1.'::text));
alter table sealed_signing_key add constraint sealed_signing_key_pkey PRIMARY KEY (kid);
alter table search_document add constraint search_document_pkey PRIMARY KEY (product_id);
alter table search_document add constraint search_document_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table second_factor add constraint second_factor_check CHECK (((type = 'totp'::text) = (secret IS NOT NULL)));
alter table second_factor add constraint second_factor_check1 CHECK (((type = 'sms'::text) = (phone IS NOT NULL)));
alter table second_factor add constraint second_factor_pkey PRIMARY KEY (user_id, type);
alter table second_factor add constraint second_factor_type_check CHECK ((type = ANY (ARRAY['totp'::text, 'sms'::text, 'email'::text])));
alter table second_factor add constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_token_key UNIQUE (token);
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table settlement_attempt add constraint settlement_attempt_pkey PRIMARY KEY (id);
alter table settlement_attempt add constraint settlement_attempt_status_check CHECK ((status = ANY (ARRAY['success'::text, 'failed'::text, 'duplicate'::text, 'pending'::text, 'missing_audit'::text])));
alter table setup_code add constraint setup_code_hash_check CHECK ((length(hash) = 64));
alter table setup_code add constraint setup_code_pkey PRIMARY KEY (hash);
alter table shipping_address add constraint shipping_address_city_check CHECK ((city ~ '\S'::text));
alter table shipping_address add constraint shipping_address_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text, 'MX'::text])));
alter table shipping_address add constraint shipping_address_line1_check CHECK ((line1 ~ '\S'::text));
alter table shipping_address add constraint shipping_address_pkey PRIMARY KEY (user_id);
alter table shipping_address add constraint shipping_address_postal_code_check CHECK ((postal_code ~ '\S'::text));
alter table shipping_address add constraint shipping_address_state_check CHECK ((state ~ '\S'::text));
alter table shipping_address add constraint shipping_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table shipping_band add constraint shipping_band_cents CHECK (((cents >= 0) AND (cents <= 1000000)));
alter table shipping_band add constraint shipping_band_end UNIQUE (method_id, below_measure);
alter table shipping_band add constraint shipping_band_from CHECK ((from_measure >= 0));
alter table shipping_band add constraint shipping_band_holds_something CHECK ((below_measure > from_measure));
alter table shipping_band add constraint shipping_band_method_id_fkey FOREIGN KEY (method_id) REFERENCES shipping_method(id) ON DELETE CASCADE;
alter table shipping_band add constraint shipping_band_no_gap FOREIGN KEY (method_id, follows) REFERENCES shipping_band(method_id, below_measure) DEFERRABLE INITIALLY DEFERRED;
alter table shipping_band add constraint shipping_band_pkey PRIMARY KEY (method_id, from_measure);
alter table shipping_method add constraint shipping_method_days CHECK ((((days_from IS NULL) = (days_to IS NULL)) AND (days_from >= 0) AND (days_to >= days_from)));
alter table shipping_method add constraint shipping_method_free_from_cents CHECK ((free_from_cents > 0));
alter table shipping_method add constraint shipping_method_measure CHECK ((measure = ANY (ARRAY['flat'::text, 'weight'::text, 'value'::text])));
alter table shipping_method add constraint shipping_method_name CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table shipping_method add constraint shipping_method_pkey PRIMARY KEY (id);
alter table shipping_method add constraint shipping_method_tare_grams CHECK (((tare_grams >= 0) AND (tare_grams <= 100000)));
alter table shipping_method add constraint shipping_method_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES shipping_zone(id) ON DELETE CASCADE;
alter table shipping_zone add constraint shipping_zone_name CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table shipping_zone add constraint shipping_zone_pkey PRIMARY KEY (id);
alter table shipping_zone_state add constraint shipping_zone_state_code CHECK ((state ~ '^[A-Z]{2}$'::text));
alter table shipping_zone_state add constraint shipping_zone_state_pkey PRIMARY KEY (state);
alter table shipping_zone_state add constraint shipping_zone_state_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES shipping_zone(id) ON DELETE CASCADE;
alter table shop_log add constraint shop_log_index_check CHECK ((index >= 0));
alter table shop_log add constraint shop_log_pkey PRIMARY KEY (index);
alter table shop_log_tree add constraint shop_log_tree_is_only_check CHECK (is_only);
alter table shop_log_tree add constraint shop_log_tree_pkey PRIMARY KEY (is_only);
alter table shop_secret add constraint shop_secret_pkey PRIMARY KEY (name);
alter table shop_settings add constraint shop_settings_chosen_by_check CHECK ((jsonb_typeof(chosen_by) = 'object'::text));
alter table shop_settings add constraint shop_settings_chosen_check CHECK ((jsonb_typeof(chosen) = 'object'::text));
alter table shop_settings add constraint shop_settings_id_check CHECK (id);
alter table shop_settings add constraint shop_settings_pkey PRIMARY KEY (id);
alter table shop_zone add constraint shop_zone_pkey PRIMARY KEY (since);
alter table sign_in_challenge add constraint sign_in_challenge_nonce CHECK (((type = 'WEB_AUTHN'::text) = (nonce IS NOT NULL)));
alter table sign_in_challenge add constraint sign_in_challenge_pkey PRIMARY KEY (id);
alter table sign_in_challenge add constraint sign_in_challenge_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE;
alter table sign_in_challenge add constraint sign_in_challenge_subject CHECK (
CASE type
    WHEN 'CONFIRM_SIGN_UP'::text THEN ((registration_id IS NOT NULL) AND (user_id IS NULL))
    WHEN 'WEB_AUTHN'::text THEN (registration_id IS NULL)
    ELSE ((registration_id IS NULL) AND (user_id IS NOT NULL))
END);
alter table sign_in_challenge add constraint sign_in_challenge_tries_left_check CHECK ((tries_left >= 0));
alter table sign_in_challenge add constraint sign_in_challenge_type CHECK ((type = ANY (ARRAY['NEW_PASSWORD_REQUIRED'::text, 'SELECT_MFA_TYPE'::text, 'SMS_MFA'::text, 'EMAIL_OTP'::text, 'SOFTWARE_TOKEN_MFA'::text, 'WEB_AUTHN'::text, 'CONFIRM_SIGN_UP'::text, 'RESET_PASSWORD'::text])));
alter table sign_in_challenge add constraint sign_in_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table signing_key add constraint signing_key_pkey PRIMARY KEY (kid);
alter table sms_campaign add constraint sms_campaign_audience_check CHECK ((audience = ANY (ARRAY['selected'::text, 'filtered'::text, 'all'::text])));
alter table sms_campaign add constraint sms_campaign_body_check CHECK (((length(body) >= 1) AND (length(body) <= 400)));
alter table sms_campaign add constraint sms_campaign_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
alter table sms_campaign add constraint sms_campaign_id_fkey FOREIGN KEY (id) REFERENCES message_batch(id);
alter table sms_campaign add constraint sms_campaign_pkey PRIMARY KEY (id);
alter table sms_campaign add constraint sms_campaign_state_check CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'cancelled'::text])));
alter table sms_campaign add constraint sms_campaign_text_check CHECK (((length(text) >= 1) AND (length(text) <= 160)));
alter table sms_month add constraint sms_month_pkey PRIMARY KEY (phone_hash, month);
alter table sms_month add constraint sms_month_sent_check CHECK (((sent >= 0) AND (sent <= 4)));
alter table sms_stop add constraint sms_stop_pkey PRIMARY KEY (phone_hash);
alter table staff_proposal add constraint confirmed_by_another CHECK (((decision IS DISTINCT FROM 'confirmed'::text) OR ((decided_by IS NOT NULL) AND (decided_by <> proposed_by))));
alter table staff_proposal add constraint staff_proposal_check CHECK (((decision IS NULL) = (decided_at IS NULL)));
alter table staff_proposal add constraint staff_proposal_decision_check CHECK ((decision = ANY (ARRAY['confirmed'::text, 'refused'::text, 'withdrawn'::text, 'void'::text])));
alter table staff_proposal add constraint staff_proposal_decision_reason_check CHECK (((length(decision_reason) >= 1) AND (length(decision_reason) <= 500)));
alter table staff_proposal add constraint staff_proposal_kind_check CHECK ((kind ~ '^[a-z][a-z_]{1,39}$'::text));
alter table staff_proposal add constraint staff_proposal_pkey PRIMARY KEY (id);
alter table staff_proposal add constraint staff_proposal_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table staff_proposal add constraint staff_proposal_rights_check CHECK ((cardinality(rights) >= 1));
alter table staff_proposal add constraint staff_proposal_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)));
alter table stock_alert add constraint only_confirmed_is_sent CHECK (((sent_at IS NULL) OR (confirmed_at IS NOT NULL)));
alter table stock_alert add constraint push_has_user CHECK (((channel = 'email'::text) OR (user_id IS NOT NULL)));
alter table stock_alert add constraint stock_alert_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text])));
alter table stock_alert add constraint stock_alert_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254)));
alter table stock_alert add constraint stock_alert_pkey PRIMARY KEY (id);
alter table stock_alert add constraint stock_alert_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table stock_alert add constraint stock_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table stock_alert add constraint stock_alert_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES product_variant(id) ON DELETE CASCADE;
alter table storefront_part add constraint storefront_part_pkey PRIMARY KEY (name);
alter table stripe_sandbox.delivery add constraint delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES stripe_sandbox.event(id);
alter table stripe_sandbox.delivery add constraint delivery_pkey PRIMARY KEY (event_id);
alter table stripe_sandbox.event add constraint event_id_key UNIQUE (id);
alter table stripe_sandbox.event add constraint event_pkey PRIMARY KEY (seq);
alter table stripe_sandbox.idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key);
alter table stripe_sandbox.object add constraint object_id_key UNIQUE (id);
alter table stripe_sandbox.object add constraint object_pkey PRIMARY KEY (seq);
alter table support_cooldown add constraint support_cooldown_pkey PRIMARY KEY (user_id);
alter table support_cooldown add constraint support_cooldown_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table support_post add constraint support_post_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
alter table support_post add constraint support_post_body_check CHECK (((length(body) >= 1) AND (length(body) <= 10000)));
alter table support_post add constraint support_post_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'answer'::text, 'note'::text])));
alter table support_post add constraint support_post_pkey PRIMARY KEY (id);
alter table support_post add constraint support_post_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES support_ticket(id) ON DELETE CASCADE;
alter table support_ticket add constraint support_ticket_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL;
alter table support_ticket add constraint support_ticket_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table support_ticket add constraint support_ticket_check CHECK (
CASE type
    WHEN 'support'::text THEN (status = ANY (ARRAY['open'::text, 'in-progress'::text, 'closed'::text]))
    ELSE (status = ANY (ARRAY['new'::text, 'reviewed'::text, 'closed'::text]))
END);
alter table support_ticket add constraint support_ticket_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000)));
alter table support_ticket add constraint support_ticket_pkey PRIMARY KEY (id);
alter table support_ticket add constraint support_ticket_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])));
alter table support_ticket add constraint support_ticket_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 100)));
alter table support_ticket add constraint support_ticket_type_check CHECK ((type = ANY (ARRAY['support'::text, 'general'::text])));
alter table support_ticket add constraint support_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table tax_form add constraint tax_form_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 60)));
alter table tax_form add constraint tax_form_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 60)));
alter table tax_form add constraint tax_form_number_kind_check CHECK ((number_kind = ANY (ARRAY['ssn'::text, 'itin'::text])));
alter table tax_form add constraint tax_form_pkey PRIMARY KEY (winner_id);
alter table tax_form add constraint tax_form_signed_as_check CHECK (((length(signed_as) >= 1) AND (length(signed_as) <= 120)));
alter table tax_form add constraint tax_form_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table token_revocation add constraint token_revocation_pkey PRIMARY KEY (user_id);
alter table token_revocation add constraint token_revocation_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table tree_block add constraint tree_block_index_check CHECK ((index >= 0));
alter table tree_block add constraint tree_block_pkey PRIMARY KEY (tree_id, index);
alter table two_persons_setting add constraint two_persons_setting_pkey PRIMARY KEY (settings_version);
alter table user_note add constraint user_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
alter table user_note add constraint user_note_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000)));
alter table user_note add constraint user_note_pkey PRIMARY KEY (id);
alter table user_note add constraint user_note_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table users add constraint deleted_is_anonymous CHECK (((deleted_at IS NULL) OR ((NOT enabled) AND (phone IS NULL) AND (birth_date IS NULL) AND (email ~~ '%.invalid'::text))));
alter table users add constraint merged_is_closed CHECK (((merged_into IS NULL) OR (deleted_at IS NOT NULL)));
alter table users add constraint role_waits_for_proof CHECK (((offered_role IS NULL) OR (role = 'user'::text))) NOT VALID;
alter table users add constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)));
alter table users add constraint users_email_key UNIQUE (email);
alter table users add constraint users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES users(id);
alter table users add constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table users add constraint users_offered_role_check CHECK ((offered_role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'fulfilment'::text, 'draw-officer'::text]))) NOT VALID;
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'owner'::text, 'manager'::text, 'support'::text, 'fulfilment'::text, 'draw-officer'::text])));
alter table verification_code add constraint verification_code_pkey PRIMARY KEY (id);
alter table verification_code add constraint verification_code_purpose CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'sign-in'::text, 'enrol'::text, 'email-sign-in'::text, 'email-registration'::text, 'reauthentication'::text, 'prove-mailbox'::text]))) NOT VALID;
alter table verification_code add constraint verification_code_stranger_tries_left_check CHECK ((stranger_tries_left >= 0));
alter table verification_code add constraint verification_code_tries_left_check CHECK ((tries_left >= 0));
alter table webhook_event add constraint webhook_event_pkey PRIMARY KEY (event_id);
alter table winner add constraint winner_carrier_check CHECK (((length(carrier) >= 1) AND (length(carrier) <= 60)));
alter table winner add constraint winner_check CHECK (((task IS NULL) = (task_due_at IS NULL)));
alter table winner add constraint winner_check1 CHECK (((state <> 'notified'::text) OR ((notified_at IS NOT NULL) AND (answer_due_at IS NOT NULL))));
alter table winner add constraint winner_check2 CHECK (((state <> 'shipped'::text) OR ((shipped_at IS NOT NULL) AND (carrier IS NOT NULL))));
alter table winner add constraint winner_check3 CHECK (((state = ANY (ARRAY['declined'::text, 'forfeited'::text, 'disqualified'::text])) = (ended_at IS NOT NULL)));
alter table winner add constraint winner_check4 CHECK (((ended_at IS NULL) OR (ended_reason IS NOT NULL)));
alter table winner add constraint winner_ended_reason_check CHECK (((length(ended_reason) >= 1) AND (length(ended_reason) <= 500)));
alter table winner add constraint winner_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaway(id);
alter table winner add constraint winner_giveaway_id_place_key UNIQUE (giveaway_id, place);
alter table winner add constraint winner_pkey PRIMARY KEY (id);
alter table winner add constraint winner_place_check CHECK ((place >= 1));
alter table winner add constraint winner_reminders_check CHECK (((reminders >= 0) AND (reminders <= 2)));
alter table winner add constraint winner_state_check CHECK ((state = ANY (ARRAY['drawn'::text, 'notified'::text, 'accepted'::text, 'shipped'::text, 'done'::text, 'declined'::text, 'forfeited'::text, 'disqualified'::text])));
alter table winner add constraint winner_task_check CHECK ((task = ANY (ARRAY['tell'::text, 'collect-papers'::text, 'check-papers'::text, 'ship'::text, 'confirm'::text, 'confirm-pass'::text, 'nobody-left'::text])));
alter table winner add constraint winner_tracking_number_check CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 60)));
alter table winner_contact_change add constraint winner_contact_change_pkey PRIMARY KEY (id);
alter table winner_contact_change add constraint winner_contact_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table winner_message add constraint winner_message_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000)));
alter table winner_message add constraint winner_message_kind_known CHECK ((kind = ANY (ARRAY['notice'::text, 'reminder'::text, 'papers'::text, 'shipped'::text, 'written'::text, 'change'::text]))) NOT VALID;
alter table winner_message add constraint winner_message_pkey PRIMARY KEY (id);
alter table winner_message add constraint winner_message_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)));
alter table winner_message add constraint winner_message_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table winner_notice add constraint winner_notice_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));
alter table winner_notice add constraint winner_notice_pkey PRIMARY KEY (winner_id);
alter table winner_notice add constraint winner_notice_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000)));
alter table winner_notice add constraint winner_notice_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table winner_paper add constraint winner_paper_kind_check CHECK ((kind = ANY (ARRAY['tax-form'::text, 'affidavit'::text])));
alter table winner_paper add constraint winner_paper_pkey PRIMARY KEY (winner_id, kind);
alter table winner_paper add constraint winner_paper_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'received'::text, 'checked'::text])));
alter table winner_paper add constraint winner_paper_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table winner_pass add constraint winner_pass_check CHECK (((decision IS NULL) = (decided_at IS NULL)));
alter table winner_pass add constraint winner_pass_check1 CHECK (((decision IS DISTINCT FROM 'confirmed'::text) OR ((decided_by IS NOT NULL) AND (decided_by IS DISTINCT FROM proposed_by))));
alter table winner_pass add constraint winner_pass_decision_check CHECK ((decision = ANY (ARRAY['confirmed'::text, 'refused'::text, 'void'::text])));
alter table winner_pass add constraint winner_pass_decision_reason_check CHECK (((length(decision_reason) >= 1) AND (length(decision_reason) <= 500)));
alter table winner_pass add constraint winner_pass_ends_as_check CHECK ((ends_as = ANY (ARRAY['declined'::text, 'forfeited'::text, 'disqualified'::text])));
alter table winner_pass add constraint winner_pass_pkey PRIMARY KEY (id);
alter table winner_pass add constraint winner_pass_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));
alter table winner_pass add constraint winner_pass_reason_class_check CHECK ((reason_class = ANY (ARRAY['no_reply'::text, 'declined'::text, 'ineligible'::text, 'papers_missing'::text, 'unreachable'::text, 'left'::text])));
alter table winner_pass add constraint winner_pass_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table winner_story add constraint refused_has_reason CHECK (((status = 'refused'::text) = (refusal_reason IS NOT NULL)));
alter table winner_story add constraint shown_has_time CHECK (((status = 'shown'::text) = (shown_at IS NOT NULL)));
alter table winner_story add constraint winner_story_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table winner_story add constraint winner_story_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table winner_story add constraint winner_story_picture_key_key UNIQUE (picture_key);
alter table winner_story add constraint winner_story_pkey PRIMARY KEY (id);
alter table winner_story add constraint winner_story_refusal_reason_check CHECK (((length(refusal_reason) >= 1) AND (length(refusal_reason) <= 500)));
alter table winner_story add constraint winner_story_state_check CHECK ((state ~ '^[A-Z]{2}$'::text));
alter table winner_story add constraint winner_story_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'shown'::text, 'refused'::text])));
alter table winner_story add constraint winner_story_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table winner_story add constraint winner_story_winner_id_key UNIQUE (winner_id);
alter table winner_story add constraint winner_story_words_check CHECK (((length(words) >= 1) AND (length(words) <= 1000)));
alter table winner_story_consent add constraint winner_story_consent_pkey PRIMARY KEY (id);
alter table winner_story_consent add constraint winner_story_consent_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES winner(id);
alter table wish add constraint wish_pkey PRIMARY KEY (user_id, product_id);
alter table wish add constraint wish_price_cents_check CHECK ((price_cents >= 0));
alter table wish add constraint wish_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table wish add constraint wish_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table wish add constraint wish_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES product_variant(id) ON DELETE SET NULL;

CREATE INDEX announcement_ends_at ON public.announcement USING btree (ends_at);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at DESC, id DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, at DESC, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_type, subject_id, at DESC, id DESC);
CREATE INDEX audit_log_words ON public.audit_log USING gin ((((subject_label || ' '::text) || COALESCE(reason, ''::text))) gin_trgm_ops);
CREATE INDEX auto_entry_user ON public.auto_entry USING btree (user_id, created_at DESC) WHERE (entry_id IS NOT NULL);
CREATE INDEX backup_run_latest ON public.backup_run USING btree (started_at DESC);
CREATE INDEX batch_recipient_list ON public.batch_recipient USING btree (batch_id, id);
CREATE INDEX batch_recipient_user ON public.batch_recipient USING btree (user_id);
CREATE INDEX code_use_coupon ON public.code_use USING btree (coupon_id, id DESC) WHERE (coupon_id IS NOT NULL);
CREATE INDEX code_use_owner ON public.code_use USING btree (owner_id, id DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX code_use_user ON public.code_use USING btree (user_id, id DESC);
CREATE INDEX confirmed_registration_user ON public.confirmed_registration USING btree (user_id);
CREATE INDEX consent_record_user ON public.consent_record USING btree (user_id, channel, at DESC, id DESC);
CREATE INDEX consent_record_user_at ON public.consent_record USING btree (user_id, at DESC, id DESC);
CREATE INDEX cosignature_witness ON public.cosignature USING btree (witness, size DESC);
CREATE INDEX coupon_event_coupon ON public.coupon_event USING btree (coupon_id, at, id);
CREATE INDEX credential_user_id ON public.credential USING btree (user_id);
CREATE INDEX credit_transfer_at ON public.credit_transfer USING brin (created_at);
CREATE INDEX credit_transfer_user ON public.credit_transfer USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX customer_order_created ON public.customer_order USING btree (created_at DESC, id DESC);
CREATE INDEX customer_order_disputed ON public.customer_order USING btree (created_at DESC, id DESC) WHERE (dispute_hold IS NOT NULL);
CREATE INDEX customer_order_email ON public.customer_order USING btree (lower(email) text_pattern_ops, created_at DESC, id DESC);
CREATE INDEX customer_order_gateway ON public.customer_order USING btree (paid_at) INCLUDE (total_cents) WHERE ((payment_method = 'gateway'::text) AND (status = 'paid'::text));
CREATE INDEX customer_order_name ON public.customer_order USING btree (lower((ship_to ->> 'name'::text)) text_pattern_ops, created_at DESC, id DESC);
CREATE INDEX customer_order_next_reconcile ON public.customer_order USING btree (next_reconcile_at) WHERE (status = 'pending'::text);
CREATE INDEX customer_order_other_method ON public.customer_order USING btree (payment_method, created_at DESC, id DESC) WHERE (payment_method <> 'stripe'::text);
CREATE INDEX customer_order_paid ON public.customer_order USING btree (paid_at, id) WHERE (status = 'paid'::text);
CREATE INDEX customer_order_partly_refunded ON public.customer_order USING btree (created_at DESC, id DESC) WHERE ((refunded_cents > 0) AND (refunded_cents < total_cents));
CREATE INDEX customer_order_standing ON public.customer_order USING btree (standing, created_at DESC, id DESC);
CREATE INDEX customer_order_state ON public.customer_order USING btree (((ship_to ->> 'state'::text)), created_at DESC, id DESC);
CREATE INDEX customer_order_to_pack ON public.customer_order USING btree (created_at DESC, id DESC) WHERE ((standing = 'paid'::text) AND (mode = 'payment'::text));
CREATE INDEX customer_order_total ON public.customer_order USING btree (total_cents DESC, id DESC);
CREATE INDEX customer_order_tracking ON public.customer_order USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX customer_order_user ON public.customer_order USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX customer_standing_top ON public.customer_standing USING btree (total_credits DESC, purchase_count DESC, user_id) WHERE (purchase_count > 0);
CREATE INDEX delivery_due ON stripe_sandbox.delivery USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX discrepancy_open ON public.discrepancy USING btree (first_seen_at DESC, id DESC) WHERE ((resolved_at IS NULL) AND (closed_at IS NULL));
CREATE INDEX discrepancy_order ON public.discrepancy USING btree (order_id);
CREATE INDEX discrepancy_user ON public.discrepancy USING btree (user_id);
CREATE INDEX dispute_movement_at ON public.dispute_movement USING btree (at);
CREATE INDEX dispute_movement_dispute ON public.dispute_movement USING btree (dispute_id);
CREATE INDEX dispute_open ON public.dispute USING btree (read_at) WHERE (closed_at IS NULL);
CREATE INDEX dispute_order ON public.dispute USING btree (order_id);
CREATE INDEX dispute_payment ON public.dispute USING btree (payment_intent_id);
CREATE INDEX dispute_unknown ON public.dispute USING btree (read_at) WHERE ((order_id IS NULL) AND (invoice_id IS NULL));
CREATE INDEX draw_leaf_entry ON public.draw_leaf USING btree (entry_id, index DESC) WHERE (entry_id IS NOT NULL);
CREATE INDEX draw_list ON public.draw USING btree (drawn_at DESC, giveaway_id DESC);
CREATE INDEX ended_session_time ON public.ended_session USING btree (ended_at);
CREATE INDEX free_entry_email ON public.free_entry_request USING btree (email);
CREATE INDEX free_entry_open ON public.free_entry_request USING btree (expires_at) WHERE (entered_at IS NULL);
CREATE INDEX free_entry_sender ON public.free_entry_request USING btree (sender_id) WHERE (sender_id IS NOT NULL);
CREATE INDEX giveaway_auto_entry_due ON public.giveaway USING btree (early_access_at) WHERE ((auto_entered_at IS NULL) AND (closed_at IS NULL) AND (archived_at IS NULL) AND (tier = 'Bronze'::tier));
CREATE INDEX giveaway_card_code ON public.giveaway USING btree ("right"((id)::text, 10));
CREATE INDEX giveaway_closed ON public.giveaway USING btree (closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX giveaway_entry_at ON public.giveaway_entry USING brin (created_at);
CREATE INDEX giveaway_entry_disputed ON public.giveaway_entry USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);
CREATE INDEX giveaway_entry_mail_email ON public.giveaway_entry USING btree (lower(mail_email)) WHERE (user_id IS NULL);
CREATE INDEX giveaway_entry_mailed ON public.giveaway_entry USING btree (giveaway_id, slot_number) WHERE is_private;
CREATE INDEX giveaway_entry_removed ON public.giveaway_entry USING btree (giveaway_id, removed_at DESC, id DESC) WHERE (removed_at IS NOT NULL);
CREATE INDEX giveaway_entry_sender ON public.giveaway_entry USING btree (mail_sender_id, giveaway_id) WHERE (mail_sender_id IS NOT NULL);
CREATE INDEX giveaway_entry_user ON public.giveaway_entry USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX giveaway_newest ON public.giveaway USING btree (created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX giveaway_open ON public.giveaway USING btree (ends_at) WHERE ((closed_at IS NULL) AND (archived_at IS NULL));
CREATE INDEX giveaway_participant_user ON public.giveaway_participant USING btree (user_id);
CREATE INDEX giveaway_title_words ON public.giveaway USING gin (title gin_trgm_ops);
CREATE INDEX growing_delay_last ON public.growing_delay USING btree (last_at);
CREATE INDEX idempotency_key_age ON stripe_sandbox.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX inbound_sms_received_at ON public.inbound_sms USING btree (received_at);
CREATE INDEX lost_order_found ON public.lost_order USING btree (found_at);
CREATE INDEX mail_card_by_state ON public.mail_card USING btree (state, number);
CREATE INDEX mail_card_extra ON public.mail_card USING btree (extra_of) WHERE (extra_of IS NOT NULL);
CREATE INDEX mail_card_of_giveaway ON public.mail_card USING btree (giveaway_id, number DESC);
CREATE INDEX mail_card_of_giveaway_by_state ON public.mail_card USING btree (giveaway_id, state, number);
CREATE INDEX mail_card_of_sender ON public.mail_card USING btree (sender_id, giveaway_id);
CREATE INDEX mail_card_untallied ON public.mail_card USING btree (giveaway_id) WHERE ((NOT is_opening_tallied) OR ((decided_at IS NOT NULL) AND (NOT is_decision_tallied)));
CREATE INDEX mail_card_waiting ON public.mail_card USING btree (giveaway_id, number) WHERE (state = 'waiting'::text);
CREATE INDEX mail_sender_email ON public.mail_sender USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX mail_sender_household ON public.mail_sender USING btree (address_key) WHERE (address_key IS NOT NULL);
CREATE INDEX mail_sender_user ON public.mail_sender USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX membership_active_at ON public.membership USING btree (started_at DESC) WHERE (status = 'active'::text);
CREATE INDEX membership_benefit ON public.membership USING btree (benefit_month, id) WHERE (status = 'active'::text);
CREATE INDEX membership_invoice_due ON public.membership_invoice USING btree (next_attempt_at) WHERE (status = 'open'::text);
CREATE INDEX membership_invoice_of ON public.membership_invoice USING btree (membership_id, created_at DESC);
CREATE INDEX membership_invoice_paid ON public.membership_invoice USING btree (paid_at, id) WHERE ((status = 'paid'::text) AND (reason <> 'first'::text));
CREATE INDEX membership_invoice_payment ON public.membership_invoice USING btree (payment_intent_id) WHERE (payment_intent_id IS NOT NULL);
CREATE INDEX membership_invoice_user ON public.membership_invoice USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX membership_period ON public.membership USING btree (current_period_ends_at) WHERE (status <> 'cancelled'::text);
CREATE INDEX membership_provider ON public.membership USING btree (id) WHERE (provider_id IS NOT NULL);
CREATE INDEX membership_read ON public.membership USING btree (read_at, id) WHERE ((status <> 'cancelled'::text) AND (provider_id IS NOT NULL));
CREATE INDEX membership_refund_at ON public.membership_refund USING btree (created_at);
CREATE INDEX membership_refund_of ON public.membership_refund USING btree (invoice_id);
CREATE INDEX membership_user ON public.membership USING btree (user_id, started_at DESC);
CREATE INDEX membership_yearly ON public.membership USING btree (current_period_ends_at) WHERE ((status = 'active'::text) AND (plan = 'yearly'::text));
CREATE INDEX message_batch_waiting ON public.message USING btree (batch_id, next_attempt_at) WHERE ((batch_id IS NOT NULL) AND (state = 'waiting'::text));
CREATE INDEX message_created_at ON public.message USING btree (created_at DESC, id DESC);
CREATE INDEX message_due ON public.message USING btree (channel, next_attempt_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX message_failed ON public.message USING btree (created_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX message_giveaway_alert ON public.message USING btree ("left"(once_key, 51)) WHERE (kind = 'giveaway_alert'::text);
CREATE INDEX message_of_batch ON public.message USING btree (batch_id, state) WHERE (batch_id IS NOT NULL);
CREATE INDEX message_owed ON public.message USING btree (channel, next_attempt_at, id) WHERE ((state = 'waiting'::text) AND (kind IS NULL));
CREATE INDEX message_recipient ON public.message USING btree (recipient, created_at DESC, id DESC);
CREATE INDEX message_sms_sent ON public.message USING btree (sent_at) WHERE ((channel = 'sms'::text) AND (sent_at IS NOT NULL));
CREATE INDEX object_created ON stripe_sandbox.object USING btree (kind, (((data ->> 'created'::text))::bigint), seq);
CREATE INDEX object_due ON stripe_sandbox.object USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX object_refs ON stripe_sandbox.object USING gin (refs) WHERE (refs <> '{}'::text[]);
CREATE INDEX once_mark_lapses ON public.once_mark USING btree (lapses_at);
CREATE INDEX order_event_delivered ON public.order_event USING btree (at, order_id) WHERE (kind = 'delivered'::text);
CREATE INDEX order_event_order ON public.order_event USING btree (order_id, at, id);
CREATE INDEX order_line_backordered ON public.order_line USING btree (order_id) WHERE (backordered > 0);
CREATE INDEX order_line_product ON public.order_line USING btree (product_id);
CREATE INDEX order_line_sku ON public.order_line USING btree (upper(sku), order_id) WHERE (sku IS NOT NULL);
CREATE INDEX order_line_tier ON public.order_line USING btree (tier, order_id);
CREATE INDEX own_page_redirect_page ON public.own_page_redirect USING btree (page_id);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id, created_at, id);
CREATE INDEX payment_customer_user ON public.payment_customer USING btree (user_id);
CREATE INDEX picture_unused ON public.picture USING btree (created_at) WHERE (used_at IS NULL);
CREATE INDEX price_alert_product ON public.price_alert USING btree (product_id, user_id);
CREATE INDEX product_by_change ON public.product USING btree (updated_at, id) WHERE (archived_at IS NULL);
CREATE INDEX product_by_name ON public.product USING btree (lower(name) COLLATE "C", id) WHERE (archived_at IS NULL);
CREATE INDEX product_by_order ON public.product USING btree (COALESCE(display_order, 2147483647), placement, id) WHERE (archived_at IS NULL);
CREATE INDEX product_by_paid ON public.product USING btree (paid_cents, id) WHERE (archived_at IS NULL);
CREATE INDEX product_name_within ON public.product USING gin (lower(name) gin_trgm_ops) WHERE (archived_at IS NULL);
CREATE INDEX product_review_by_status ON public.product_review USING btree (status, created_at, id);
CREATE INDEX product_review_by_time ON public.product_review USING btree (created_at, id);
CREATE INDEX product_review_highest ON public.product_review USING btree (product_id, rating DESC, created_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX product_review_lowest ON public.product_review USING btree (product_id, rating, created_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX product_review_newest ON public.product_review USING btree (product_id, created_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX product_review_order ON public.product_review USING btree (order_id);
CREATE INDEX product_review_reported ON public.product_review USING btree (created_at, id) WHERE ((status = 'published'::text) AND (report_count > 0));
CREATE INDEX product_review_waiting ON public.product_review USING btree (created_at, id) WHERE (status = 'pending'::text);
CREATE INDEX product_search ON public.product USING gin (search);
CREATE INDEX product_shown ON public.product USING btree (created_at DESC, id) WHERE (archived_at IS NULL);
CREATE INDEX product_variant_product ON public.product_variant USING btree (product_id, "position");
CREATE INDEX product_variant_sku_within ON public.product_variant USING gin (lower(sku) gin_trgm_ops) WHERE (archived_at IS NULL);
CREATE INDEX product_word_alike ON public.product_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX provider_dispute_open ON public.provider_dispute USING btree (seen_at) WHERE is_open;
CREATE INDEX provider_movement_at ON public.provider_movement USING btree (at);
CREATE INDEX provider_payment_apart ON public.provider_payment USING btree (at) WHERE ((booked_at IS NULL) OR (((booked_at - at) < '-01:00:00'::interval) OR ((booked_at - at) > '01:00:00'::interval)));
CREATE INDEX provider_payment_at ON public.provider_payment USING btree (at, id) INCLUDE (kind, counted_cents);
CREATE INDEX provider_payment_intent ON public.provider_payment USING btree (payment_intent_id);
CREATE INDEX provider_payment_invoice ON public.provider_payment USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX provider_payment_order ON public.provider_payment USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX push_endpoint_user_id ON public.push_endpoint USING btree (user_id, created_at DESC);
CREATE INDEX recorded_sale_recent ON public.recorded_sale USING btree (paid_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX recorded_sale_user ON public.recorded_sale USING btree (user_id);
CREATE INDEX referral_code_brought ON public.referral USING btree (code) WHERE (code IS NOT NULL);
CREATE INDEX referral_reward_order ON public.referral_reward USING btree (order_id);
CREATE INDEX referral_reward_owner ON public.referral_reward USING btree (owner_id);
CREATE INDEX refund_created ON public.refund USING btree (created_at);
CREATE INDEX refund_failed ON public.refund USING btree (order_id) WHERE (status = 'failed'::text);
CREATE INDEX refund_open ON public.refund USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE INDEX refund_order ON public.refund USING btree (order_id, created_at);
CREATE INDEX registration_email ON public.registration USING btree (email, created_at DESC, id DESC);
CREATE INDEX revenue_day_of ON public.revenue_day USING btree (day);
CREATE INDEX revenue_month_of ON public.revenue_month USING btree (day);
CREATE INDEX revenue_stale_day_of ON public.revenue_stale_day USING btree (day);
CREATE INDEX review_invitation_delivered ON public.review_invitation USING btree (delivered_at);
CREATE INDEX review_product ON public.review USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX review_report_user ON public.review_report USING btree (user_id);
CREATE INDEX saved_address_doubtful ON public.saved_address USING btree (user_id) WHERE is_doubtful;
CREATE INDEX saved_address_unchecked ON public.saved_address USING btree (id) WHERE (is_doubtful IS NULL);
CREATE INDEX saved_address_user ON public.saved_address USING btree (user_id, saved_at);
CREATE INDEX saved_cart_left ON public.saved_cart USING btree (updated_at, user_id) WHERE (items <> '[]'::jsonb);
CREATE INDEX sealed_signing_key_time ON public.sealed_signing_key USING btree (created_at);
CREATE INDEX search_document_words ON public.search_document USING gin (words) WITH (fastupdate=off);
CREATE INDEX session_family ON public.session USING btree (family_id) WHERE (family_id IS NOT NULL);
CREATE INDEX session_user_id ON public.session USING btree (user_id);
CREATE INDEX settlement_attempt_at ON public.settlement_attempt USING btree (at DESC);
CREATE INDEX settlement_attempt_user ON public.settlement_attempt USING btree (user_id, at DESC);
CREATE INDEX shipping_address_doubtful ON public.shipping_address USING btree (user_id) WHERE is_doubtful;
CREATE INDEX shipping_address_unchecked ON public.shipping_address USING btree (user_id) WHERE (is_doubtful IS NULL);
CREATE INDEX shipping_method_zone_id ON public.shipping_method USING btree (zone_id);
CREATE INDEX shipping_zone_state_zone_id ON public.shipping_zone_state USING btree (zone_id);
CREATE INDEX shop_log_giveaway ON public.shop_log USING btree (giveaway_id, kind, index) WHERE (giveaway_id IS NOT NULL);
CREATE INDEX sign_in_challenge_expires_at ON public.sign_in_challenge USING btree (expires_at);
CREATE INDEX sign_in_challenge_registration ON public.sign_in_challenge USING btree (registration_id);
CREATE INDEX sign_in_challenge_user ON public.sign_in_challenge USING btree (user_id);
CREATE INDEX sms_campaign_newest ON public.sms_campaign USING btree (created_at DESC, id DESC);
CREATE INDEX sms_campaign_text ON public.sms_campaign USING btree (text_hash, created_at DESC);
CREATE INDEX sms_campaign_unfinished ON public.sms_campaign USING btree (id) WHERE ((state = 'running'::text) AND (finished_at IS NULL));
CREATE INDEX staff_proposal_decided ON public.staff_proposal USING btree (decided_at DESC, id DESC) WHERE (decision IS NOT NULL);
CREATE INDEX staff_proposal_people ON public.staff_proposal USING gin (people);
CREATE INDEX staff_proposal_subject ON public.staff_proposal USING btree (subject_type, subject_id, proposed_at DESC);
CREATE INDEX staff_proposal_waiting ON public.staff_proposal USING btree (proposed_at, id) WHERE (decision IS NULL);
CREATE INDEX stock_alert_email ON public.stock_alert USING btree (email);
CREATE INDEX stock_alert_expiry ON public.stock_alert USING btree (expires_at);
CREATE INDEX stock_alert_user ON public.stock_alert USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX stock_alert_variant ON public.stock_alert USING btree (variant_id) WHERE (variant_id IS NOT NULL);
CREATE INDEX stock_alert_waiting ON public.stock_alert USING btree (product_id, created_at, id) WHERE ((sent_at IS NULL) AND (confirmed_at IS NOT NULL));
CREATE INDEX support_post_author ON public.support_post USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX support_post_ticket ON public.support_post USING btree (ticket_id, created_at, id);
CREATE INDEX support_ticket_active ON public.support_ticket USING btree (type, id DESC) WHERE (status <> 'closed'::text);
CREATE INDEX support_ticket_assigned ON public.support_ticket USING btree (assigned_to, type, id DESC) WHERE (assigned_to IS NOT NULL);
CREATE INDEX support_ticket_due ON public.support_ticket USING btree (type, COALESCE(answer_due_at, '9999-12-31 00:00:00+00'::timestamp with time zone), id);
CREATE INDEX support_ticket_status ON public.support_ticket USING btree (type, status, id DESC);
CREATE INDEX support_ticket_type ON public.support_ticket USING btree (type, id DESC);
CREATE INDEX support_ticket_updated ON public.support_ticket USING btree (type, updated_at DESC, id DESC);
CREATE INDEX support_ticket_user ON public.support_ticket USING btree (user_id, id DESC);
CREATE INDEX support_ticket_user_at ON public.support_ticket USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX support_ticket_words ON public.support_ticket USING gin ((((subject || ' '::text) || message)) gin_trgm_ops);
CREATE INDEX tax_form_year ON public.tax_form USING btree (tax_year);
CREATE INDEX token_revocation_time ON public.token_revocation USING btree (revoked_before);
CREATE INDEX user_note_author ON public.user_note USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX user_note_user ON public.user_note USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX users_alike ON public.users USING gin ((((((lower(name) || ' '::text) || email) || ' '::text) || COALESCE(phone, ''::text))) gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX users_counted ON public.users USING btree (enabled) WHERE (deleted_at IS NULL);
CREATE INDEX users_created_at ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_deleted_at ON public.users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX users_disabled ON public.users USING btree (created_at DESC, id DESC) WHERE ((NOT enabled) AND (deleted_at IS NULL));
CREATE INDEX users_email_c ON public.users USING btree (email COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX users_invited ON public.users USING btree (created_at DESC, id DESC) WHERE ((offered_role IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX users_mailbox ON public.users USING btree (mailbox_of(email));
CREATE INDEX users_merged ON public.users USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX users_name ON public.users USING btree (lower(name) COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX users_phone ON public.users USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX users_phone_to_check ON public.users USING btree (created_at DESC, id DESC) WHERE ((phone !~ '^[+]1(?:(?![0-9]11)[2-9][0-9]{2}(?![0-9]11)|8(?:00|33|44|55|66|77|88))[2-9][0-9]{6}$'::text) AND (deleted_at IS NULL));
CREATE INDEX users_sms ON public.users USING btree (created_at DESC, id DESC) WHERE (sms_consent AND (deleted_at IS NULL));
CREATE INDEX users_staff ON public.users USING btree (role, id) WHERE (role <> 'user'::text);
CREATE INDEX users_there ON public.users USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX verification_code_subject ON public.verification_code USING btree (subject_id, purpose, created_at DESC, id DESC);
CREATE INDEX webhook_event_at ON public.webhook_event USING brin (received_at);
CREATE INDEX webhook_event_object ON public.webhook_event USING btree (object_id);
CREATE INDEX webhook_event_unhandled ON public.webhook_event USING btree (received_at) WHERE (handled_at IS NULL);
CREATE INDEX winner_answered ON public.winner USING btree (answered_at) WHERE ((ended_at IS NULL) AND (answered_at IS NOT NULL));
CREATE INDEX winner_contact_change_user ON public.winner_contact_change USING btree (user_id);
CREATE INDEX winner_deadline ON public.winner USING btree (COALESCE(task_due_at,
CASE
    WHEN (state = 'notified'::text) THEN answer_due_at
    ELSE NULL::timestamp with time zone
END));
CREATE INDEX winner_drawn ON public.winner USING btree (drawn_at, giveaway_id, place);
CREATE INDEX winner_giveaways ON public.winner USING btree (drawn_at DESC, giveaway_id DESC) WHERE (place = 1);
CREATE INDEX winner_message_winner ON public.winner_message USING btree (winner_id, at DESC, id DESC);
CREATE INDEX winner_pass_winner ON public.winner_pass USING btree (winner_id, proposed_at DESC);
CREATE INDEX winner_state ON public.winner USING btree (state, drawn_at DESC, giveaway_id DESC);
CREATE INDEX winner_story_by_status ON public.winner_story USING btree (status, written_at, id);
CREATE INDEX winner_story_consent_winner ON public.winner_story_consent USING btree (winner_id, at);
CREATE INDEX winner_story_shown ON public.winner_story USING btree (shown_at DESC, id DESC) WHERE (status = 'shown'::text);
CREATE INDEX winner_tasks ON public.winner USING btree (task_due_at, id) WHERE (task IS NOT NULL);
CREATE INDEX winner_unnotified ON public.winner USING btree (selected_at) WHERE (state = 'drawn'::text);
CREATE INDEX winner_waiting ON public.winner USING btree (answer_due_at) WHERE (state = 'notified'::text);
CREATE INDEX wish_list ON public.wish USING btree (user_id, created_at DESC, product_id);
CREATE INDEX wish_product ON public.wish USING btree (product_id);
CREATE INDEX wish_variant ON public.wish USING btree (variant_id) WHERE (variant_id IS NOT NULL);
CREATE UNIQUE INDEX canned_reply_name ON public.canned_reply USING btree (lower(name));
CREATE UNIQUE INDEX coupon_code ON public.coupon USING btree (code) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX discrepancy_live ON public.discrepancy USING btree (kind, subject) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX free_entry_mailbox_day ON public.free_entry_request USING btree (giveaway_id, mailbox, entered_on) WHERE (entered_at IS NOT NULL);
CREATE UNIQUE INDEX free_entry_sender_day ON public.free_entry_request USING btree (giveaway_id, sender_id, entered_on) WHERE (entered_at IS NOT NULL);
CREATE UNIQUE INDEX giveaway_entry_slot ON public.giveaway_entry USING btree (giveaway_id, slot_number) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX mail_sender_identity ON public.mail_sender USING btree (name_key, address_key, email) NULLS NOT DISTINCT WHERE (name_key IS NOT NULL);
CREATE UNIQUE INDEX membership_active ON public.membership USING btree (user_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX one_first_order ON public.code_use USING btree (user_id) WHERE (first_order AND (state = ANY (ARRAY['held'::text, 'used'::text])) AND (NOT late));
CREATE UNIQUE INDEX one_first_order_of_mailbox ON public.code_use USING btree (mailbox);
CREATE UNIQUE INDEX one_reward_for_mailbox ON public.referral_reward USING btree (mailbox);
CREATE UNIQUE INDEX own_page_slug ON public.own_page USING btree (slug);
CREATE UNIQUE INDEX product_display_order ON public.product USING btree (display_order) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX product_variant_sku ON public.product_variant USING btree (sku) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX saved_filter_name ON public.saved_filter USING btree (user_id, tab, lower(name));
CREATE UNIQUE INDEX staff_proposal_open ON public.staff_proposal USING btree (kind, subject_type, subject_id) WHERE (decision IS NULL);
CREATE UNIQUE INDEX stock_alert_once ON public.stock_alert USING btree (product_id, variant_id, email) NULLS NOT DISTINCT WHERE (sent_at IS NULL);
CREATE UNIQUE INDEX winner_live ON public.winner USING btree (giveaway_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX winner_pass_open ON public.winner_pass USING btree (winner_id) WHERE (decision IS NULL);
CREATE UNIQUE INDEX winner_user ON public.winner USING btree (user_id, giveaway_id) WHERE (user_id IS NOT NULL);

alter index users_alike alter column 1 set statistics 1000;

create view active_member as
 SELECT user_id
   FROM membership
  WHERE (status = 'active'::text);
create view book_credit as
 SELECT id,
    user_id,
    tier,
        CASE credit
            WHEN 'available'::text THEN amount
            ELSE (- amount)
        END AS amount,
    kind,
    source_type,
    source_id,
    created_at AS at
   FROM credit_transfer
  WHERE (kind = ANY (ARRAY['earned'::text, 'benefit'::text, 'granted'::text, 'subtracted'::text, 'reversed'::text]));
create view book_credited_order as
 SELECT id,
    user_id,
    status,
    session_id,
    created_at,
    paid_at
   FROM customer_order;
create view book_dispute as
 SELECT provider_id AS id,
    order_id,
    invoice_id,
    amount_cents,
    status,
    is_inquiry,
    submission_count,
    opened_at AS at
   FROM dispute;
create view book_earning as
 SELECT order_id,
    tier,
    (sum((entries * quantity)))::integer AS amount
   FROM order_line
  GROUP BY order_id, tier;
create view book_gateway_money as
 SELECT 'payments'::text AS of,
    customer_order.id AS order_id,
    customer_order.total_cents AS amount_cents,
    customer_order.paid_at AS at
   FROM customer_order
  WHERE ((customer_order.status = 'paid'::text) AND (customer_order.payment_method = 'gateway'::text) AND (customer_order.total_cents > 0))
UNION ALL
 SELECT 'refunds'::text AS of,
    r.order_id,
    r.amount_cents,
    r.created_at AS at
   FROM (refund r
     JOIN customer_order o ON ((o.id = r.order_id)))
  WHERE ((o.payment_method = 'gateway'::text) AND (r.amount_cents > 0) AND (r.status <> 'failed'::text));
create view book_invoice as
 SELECT id,
    user_id,
    status,
    reason,
    amount_cents,
    payment_intent_id,
    paid_at
   FROM membership_invoice;
create view book_lost_order as
 SELECT order_id,
    payment_intent_id,
    subscription_id,
    found_at,
    refunded_at
   FROM lost_order;
create view book_membership as
 SELECT provider_id AS id,
    user_id,
    status,
    started_at
   FROM membership
  WHERE (provider_id IS NOT NULL);
create view book_movement as
 SELECT m.id,
    m.dispute_id,
    d.provider_id,
    d.order_id,
    d.invoice_id,
    m.amount_cents,
    m.fee_cents,
    m.at
   FROM (dispute_movement m
     JOIN dispute d ON ((d.id = m.dispute_id)));
create view book_order as
 SELECT id,
    number,
    user_id,
    email,
    status,
    session_id,
    payment_intent_id,
    subscription_id,
    created_at,
    paid_at,
    prefix
   FROM customer_order
  WHERE (payment_method <> ALL (ARRAY['gateway'::text, 'none'::text]));
create view book_payment as
 SELECT 'order'::text AS source,
    (customer_order.id)::text AS subject,
    customer_order.id AS order_id,
    NULL::text AS invoice_id,
    customer_order.user_id,
    customer_order.payment_intent_id,
    customer_order.total_cents AS amount_cents,
    customer_order.currency,
    customer_order.paid_at AS at
   FROM customer_order
  WHERE ((customer_order.status = 'paid'::text) AND (customer_order.payment_method <> ALL (ARRAY['gateway'::text, 'none'::text])) AND (customer_order.total_cents > 0))
UNION ALL
 SELECT 'renewal'::text AS source,
    membership_invoice.id AS subject,
    NULL::uuid AS order_id,
    membership_invoice.id AS invoice_id,
    membership_invoice.user_id,
    membership_invoice.payment_intent_id,
    membership_invoice.amount_cents,
    'usd'::text AS currency,
    membership_invoice.paid_at AS at
   FROM membership_invoice
  WHERE ((membership_invoice.status = 'paid'::text) AND (membership_invoice.reason <> 'first'::text) AND (membership_invoice.amount_cents > 0));
create view book_refund as
 SELECT (r.id)::text AS id,
    r.order_id,
    o.user_id,
    o.payment_intent_id,
    r.provider_id,
    r.status,
    r.amount_cents,
    o.currency,
    r.created_at AS at
   FROM (refund r
     JOIN customer_order o ON ((o.id = r.order_id)))
  WHERE ((o.payment_method <> ALL (ARRAY['gateway'::text, 'none'::text])) AND (r.amount_cents > 0))
UNION ALL
 SELECT r.id,
    NULL::uuid AS order_id,
    i.user_id,
    i.payment_intent_id,
    r.id AS provider_id,
    r.status,
    r.amount_cents,
    'usd'::text AS currency,
    r.created_at AS at
   FROM (membership_refund r
     JOIN membership_invoice i ON ((i.id = r.invoice_id)));
create view book_review as
 SELECT order_id,
    note,
    at
   FROM order_event
  WHERE (kind = 'review'::text);
create view book_session_event as
 SELECT event_id AS id,
    object_id AS session_id,
    received_at AS at
   FROM webhook_event
  WHERE ((type ~~ 'checkout.session.%'::text) AND (type <> 'checkout.session.expired'::text));
create view drawn_winner as
 SELECT d.giveaway_id,
    d.drawn_at,
        CASE
            WHEN (p.giveaway_id IS NULL) THEN d.winner_slot
            ELSE p.next_slot
        END AS slot,
        CASE
            WHEN (p.giveaway_id IS NULL) THEN d.winner_entry_id
            ELSE p.next_entry_id
        END AS entry_id
   FROM (draw d
     LEFT JOIN LATERAL ( SELECT draw_alternate.giveaway_id,
            draw_alternate.next_slot,
            draw_alternate.next_entry_id
           FROM draw_alternate
          WHERE (draw_alternate.giveaway_id = d.giveaway_id)
          ORDER BY draw_alternate.place DESC
         LIMIT 1) p ON (true));
create view promotion as
 SELECT id,
    subject,
    body,
    sms,
    push_body,
    created_by,
    created_at
   FROM offer_campaign;
create view user_event as
 SELECT o.user_id,
    date_trunc('milliseconds'::text, e.at) AS at,
    e.id,
    'order'::text AS kind,
    e.kind AS what,
    jsonb_build_object('number', o.number, 'reference', ((o.prefix || '-'::text) || o.number), 'cents', COALESCE(((e.detail ->> 'amountCents'::text))::integer, o.total_cents), 'note', e.note) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    'order'::text AS subject_type,
    (o.id)::text AS subject_id,
    e.actor_id
   FROM (order_event e
     JOIN customer_order o ON ((o.id = e.order_id)))
UNION ALL
 SELECT e.user_id,
    date_trunc('milliseconds'::text, e.created_at) AS at,
    e.id,
    'entry'::text AS kind,
        CASE
            WHEN e.is_private THEN 'mailed'::text
            WHEN e.is_auto_entry THEN 'auto'::text
            ELSE 'entered'::text
        END AS what,
    jsonb_build_object('title', g.title, 'slot', e.slot_number) AS detail,
    g.tier,
    NULL::integer AS amount,
    'giveaway'::text AS subject_type,
    (g.id)::text AS subject_id,
        CASE
            WHEN e.is_private THEN e.created_by
            ELSE NULL::uuid
        END AS actor_id
   FROM (giveaway_entry e
     JOIN giveaway g ON ((g.id = e.giveaway_id)))
UNION ALL
 SELECT e.user_id,
    date_trunc('milliseconds'::text, e.removed_at) AS at,
    e.id,
    'entry'::text AS kind,
    'removed'::text AS what,
    jsonb_build_object('title', g.title, 'slot', e.slot_number) AS detail,
    g.tier,
    NULL::integer AS amount,
    'giveaway'::text AS subject_type,
    (g.id)::text AS subject_id,
    e.removed_by AS actor_id
   FROM (giveaway_entry e
     JOIN giveaway g ON ((g.id = e.giveaway_id)))
  WHERE (e.removed_at IS NOT NULL)
UNION ALL
 SELECT t.user_id,
    date_trunc('milliseconds'::text, t.created_at) AS at,
    t.id,
    'credit'::text AS kind,
    t.kind AS what,
    jsonb_build_object('description', t.description) AS detail,
    t.tier,
        CASE
            WHEN (t.credit = 'available'::text) THEN t.amount
            ELSE (- t.amount)
        END AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULLIF(t.actor_id, t.user_id) AS actor_id
   FROM credit_transfer t
  WHERE (('available'::text = t.debit) OR ('available'::text = t.credit))
UNION ALL
 SELECT m.user_id,
    date_trunc('milliseconds'::text, m.started_at) AS at,
    m.id,
    'membership'::text AS kind,
    'began'::text AS what,
    jsonb_build_object('plan', m.plan) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULL::uuid AS actor_id
   FROM membership m
UNION ALL
 SELECT m.user_id,
    date_trunc('milliseconds'::text, m.ended_at) AS at,
    m.id,
    'membership'::text AS kind,
    'ended'::text AS what,
    jsonb_build_object('plan', m.plan) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULL::uuid AS actor_id
   FROM membership m
  WHERE (m.ended_at IS NOT NULL)
UNION ALL
 SELECT t.user_id,
    date_trunc('milliseconds'::text, t.created_at) AS at,
    t.id,
    'ticket'::text AS kind,
    t.type AS what,
    jsonb_build_object('subject', t.subject) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    'ticket'::text AS subject_type,
    (t.id)::text AS subject_id,
    NULL::uuid AS actor_id
   FROM support_ticket t
UNION ALL
 SELECT c.user_id,
    date_trunc('milliseconds'::text, c.at) AS at,
    c.id,
    'consent'::text AS kind,
    c.channel AS what,
    jsonb_build_object('given', c.given, 'of', c.kind, 'source', c.source) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULL::uuid AS actor_id
   FROM consent_record c
UNION ALL
 SELECT s.user_id,
    date_trunc('milliseconds'::text, s.created_at) AS at,
    s.id,
    'sign-in'::text AS kind,
    'signed in'::text AS what,
    jsonb_build_object('browser', s.user_agent) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULL::uuid AS actor_id
   FROM session s
UNION ALL
 SELECT u.id AS user_id,
    date_trunc('milliseconds'::text, u.created_at) AS at,
    u.id,
    'sign-in'::text AS kind,
    'joined'::text AS what,
    '{}'::jsonb AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    NULL::uuid AS actor_id
   FROM users u
UNION ALL
 SELECT n.user_id,
    date_trunc('milliseconds'::text, n.created_at) AS at,
    n.id,
    'staff'::text AS kind,
    'noted'::text AS what,
    jsonb_build_object('note', n.note) AS detail,
    NULL::tier AS tier,
    NULL::integer AS amount,
    NULL::text AS subject_type,
    NULL::text AS subject_id,
    n.author_id AS actor_id
   FROM user_note n;

-- function accounts_of_senders(uuid): md5 5c5b2228cb4e34a88b3831aaeb759def
-- function add_product_words(): md5 38d1b1caba9791114788281c040d2486
-- function alike_senders(uuid): md5 41a886bb174b2248bd4dd54379b89a9a
-- function alike_words(text): md5 b1b7b6e1d64074a0b595b09d5d72719b
-- function stripe_sandbox.apply(timestamp with time zone,text,text,integer,text,jsonb,jsonb): md5 8d19afe175667be53e28cde577f82767
-- function auto_enter(uuid,uuid,uuid,uuid,timestamp with time zone,date,jsonb): md5 097b692b4f5eb0208644e8446888f09f
-- function auto_entry_of(uuid): md5 53d5139e89d624defb95ad6d798c1068
-- function claim_refusal_by_giveaway(uuid,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean,integer[]): md5 fb566aae2d32e1eef3c5d2617b426b30
-- function claim_refusal_by_person(date,date,text[],integer,text,text,timestamp with time zone,integer,integer,integer,integer): md5 9869fa9368b5b7254692e6dc7ba8ab1c
-- function claim_slots(uuid,uuid,integer[],integer,uuid[],uuid[],timestamp with time zone,boolean,boolean,date,jsonb): md5 dc908afa1902512b736a22b528eee096
-- function claim_slots(uuid,uuid,integer[],integer,uuid[],uuid[],timestamp with time zone,boolean,boolean,date,jsonb,text[],text): md5 48cfe1beda41a4b93db936f8838c40b1
-- function claim_slots_together(uuid[],uuid[],boolean[],timestamp with time zone[],date[],text[],text[],text[],text[],text[],jsonb): md5 e8f31f302b2d0a9e063588782b01cbf6
-- function clear_product_draft(): md5 77fa2e73357d4c6c94b5d872ec56388b
-- function count_address_edit(): md5 018f0ba5ecae5f38cd71a029d3976e8e
-- function count_reviews(): md5 532854fbbcd69c777d49a64d3a1fbb48
-- function count_user_edit(): md5 bbbd95877318d42ed29253cd24423724
-- function counts_for_limit(giveaway_entry): md5 1be2aa3a82b0f89ff4e551925262528d
-- function create_first_winner(): md5 638326585385eff37983863bbedf0361
-- function delete_revenue_month(): md5 65834b2ff8bfb2b27c4736593f561fc7
-- function desk_takes_two_persons(uuid,integer,boolean): md5 8b0770ecb337fb7dcb547a6bc4ed0a30
-- function entry_refusal(text[],integer,date,text,text,timestamp with time zone): md5 e3cf7c21745e95048efb88a7be17ecf3
-- function entry_tree_lock(uuid): md5 12e072b7122aa15e3d23ff70146619f7
-- function giveaway_lock(uuid): md5 648f309d8164aabf3b67f969fa92890f
-- function has_equal_cart(uuid,uuid): md5 72882119cfe1193b71503883ee44a38d
-- function has_prize_at_stake(uuid,text): md5 86c1676007a3495505358597210a690a
-- function hold_role_for_proof(): md5 f4c2a868d1ecefa2deeba7184f9a8e25
-- function is_in_draw(giveaway_entry): md5 1096fe7075242eda0f3515b971a30b51
-- function is_in_tree(giveaway_entry): md5 e8d571e93026bcae6c3ae3213a3cae69
-- function is_list_final(uuid): md5 391528485830cec90a29a205e432437a
-- function is_picture_shown(text): md5 4449b9c2951c799d401a774967b83ca4
-- function is_subscriber(uuid): md5 6800469ade988e91b08b4d1478af0337
-- function keep_an_owner(): md5 e02213c0dc55b83136ebeb5a6d64b41b
-- function keep_own_legal_text(): md5 cdb941b1a51693adc54383d4a09d587b
-- function keep_published_terms(): md5 d558dabdbaf0085c442339ad18f09b97
-- function keep_two_persons_setting(): md5 746eea37cc0276e7031613f84eda8208
-- function keep_winner_contact(): md5 17b5f607e85e466fd8ff9d1299b0a3bd
-- function lowest_two_persons_from(timestamp with time zone,integer): md5 e8174c6cd2c54cb13a1cb822b8419d7b
-- function mailbox_of(text): md5 7bd5592e0c1420e5a87b15779546659e
-- function mark_dispute_day_stale(): md5 5b999815cb24d8e493cc8bdddfca5996
-- function mark_giveaway_pictures_used(): md5 0b4e0e33e8faa09affcc100b302ebdb8
-- function mark_order_state_stale(): md5 951250608d0d5f233ade457232592176
-- function mark_payment_day_stale(): md5 52589debd1009649d31a0128cb2bcd5b
-- function mark_picture_used(): md5 b3fff6e1b87a8420c462dc341181beb5
-- function mark_refund_day_stale(): md5 2bf6e4771f422ae0502252dff4a3a6fa
-- function mark_revenue_stale(timestamp with time zone): md5 b9078f7979c51b6199a33c2f45abf82e
-- function mark_review_picture(): md5 bb6e3bd2d29d029d1d324121268600d9
-- function mark_story_picture(): md5 693cd482a3b957f5ca9c74f407cc16ba
-- function note_session(uuid,text,timestamp with time zone): md5 a56f5e694aeb2802fe9c44f588f2c500
-- function open_orders_of(uuid): md5 bc10397eb1e7f1b43d438008bc24ffe1
-- function order_takes_two_persons(uuid,integer): md5 7edab2f795ccd019e69eb969dd7ce5cf
-- function public_legal_versions(): md5 a388d6118ce9c8e05646e3ac26304769
-- function publish_revocation(): md5 72006a61700ae9164b58882b930bb5a7
-- function record_draw_event(): md5 fded6aede9e2b08351b4052290d444a2
-- function record_ended_sessions(): md5 be9b74a3f8a3b1954426901e57d99582
-- function record_new_entry(): md5 65646b7cf4e647bae161161f4800696c
-- function refund_takes_two_persons(uuid,integer,integer): md5 a0dfe03e583fea436a46d0164de7ff01
-- function refuse_acceptance_change(): md5 7b85cd8a6fe3935ec5a3cecdc776ab00
-- function refuse_card_change(): md5 bba676b3ed99c58ab9cafa0e3e3a27d7
-- function refuse_change(): md5 6eb175cc5bb3026a5581bf653b195b22
-- function refuse_ended_access(): md5 914616b5f86b666428c6fb52b4a752f6
-- function refuse_proposal_change(): md5 10f1c6a70a01dd45835b7f442aca47c4
-- function refuse_unsealed_change(): md5 a8fbdd4b4129732a2fb2c656d559738d
-- function refuse_unserved_country(): md5 96a19dcb3234abf93606e99e26efda52
-- function register_mailed_entry(): md5 9823c9cbea6513f16052946de0291f1b
-- function release_pictures(text[],timestamp with time zone): md5 af77e3162671b41a294dab02545f8545
-- function search_changed_variant(): md5 cec3cde3a40c65bd0da3b4579cf69b0f
-- function search_new_variants(): md5 5329ee5b528904a3670d6c4373bea861
-- function search_written_product(): md5 cd3fd01c2f44290c8269442b975aff62
-- function set_first_order_mailbox(): md5 1608c0e87311e3c67adc3e42c3ef7a8c
-- function set_line_sku(): md5 735a4832da8e5b4ff0968d5907270aed
-- function set_reward_mailbox(): md5 45050f4ef7db8b986a87453b9c079891
-- function shop_day(timestamp with time zone): md5 7235564c808666c4c7eda37ea8d219bd
-- function similar_words(text): md5 801f33f779eb2e6bbd4765750a0c6ff2
-- function sync_credit_holder(): md5 eda454682897842817757da33cddf14e
-- function sync_push_opt_in(): md5 4fecccac6317b2d4290e2cfe839e2658
-- function takes_two_persons(uuid,integer): md5 30e9cd3a03f9ccb7eb4f6f5335f9ed47
-- function two_persons_from(uuid,integer): md5 d90857950591c79b2e7c0a3be7e04859
-- function uncheck_changed_address(): md5 dbbbc6f5573f68a85401cdb9b3af548d
-- function us_state(text): md5 a0d3c91329eb588b907bd339f31f8d3f
-- function write_search_document(uuid[]): md5 7cf4dd408336729d112bac6ad9070e77

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_record_append_only BEFORE DELETE OR UPDATE ON public.consent_record FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_record_no_truncate BEFORE TRUNCATE ON public.consent_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cosignature_append_only BEFORE DELETE OR UPDATE ON public.cosignature FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cosignature_no_truncate BEFORE TRUNCATE ON public.cosignature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coupon_event_append_only BEFORE DELETE OR UPDATE ON public.coupon_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_account_holder AFTER INSERT ON public.credit_account FOR EACH ROW WHEN ((new.available > 0)) EXECUTE FUNCTION sync_credit_holder();
CREATE TRIGGER credit_account_holder_of_change AFTER UPDATE OF available ON public.credit_account FOR EACH ROW WHEN (((old.available > 0) <> (new.available > 0))) EXECUTE FUNCTION sync_credit_holder();
CREATE TRIGGER credit_transfer_append_only BEFORE DELETE OR UPDATE ON public.credit_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_transfer_no_truncate BEFORE TRUNCATE ON public.credit_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_order_revenue AFTER INSERT OR UPDATE OF status, paid_at ON public.customer_order FOR EACH ROW WHEN ((new.status = 'paid'::text)) EXECUTE FUNCTION mark_payment_day_stale();
CREATE TRIGGER customer_order_state_revenue AFTER UPDATE OF ship_to ON public.customer_order FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (new.tax_state IS NULL) AND ((new.ship_to ->> 'state'::text) IS DISTINCT FROM (old.ship_to ->> 'state'::text)))) EXECUTE FUNCTION mark_order_state_stale();
CREATE TRIGGER dispute_movement_revenue AFTER INSERT ON public.dispute_movement FOR EACH ROW EXECUTE FUNCTION mark_dispute_day_stale();
CREATE TRIGGER draw_alternate_append_only BEFORE DELETE OR UPDATE ON public.draw_alternate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_alternate_no_truncate BEFORE TRUNCATE ON public.draw_alternate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_append_only BEFORE DELETE OR UPDATE ON public.draw FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_first_winner AFTER INSERT ON public.draw FOR EACH ROW EXECUTE FUNCTION create_first_winner();
CREATE TRIGGER draw_freeze_append_only BEFORE DELETE OR UPDATE ON public.draw_freeze FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_freeze_no_truncate BEFORE TRUNCATE ON public.draw_freeze FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_leaf_append_only BEFORE DELETE OR UPDATE ON public.draw_leaf FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_leaf_no_truncate BEFORE TRUNCATE ON public.draw_leaf FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_no_truncate BEFORE TRUNCATE ON public.draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_change_event AFTER UPDATE ON public.giveaway_entry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_draw_event();
CREATE TRIGGER entry_deletion_event AFTER DELETE ON public.giveaway_entry REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_draw_event();
CREATE TRIGGER entry_event AFTER INSERT ON public.giveaway_entry FOR EACH ROW WHEN (((new.mark IS NULL) OR new.is_private)) EXECUTE FUNCTION record_new_entry();
CREATE TRIGGER first_order_mailbox BEFORE INSERT OR UPDATE OF state, late, user_id ON public.code_use FOR EACH ROW EXECUTE FUNCTION set_first_order_mailbox();
CREATE TRIGGER freeze_quorum_append_only BEFORE DELETE OR UPDATE ON public.freeze_quorum FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER freeze_quorum_no_truncate BEFORE TRUNCATE ON public.freeze_quorum FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER giveaway_entry_registered BEFORE INSERT ON public.giveaway_entry FOR EACH ROW WHEN (new.is_private) EXECUTE FUNCTION register_mailed_entry();
CREATE TRIGGER giveaway_published_terms BEFORE INSERT OR UPDATE OF value_cents, eligible_states, published_at, highest_value_cents, widest_states, settings_since ON public.giveaway FOR EACH ROW EXECUTE FUNCTION keep_published_terms();
CREATE TRIGGER giveaway_rules_append_only BEFORE DELETE OR UPDATE ON public.giveaway_rules FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER giveaway_rules_no_truncate BEFORE TRUNCATE ON public.giveaway_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER giveaway_seed_append_only BEFORE DELETE OR UPDATE ON public.giveaway_seed FOR EACH ROW EXECUTE FUNCTION refuse_unsealed_change();
CREATE TRIGGER giveaway_seed_no_truncate BEFORE TRUNCATE ON public.giveaway_seed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER giveaway_uses_pictures BEFORE INSERT OR UPDATE OF images ON public.giveaway FOR EACH ROW EXECUTE FUNCTION mark_giveaway_pictures_used();
CREATE TRIGGER holder_key_kept BEFORE UPDATE OF giveaway_id ON public.holder_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_acceptance_kept BEFORE DELETE OR UPDATE ON public.legal_acceptance FOR EACH ROW EXECUTE FUNCTION refuse_acceptance_change();
CREATE TRIGGER legal_document_append_only BEFORE DELETE OR UPDATE ON public.legal_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_document_no_truncate BEFORE TRUNCATE ON public.legal_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_document_own_text BEFORE INSERT ON public.legal_document FOR EACH ROW EXECUTE FUNCTION keep_own_legal_text();
CREATE TRIGGER log_checkpoint_append_only BEFORE DELETE OR UPDATE ON public.log_checkpoint FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoint_no_truncate BEFORE TRUNCATE ON public.log_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_key_kept BEFORE DELETE OR UPDATE OF name, purpose, vkey ON public.log_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_policy_append_only BEFORE DELETE OR UPDATE ON public.log_policy FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_policy_no_truncate BEFORE TRUNCATE ON public.log_policy FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mail_card_kept BEFORE DELETE OR UPDATE ON public.mail_card FOR EACH ROW EXECUTE FUNCTION refuse_card_change();
CREATE TRIGGER mail_card_no_truncate BEFORE TRUNCATE ON public.mail_card FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER membership_invoice_revenue AFTER INSERT OR UPDATE OF status, reason, amount_cents, refunded_cents, paid_at ON public.membership_invoice FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (new.reason <> 'first'::text))) EXECUTE FUNCTION mark_payment_day_stale();
CREATE TRIGGER order_event_append_only BEFORE DELETE OR UPDATE ON public.order_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_line_sku BEFORE INSERT ON public.order_line FOR EACH ROW WHEN ((new.sku IS NULL)) EXECUTE FUNCTION set_line_sku();
CREATE TRIGGER product_image_uses BEFORE INSERT OR UPDATE OF picture_key ON public.product_image FOR EACH ROW EXECUTE FUNCTION mark_picture_used();
CREATE TRIGGER product_published BEFORE UPDATE OF archived_at ON public.product FOR EACH ROW WHEN (((new.archived_at IS NULL) AND (new.draft_since IS NOT NULL))) EXECUTE FUNCTION clear_product_draft();
CREATE TRIGGER product_review_counts AFTER INSERT OR DELETE OR UPDATE OF rating, status ON public.product_review FOR EACH ROW EXECUTE FUNCTION count_reviews();
CREATE TRIGGER product_review_picture_uses BEFORE INSERT OR DELETE ON public.product_review_picture FOR EACH ROW EXECUTE FUNCTION mark_review_picture();
CREATE TRIGGER product_searched AFTER UPDATE OF name, category, description, features, specifications ON public.product FOR EACH ROW EXECUTE FUNCTION search_written_product();
CREATE TRIGGER product_variant_changed AFTER UPDATE OF options, archived_at ON public.product_variant FOR EACH ROW WHEN (((old.options <> new.options) OR ((old.archived_at IS NULL) <> (new.archived_at IS NULL)))) EXECUTE FUNCTION search_changed_variant();
CREATE TRIGGER product_variant_searched AFTER INSERT ON public.product_variant REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_new_variants();
CREATE TRIGGER product_variant_uses BEFORE INSERT OR UPDATE OF picture_key ON public.product_variant FOR EACH ROW WHEN ((new.picture_key IS NOT NULL)) EXECUTE FUNCTION mark_picture_used();
CREATE TRIGGER product_words AFTER INSERT OR UPDATE OF name, category ON public.product FOR EACH ROW EXECUTE FUNCTION add_product_words();
CREATE TRIGGER refund_revenue AFTER INSERT OR UPDATE OF amount_cents ON public.refund FOR EACH ROW EXECUTE FUNCTION mark_refund_day_stale();
CREATE TRIGGER revenue_rolled_day_deleted AFTER DELETE ON public.revenue_rolled_day FOR EACH ROW EXECUTE FUNCTION delete_revenue_month();
CREATE TRIGGER reward_mailbox BEFORE INSERT OR UPDATE OF referred_id ON public.referral_reward FOR EACH ROW EXECUTE FUNCTION set_reward_mailbox();
CREATE TRIGGER saved_address_unchecked BEFORE UPDATE ON public.saved_address FOR EACH ROW WHEN (((((new.city IS DISTINCT FROM old.city) OR (new.state IS DISTINCT FROM old.state)) OR (new.postal_code IS DISTINCT FROM old.postal_code)) OR (new.country IS DISTINCT FROM old.country))) EXECUTE FUNCTION uncheck_changed_address();
CREATE TRIGGER sealed_giveaway_seed_kept BEFORE DELETE OR UPDATE OF giveaway_id ON public.sealed_giveaway_seed FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_giveaway_seed_no_truncate BEFORE TRUNCATE ON public.sealed_giveaway_seed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER session_access BEFORE INSERT ON public.session FOR EACH ROW WHEN ((new.access_version IS NOT NULL)) EXECUTE FUNCTION refuse_ended_access();
CREATE TRIGGER session_ended AFTER DELETE ON public.session REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_ended_sessions();
CREATE TRIGGER settlement_attempt_append_only BEFORE DELETE OR UPDATE ON public.settlement_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shipping_address_served BEFORE INSERT OR UPDATE OF country ON public.shipping_address FOR EACH ROW EXECUTE FUNCTION refuse_unserved_country();
CREATE TRIGGER shipping_address_unchecked BEFORE UPDATE ON public.shipping_address FOR EACH ROW WHEN (((((new.city IS DISTINCT FROM old.city) OR (new.state IS DISTINCT FROM old.state)) OR (new.postal_code IS DISTINCT FROM old.postal_code)) OR (new.country IS DISTINCT FROM old.country))) EXECUTE FUNCTION uncheck_changed_address();
CREATE TRIGGER shipping_address_version AFTER INSERT ON public.shipping_address FOR EACH ROW EXECUTE FUNCTION count_address_edit();
CREATE TRIGGER shipping_address_version_of_edit AFTER UPDATE ON public.shipping_address FOR EACH ROW WHEN ((((((((new.line1 IS DISTINCT FROM old.line1) OR (new.line2 IS DISTINCT FROM old.line2)) OR (new.city IS DISTINCT FROM old.city)) OR (new.state IS DISTINCT FROM old.state)) OR (new.postal_code IS DISTINCT FROM old.postal_code)) OR (new.country IS DISTINCT FROM old.country)) AND (NOT ((old.is_doubtful IS NULL) AND (new.is_doubtful IS NOT NULL))))) EXECUTE FUNCTION count_address_edit();
CREATE TRIGGER shop_log_append_only BEFORE DELETE OR UPDATE ON public.shop_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shop_log_no_truncate BEFORE TRUNCATE ON public.shop_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shop_settings_two_persons AFTER INSERT OR UPDATE OF version ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION keep_two_persons_setting();
CREATE TRIGGER staff_proposal_kept BEFORE DELETE OR UPDATE ON public.staff_proposal FOR EACH ROW EXECUTE FUNCTION refuse_proposal_change();
CREATE TRIGGER staff_proposal_no_truncate BEFORE TRUNCATE ON public.staff_proposal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER token_revocation_published AFTER INSERT OR UPDATE ON public.token_revocation FOR EACH ROW EXECUTE FUNCTION publish_revocation();
CREATE TRIGGER tree_block_append_only BEFORE DELETE OR UPDATE ON public.tree_block FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tree_block_no_truncate BEFORE TRUNCATE ON public.tree_block FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER two_persons_setting_append_only BEFORE DELETE OR UPDATE ON public.two_persons_setting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER two_persons_setting_no_truncate BEFORE TRUNCATE ON public.two_persons_setting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER users_keep_an_owner AFTER UPDATE OF role, enabled ON public.users FOR EACH ROW WHEN (((old.role = 'owner'::text) AND old.enabled AND ((new.role <> 'owner'::text) OR (NOT new.enabled)))) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER users_keep_an_owner_on_delete AFTER DELETE ON public.users FOR EACH ROW WHEN (((old.role = 'owner'::text) AND old.enabled)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER users_push_opt_in AFTER UPDATE OF push_consent ON public.users FOR EACH ROW WHEN ((old.push_consent <> new.push_consent)) EXECUTE FUNCTION sync_push_opt_in();
CREATE TRIGGER users_push_opt_in_of_new AFTER INSERT ON public.users FOR EACH ROW WHEN (new.push_consent) EXECUTE FUNCTION sync_push_opt_in();
CREATE TRIGGER users_role_for_proof BEFORE INSERT OR UPDATE OF role, offered_role, mailbox_unproven ON public.users FOR EACH ROW EXECUTE FUNCTION hold_role_for_proof();
CREATE TRIGGER users_version BEFORE UPDATE OF name, phone, birth_date ON public.users FOR EACH ROW WHEN ((((new.name IS DISTINCT FROM old.name) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.birth_date IS DISTINCT FROM old.birth_date))) EXECUTE FUNCTION count_user_edit();
CREATE TRIGGER users_winner_contact AFTER UPDATE OF email, phone ON public.users FOR EACH ROW WHEN ((((new.email IS DISTINCT FROM old.email) OR (new.phone IS DISTINCT FROM old.phone)) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION keep_winner_contact();
CREATE TRIGGER winner_notice_append_only BEFORE DELETE OR UPDATE ON public.winner_notice FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER winner_notice_no_truncate BEFORE TRUNCATE ON public.winner_notice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER winner_story_consent_append_only BEFORE DELETE OR UPDATE ON public.winner_story_consent FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER winner_story_consent_no_truncate BEFORE TRUNCATE ON public.winner_story_consent FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER winner_story_uses_picture AFTER INSERT OR DELETE OR UPDATE OF picture_key ON public.winner_story FOR EACH ROW EXECUTE FUNCTION mark_story_picture();
