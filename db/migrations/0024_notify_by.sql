-- The deadline for the notice to the first winner. The code sets it, so that the limit has one source. Null for draws of earlier releases.
alter table draw add column notify_by timestamptz;
