-- A product before its publication. A draft is archived as well, so that each reader of the store's products leaves it out, also one of the
-- last release. The check is not validated, because every older row has no draft.
alter table product add column draft_since timestamptz,
  add constraint product_draft_is_archived check (draft_since is null or archived_at is not null) not valid;
