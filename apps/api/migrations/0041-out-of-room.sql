-- When the realm was stopped because it was filling the disk; null once it is wanted on again.
alter table realms add column out_of_room_at timestamptz;
