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

create table picture (
  key text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  created_at timestamp with time zone default now() not null
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
  specifications jsonb default '{}'::jsonb not null,
  rating_count integer default 0 not null,
  rating_total integer default 0 not null,
  for_sale boolean default true not null,
  search tsvector generated always as (((setweight(to_tsvector('english'::regconfig, name), 'A'::"char") || setweight(to_tsvector('english'::regconfig, category), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, description), 'C'::"char"))) stored not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone
);

create table product_image (
  product_id uuid not null,
  "position" smallint not null,
  picture_key text not null,
  alt text not null
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
  archived_at timestamp with time zone
);

create table rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint
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
);

create table stripe_sandbox.idempotency_key (
  key text not null,
  fingerprint text not null,
  status smallint not null,
  answer text not null,
  created_at timestamp with time zone not null
);

create table stripe_sandbox.object (
  seq bigint generated always as identity not null,
  id text not null,
  kind text not null,
  version integer default 1 not null,
  data jsonb not null,
  hidden jsonb not null,
  refs text[] not null,
  due_at timestamp with time zone
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
alter table picture add constraint picture_height_check CHECK ((height > 0));
alter table picture add constraint picture_key_check CHECK ((key ~ '^(products|giveaways)/[A-Za-z0-9/_-]+$'::text));
alter table picture add constraint picture_pkey PRIMARY KEY (key);
alter table picture add constraint picture_placeholder_check CHECK ((placeholder ~~ 'data:image/%'::text));
alter table picture add constraint picture_width_check CHECK ((width > 0));
alter table product add constraint product_check CHECK (((sale_price_cents >= 0) AND (sale_price_cents < price_cents)));
alter table product add constraint product_check1 CHECK (((rating_total >= rating_count) AND (rating_total <= (rating_count * 5))));
alter table product add constraint product_display_order_check CHECK ((display_order >= 0));
alter table product add constraint product_entries_check CHECK ((entries >= 0));
alter table product add constraint product_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text])));
alter table product add constraint product_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));
alter table product add constraint product_pkey PRIMARY KEY (id);
alter table product add constraint product_price_cents_check CHECK ((price_cents >= 0));
alter table product add constraint product_rating_count_check CHECK ((rating_count >= 0));
alter table product add constraint product_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 140)));
alter table product add constraint product_slug_key UNIQUE (slug);
alter table product add constraint product_specifications_check CHECK ((jsonb_typeof(specifications) = 'object'::text));
alter table product_image add constraint product_image_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table product_image add constraint product_image_pkey PRIMARY KEY (product_id, "position");
alter table product_image add constraint product_image_position_check CHECK (("position" >= 0));
alter table product_image add constraint product_image_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table product_image add constraint product_image_product_id_picture_key_key UNIQUE (product_id, picture_key);
alter table product_variant add constraint never_oversold CHECK ((held <= stock_on_hand));
alter table product_variant add constraint product_variant_held_check CHECK ((held >= 0));
alter table product_variant add constraint product_variant_options_check CHECK ((jsonb_typeof(options) = 'object'::text));
alter table product_variant add constraint product_variant_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key);
alter table product_variant add constraint product_variant_pkey PRIMARY KEY (id);
alter table product_variant add constraint product_variant_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id);
alter table product_variant add constraint product_variant_sku_check CHECK (((length(sku) >= 1) AND (length(sku) <= 64)));
alter table product_variant add constraint product_variant_sku_key UNIQUE (sku);
alter table product_variant add constraint product_variant_stock_on_hand_check CHECK ((stock_on_hand >= 0));
alter table rate_limit add constraint rate_limit_pkey PRIMARY KEY (key);
alter table review add constraint review_pkey PRIMARY KEY (id);
alter table review add constraint review_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE;
alter table review add constraint review_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
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
alter table stripe_sandbox.delivery add constraint delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES stripe_sandbox.event(id);
alter table stripe_sandbox.delivery add constraint delivery_pkey PRIMARY KEY (event_id);
alter table stripe_sandbox.event add constraint event_id_key UNIQUE (id);
alter table stripe_sandbox.event add constraint event_pkey PRIMARY KEY (seq);
alter table stripe_sandbox.idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key);
alter table stripe_sandbox.object add constraint object_id_key UNIQUE (id);
alter table stripe_sandbox.object add constraint object_pkey PRIMARY KEY (seq);
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
CREATE INDEX delivery_due ON stripe_sandbox.delivery USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX idempotency_key_age ON stripe_sandbox.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX message_created_at ON public.message USING btree (created_at DESC, id DESC);
CREATE INDEX message_recipient ON public.message USING btree (recipient, created_at DESC, id DESC);
CREATE INDEX object_due ON stripe_sandbox.object USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX object_kind ON stripe_sandbox.object USING btree (kind, seq);
CREATE INDEX object_refs ON stripe_sandbox.object USING gin (refs);
CREATE INDEX product_search ON public.product USING gin (search);
CREATE INDEX product_shown ON public.product USING btree (created_at DESC, id) WHERE (archived_at IS NULL);
CREATE INDEX product_variant_product ON public.product_variant USING btree (product_id, "position");
CREATE INDEX review_product ON public.review USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX session_user_id ON public.session USING btree (user_id);
CREATE INDEX token_revocation_time ON public.token_revocation USING btree (revoked_before);
CREATE INDEX users_created_at ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX verification_identifier ON public.verification USING btree (identifier);
CREATE UNIQUE INDEX membership_active ON public.membership USING btree (user_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX product_display_order ON public.product USING btree (display_order) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX product_variant_options ON public.product_variant USING btree (product_id, options) WHERE (archived_at IS NULL);

CREATE OR REPLACE FUNCTION stripe_sandbox.apply(at timestamp with time zone, request_key text, request_fingerprint text, answer_status integer, answer_body text, writes jsonb, events jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  stored stripe_sandbox.idempotency_key;
  changed integer;
  expected integer;
begin
  if request_key is not null then
    insert into stripe_sandbox.idempotency_key (key, fingerprint, status, answer, created_at)
    values (request_key, request_fingerprint, answer_status, answer_body, at)
    on conflict (key) do nothing;
    if not found then
      select * into stored from stripe_sandbox.idempotency_key where key = request_key;
      return to_jsonb(stored);
    end if;
  end if;

  insert into stripe_sandbox.object (id, kind, data, hidden, refs, due_at)
  select id, kind, data, hidden, refs, due_at
  from jsonb_to_recordset(writes)
    as w (id text, kind text, version integer, data jsonb, hidden jsonb, refs text[], due_at timestamptz)
  where version = 0;

  select count(*) into expected from jsonb_to_recordset(writes) as w (version integer) where version > 0;
  if expected > 0 then
    -- In the order of ids, so that two requests never wait for each other.
    perform 1 from stripe_sandbox.object
    where id in (select w.id from jsonb_to_recordset(writes) as w (id text)) order by id for update;
    update stripe_sandbox.object o
    set data = w.data, hidden = w.hidden, refs = w.refs, due_at = w.due_at, version = o.version + 1
    from jsonb_to_recordset(writes)
      as w (id text, version integer, data jsonb, hidden jsonb, refs text[], due_at timestamptz)
    where o.id = w.id and o.version = w.version;
    get diagnostics changed = row_count;
    if changed < expected then
      raise exception 'changed meanwhile' using errcode = 'serialization_failure';
    end if;
  end if;

  insert into stripe_sandbox.event (id, type, payload, created_at)
  select id, type, payload, created_at
  from jsonb_to_recordset(events) as e (id text, type text, payload text, created_at timestamptz);
  insert into stripe_sandbox.delivery (event_id, due_at)
  select id, at from jsonb_to_recordset(events) as e (id text, deliver boolean) where deliver;
  return null;
end
$function$
;
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
