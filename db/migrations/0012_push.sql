-- What somebody wants to hear of, and the browsers that may be told. No row means the defaults, which are the specified ones.
create table notification_preference (
  user_id uuid primary key references users (id) on delete cascade,
  push_opt_in boolean not null default false,
  giveaway_alerts boolean not null default true,
  order_updates boolean not null default true,
  promotional_offers boolean not null default false,
  cart_reminders boolean not null default true,
  email_opt_in boolean not null default true,
  -- An IANA name, for quiet hours; null until a browser told it.
  time_zone text check (length(time_zone) between 1 and 64),
  updated_at timestamptz not null default now()
);

-- A browser that asked its push service for messages. An endpoint is one browser profile: who signs in there last has it.
create table push_endpoint (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 2048),
  p256dh text not null,
  auth text not null,
  channel_type text not null default 'WEB_PUSH' check (channel_type = 'WEB_PUSH'),
  platform text not null default '',
  user_agent text not null default '',
  language text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- When its push service last took a message.
  last_ok_at timestamptz
);
create index push_endpoint_user_id on push_endpoint (user_id, created_at desc);

-- What a click on a push opens: { type, giveawayId, orderId }.
alter table message add column data jsonb;
