-- The realms that somebody has to do something for: those that are to run or to be removed. See isAtRest and activeRealmIds.
create index realms_active on realms (id)
  where deleted_at is not null or power = 'ON' and asleep_at is null and blocked_at is null;
-- How many are off, asleep or blocked, which no process holds in memory. See countStanding.
create index realms_standing on realms (blocked_at, power, asleep_at) where deleted_at is null;
