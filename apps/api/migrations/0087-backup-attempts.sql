-- The attempt that has stored it, by which its blob is named: none writes to another's. Null: the first, or a process of before, which has one name for all.
alter table backups add column stored_attempt integer check (stored_attempt > 0);
