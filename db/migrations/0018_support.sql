-- What a signed-in person wrote to the shop: a support ticket, or a general inquiry. Who wrote it is the user's row, so that name,
-- address and phone are nowhere twice, and are gone here too when they are gone there.
create table support_ticket (
  id uuid primary key,
  type text not null check (type in ('support', 'general')),
  user_id uuid not null references users (id) on delete cascade,
  subject text not null check (length(subject) between 1 and 100),
  message text not null check (length(message) between 1 and 2000),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  status text not null,
  -- A member of the staff; set and cleared by staff.
  assigned_to uuid references users (id) on delete set null,
  -- What the staff write for each other.
  notes text not null default '' check (length(notes) <= 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- checkout-and-admin.md section 4: the two kinds have states of their own.
  check (
    case type
      when 'support' then status in ('open', 'in-progress', 'closed')
      else status in ('new', 'reviewed', 'closed')
    end
  )
);
-- Ids grow with time, so they are the order of both lists: a person's own, and the staff's of each kind.
create index support_ticket_user on support_ticket (user_id, id desc);
create index support_ticket_type on support_ticket (type, id desc);

-- When somebody may write again. The row is what two submissions at once wait for; one of them finds the time not yet come.
create table support_cooldown (
  user_id uuid primary key references users (id) on delete cascade,
  until timestamptz not null
);
