-- SHA-256 of the official rules that a filing had with it. A filing of other words is to be done again. Null for duties without rules, and
-- for filings from before this column, which count for any words.
alter table obligation add column rules_hash text check (rules_hash ~ '^[0-9a-f]{64}$');
