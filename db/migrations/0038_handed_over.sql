-- An SMS to many leaves once at most, and a provider's outage is reckoned from its beginning.

-- When a message of a batch was given to its provider, until its answer is noted. Who finds it set has taken the place of somebody who
-- died in between: whether it left is not known, so it is not sent again (docs/decisions/0037-bulk-sms.md).
alter table message add column submitted_at timestamptz;

-- Since when a provider has not taken a message, without a pause of ours in between. After a day of that it is given up, however long
-- it was held or waited for a morning before.
alter table message add column failing_since timestamptz;
