-- The support desk: what is written back and forth about a ticket or an inquiry, answers kept ready, and by when one is due.

-- What comes after the first message, in the order in which it was written.
create table support_post (
  id uuid primary key,
  ticket_id uuid not null references support_ticket (id) on delete cascade,
  -- `message`: the writer of the ticket again. `answer`: staff, to the writer. `note`: staff, for each other.
  kind text not null check (kind in ('message', 'answer', 'note')),
  author_id uuid references users (id) on delete set null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null
);
create index support_post_ticket on support_post (ticket_id, created_at, id);
create index support_post_author on support_post (author_id) where author_id is not null;

-- Notes were one text without author or time.
insert into support_post (id, ticket_id, kind, body, created_at)
select gen_random_uuid(), id, 'note', notes, updated_at from support_ticket where notes <> '';
alter table support_ticket drop column notes;

alter table support_ticket
  -- Who of the staff changed it last; null for its writer. Told to whoever saves what they read before that.
  add column changed_by uuid references users (id) on delete set null,
  -- By when its writer expects a word of ours; null while none is owed: it was answered, or is closed.
  add column answer_due_at timestamptz;
update support_ticket
set answer_due_at = created_at + case priority when 'high' then interval '4 hours' when 'medium' then interval '24 hours' else interval '72 hours' end
where status <> 'closed';

-- What the desk narrows its lists down to, and sorts them by.
create index support_ticket_status on support_ticket (type, status, id desc);
create index support_ticket_active on support_ticket (type, id desc) where status <> 'closed';
create index support_ticket_assigned on support_ticket (assigned_to, type, id desc) where assigned_to is not null;
create index support_ticket_updated on support_ticket (type, updated_at desc, id desc);
-- Those that owe nobody a word come last.
create index support_ticket_due on support_ticket (type, coalesce(answer_due_at, timestamptz '9999-12-31 00:00:00+00'), id);
-- Without pg_trgm the search reads through the tickets.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index support_ticket_words on support_ticket using gin ((subject || ' ' || message) gin_trgm_ops);
  end if;
end $$;

-- Answers that are kept ready, with places for the writer's first name and the subject.
create table canned_reply (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  body text not null check (length(body) between 1 and 5000),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index canned_reply_name on canned_reply (lower(name));
