-- The support desk: tickets and inquiries with their messages, and canned replies.

-- The writer's name, address and phone are read from the user, so that a deletion removes them here too.
create table support_ticket (
  id uuid primary key,
  type text not null check (type in ('support', 'general')),
  user_id uuid not null references users (id) on delete cascade,
  subject text not null check (length(subject) between 1 and 100),
  message text not null check (length(message) between 1 and 2000),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  status text not null,
  assigned_to uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Counts edits, so that a save on stale data is a version conflict.
  version integer not null default 1,
  -- The staff member of the last edit, named in a version conflict; null for the writer.
  changed_by uuid references users (id) on delete set null,
  -- Deadline of the next answer; null when none is due.
  answer_due_at timestamptz,
  -- Each type has states of its own.
  check (
    case type
      when 'support' then status in ('open', 'in-progress', 'closed')
      else status in ('new', 'reviewed', 'closed')
    end
  )
);
-- Ids grow with time, so that they give the order of lists.
create index support_ticket_user on support_ticket (user_id, id desc);
create index support_ticket_user_at on support_ticket (user_id, created_at desc, id desc);
create index support_ticket_type on support_ticket (type, id desc);
-- Orders and filters of the desk.
create index support_ticket_status on support_ticket (type, status, id desc);
create index support_ticket_active on support_ticket (type, id desc) where status <> 'closed';
create index support_ticket_assigned on support_ticket (assigned_to, type, id desc) where assigned_to is not null;
create index support_ticket_updated on support_ticket (type, updated_at desc, id desc);
-- Tickets without a deadline come last.
create index support_ticket_due on support_ticket (type, coalesce(answer_due_at, timestamptz '9999-12-31 00:00:00+00'), id);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index support_ticket_words on support_ticket using gin ((subject || ' ' || message) gin_trgm_ops);
  end if;
end $$;

-- When a user may write again. Concurrent submissions wait for this row, and the second one is refused.
create table support_cooldown (
  user_id uuid primary key references users (id) on delete cascade,
  until timestamptz not null
);

-- Everything after the first message, in the order of writing.
create table support_post (
  id uuid primary key,
  ticket_id uuid not null references support_ticket (id) on delete cascade,
  -- message: from the writer. answer: from staff to the writer. note: internal.
  kind text not null check (kind in ('message', 'answer', 'note')),
  author_id uuid references users (id) on delete set null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null
);
create index support_post_ticket on support_post (ticket_id, created_at, id);
create index support_post_author on support_post (author_id) where author_id is not null;

-- Stored answers with placeholders for the writer's first name and the subject.
create table canned_reply (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  body text not null check (length(body) between 1 and 5000),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index canned_reply_name on canned_reply (lower(name));
