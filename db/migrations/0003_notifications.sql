-- Every e-mail, SMS and push that is to leave, written in the transaction that wants it sent.
create table message (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index message_recipient on message (recipient, created_at desc, id desc);
create index message_created_at on message (created_at desc, id desc);
