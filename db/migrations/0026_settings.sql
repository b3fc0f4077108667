-- The rules of the shop that its owner changes while it runs, and how a shop without an owner gets its first one.

-- One row, so that one statement reads a whole that fits together. Only what an owner has set stands here, group by group, over the
-- defaults in src/platform/settings.ts. Every change raises the version, and is written down in audit_log.
create table shop_settings (
  id boolean primary key default true check (id),
  version int not null default 1,
  -- { premium: { monthlyCents: 2499, … }, minimumAge: 21, … }
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object'),
  -- Who chose a group last, and when: { premium: { at, by } }; a bare id, which outlives the account.
  chosen_by jsonb not null default '{}' check (jsonb_typeof(chosen_by) = 'object')
);
insert into shop_settings default values;

-- Codes by which whoever reads the server's log makes the first owner. Only their hashes are here; all go with the first use.
create table setup_code (
  hash text primary key check (length(hash) = 64),
  expires_at timestamptz not null
);
