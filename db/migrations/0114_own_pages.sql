-- Pages that staff write, at /pages/{slug}. `body` is HTML; every reader cleans it by the allow-list of its own release
-- (src/kernel/rich-text), so that a row of an older list shows nothing that the newer one refuses.
create table own_page (
  id uuid primary key,
  -- In small letters alone, so that two spellings of one address cannot exist.
  slug text not null constraint own_page_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null constraint own_page_title check (length(title) between 1 and 120),
  body text not null constraint own_page_body check (length(body) between 1 and 600000),
  is_draft boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index own_page_slug on own_page (slug);

-- Former slugs of pages, which lead to the page.
create table own_page_redirect (
  slug text primary key,
  page_id uuid not null references own_page (id) on delete cascade
);
create index own_page_redirect_page on own_page_redirect (page_id);
