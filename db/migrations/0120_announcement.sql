-- Bars above the header of public pages, each between two moments. Of two at a time, the one that began last is shown.
create table announcement (
  id uuid primary key,
  text text not null constraint announcement_text check (length(text) between 1 and 160),
  -- Empty leads nowhere.
  href text not null default '' constraint announcement_href check (length(href) <= 2000),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint announcement_time check (ends_at > begins_at)
);
create index announcement_ends_at on announcement (ends_at);
