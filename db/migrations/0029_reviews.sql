-- Reviews by buyers. Only release 0.8.0 reads the table `review`, which held demo data alone; a later release drops it.

create table product_review (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  user_id uuid not null references users (id),
  -- The delivered order that verifies the purchase.
  order_id uuid not null references customer_order (id),
  -- The writer's first name and initial at the time of writing.
  author text not null check (length(author) between 1 and 120),
  rating smallint not null check (rating between 1 and 5),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 4000),
  -- pending: staff have not read this wording. rejected: only the writer and staff see it, with the reason.
  status text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  rejection_reason text check (length(rejection_reason) between 1 and 500),
  moderated_by uuid,
  moderated_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  answered_by uuid,
  answered_at timestamptz,
  -- Readers' reports since staff last decided.
  report_count integer not null default 0 check (report_count >= 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Counts edits and decisions, so that staff decide about the wording that they read.
  version integer not null default 1,
  constraint one_review_a_user unique (user_id, product_id),
  constraint rejected_has_reason check ((status = 'rejected') = (rejection_reason is not null)),
  constraint answer_has_time check ((answer is null) = (answered_at is null))
);
create index product_review_order on product_review (order_id);
-- The orders of the product page, also with a filter by stars.
create index product_review_newest on product_review (product_id, created_at desc, id desc) where status = 'published';
create index product_review_highest on product_review (product_id, rating desc, created_at desc, id desc)
  where status = 'published';
create index product_review_lowest on product_review (product_id, rating, created_at desc, id desc)
  where status = 'published';
-- The lists of staff.
create index product_review_waiting on product_review (created_at, id) where status = 'pending';
create index product_review_reported on product_review (created_at, id) where status = 'published' and report_count > 0;
create index product_review_by_status on product_review (status, created_at, id);
create index product_review_by_time on product_review (created_at, id);

-- A picture belongs to one review, so that it can be deleted with the review.
create table product_review_picture (
  review_id uuid not null references product_review (id) on delete cascade,
  position smallint not null check (position between 0 and 3),
  picture_key text not null unique references picture (key),
  primary key (review_id, position)
);

create table review_report (
  review_id uuid not null references product_review (id) on delete cascade,
  user_id uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_report_user on review_report (user_id);

-- Delivered orders whose buyers were considered for an invitation, with or without their consent.
create table review_invitation (
  order_id uuid primary key references customer_order (id),
  delivered_at timestamptz not null,
  created_at timestamptz not null
);
create index review_invitation_delivered on review_invitation (delivered_at);

-- Published reviews by stars, from one star to five. The trigger count_reviews keeps all three sums.
alter table product add column rating_stars integer[] not null default '{0,0,0,0,0}'
  check (cardinality(rating_stars) = 5 and 0 <= all (rating_stars));
-- The former sums were demo data without reviews behind them.
update product set rating_count = 0, rating_total = 0 where rating_count > 0;

-- Not validated, because every older row passes: the former check allowed the first two prefixes.
alter table picture drop constraint picture_key_check,
  add constraint picture_key_check check (key ~ '^(products|giveaways|reviews)/[A-Za-z0-9/_-]+$') not valid;
