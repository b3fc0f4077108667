-- Made by `npm run db` from the migrations. Read it, do not edit it.

create type tier as enum ('Bronze', 'Silver', 'Gold', 'Platinum');

create table credential (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table credit_account (
  user_id uuid not null,
  tier tier not null,
  issued integer default 0 not null,
  available integer default 0 not null,
  spent integer default 0 not null
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

create table idempotency_key (
  scope text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  content_type text,
  body text,
  created_at timestamp with time zone default now() not null
);

create table membership (
  id uuid not null,
  user_id uuid not null,
  provider_id text,
  plan text not null,
  status text not null,
  started_at timestamp with time zone not null,
  current_period_ends_at timestamp with time zone not null,
  cancelled_at timestamp with time zone
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
  sent_at timestamp with time zone
);

create table rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint
);

create table session (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table shipping_address (
  user_id uuid not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text default 'US'::text not null,
  updated_at timestamp with time zone default now() not null
);

create table signing_key (
  kid text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone default now() not null
);

create table token_revocation (
  user_id uuid not null,
  revoked_before timestamp with time zone not null
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
  updated_at timestamp with time zone default now() not null
);

create table verification (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

alter table credential add constraint credential_pkey PRIMARY KEY (id);
alter table credential add constraint credential_provider_id_account_id_key UNIQUE (provider_id, account_id);
alter table credential add constraint credential_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table credit_account add constraint books_balance CHECK ((issued = (available + spent)));
alter table credit_account add constraint credit_account_available_check CHECK ((available >= 0));
alter table credit_account add constraint credit_account_pkey PRIMARY KEY (user_id, tier);
alter table credit_account add constraint credit_account_spent_check CHECK ((spent >= 0));
alter table credit_account add constraint credit_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table credit_transfer add constraint credit_transfer_amount_check CHECK ((amount > 0));
alter table credit_transfer add constraint credit_transfer_check CHECK ((debit <> credit));
alter table credit_transfer add constraint credit_transfer_credit_check CHECK ((credit = ANY (ARRAY['issued'::text, 'available'::text, 'spent'::text])));
alter table credit_transfer add constraint credit_transfer_debit_check CHECK ((debit = ANY (ARRAY['issued'::text, 'available'::text, 'spent'::text])));
alter table credit_transfer add constraint credit_transfer_once UNIQUE (kind, source_type, source_id, tier);
alter table credit_transfer add constraint credit_transfer_pkey PRIMARY KEY (id);
alter table credit_transfer add constraint credit_transfer_user_id_tier_fkey FOREIGN KEY (user_id, tier) REFERENCES credit_account(user_id, tier);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (scope, key);
alter table membership add constraint membership_pkey PRIMARY KEY (id);
alter table membership add constraint membership_plan_check CHECK ((plan = ANY (ARRAY['monthly'::text, 'yearly'::text])));
alter table membership add constraint membership_provider_id_key UNIQUE (provider_id);
alter table membership add constraint membership_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text])));
alter table membership add constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table message add constraint message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'push'::text])));
alter table message add constraint message_pkey PRIMARY KEY (id);
alter table message add constraint message_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table rate_limit add constraint rate_limit_pkey PRIMARY KEY (key);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_token_key UNIQUE (token);
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table shipping_address add constraint shipping_address_city_check CHECK ((city ~ '\S'::text));
alter table shipping_address add constraint shipping_address_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text, 'MX'::text])));
alter table shipping_address add constraint shipping_address_line1_check CHECK ((line1 ~ '\S'::text));
alter table shipping_address add constraint shipping_address_pkey PRIMARY KEY (user_id);
alter table shipping_address add constraint shipping_address_postal_code_check CHECK ((postal_code ~ '\S'::text));
alter table shipping_address add constraint shipping_address_state_check CHECK ((state ~ '\S'::text));
alter table shipping_address add constraint shipping_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table signing_key add constraint signing_key_pkey PRIMARY KEY (kid);
alter table token_revocation add constraint token_revocation_pkey PRIMARY KEY (user_id);
alter table token_revocation add constraint token_revocation_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table users add constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)));
alter table users add constraint users_email_key UNIQUE (email);
alter table users add constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])));
alter table verification add constraint verification_pkey PRIMARY KEY (id);

CREATE INDEX credential_user_id ON public.credential USING btree (user_id);
CREATE INDEX credit_transfer_user ON public.credit_transfer USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX message_created_at ON public.message USING btree (created_at DESC, id DESC);
CREATE INDEX message_recipient ON public.message USING btree (recipient, created_at DESC, id DESC);
CREATE INDEX session_user_id ON public.session USING btree (user_id);
CREATE INDEX token_revocation_time ON public.token_revocation USING btree (revoked_before);
CREATE INDEX users_created_at ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX verification_identifier ON public.verification USING btree (identifier);
CREATE UNIQUE INDEX membership_active ON public.membership USING btree (user_id) WHERE (status = 'active'::text);

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE TRIGGER credit_transfer_append_only BEFORE DELETE OR UPDATE ON public.credit_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_transfer_no_truncate BEFORE TRUNCATE ON public.credit_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
