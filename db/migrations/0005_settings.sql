-- Rules of the running shop that an owner changes. One row, so that one statement reads a consistent set. It stores only changed
-- groups, which override the defaults in src/platform/settings.ts.
create table shop_settings (
  id boolean primary key default true check (id),
  version integer not null default 1,
  -- { premium: { monthlyCents: 2499, … }, minimumAge: 21, … }
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object'),
  -- The last change of each group: { premium: { at, by } }. The user's id outlives the account.
  chosen_by jsonb not null default '{}' check (jsonb_typeof(chosen_by) = 'object')
);
insert into shop_settings default values;
