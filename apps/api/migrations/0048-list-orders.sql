-- The orders in which an operator's lists can be had; see listUsers and listRealms.
create index users_reg_date on users (reg_date, id);
create index users_login_date on users (coalesce(login_date, '-infinity'), id);
create index realms_created_at on realms (created_at, id) where deleted_at is null;
create index realms_last_activity on realms (coalesce(last_activity_at, '-infinity'), id) where deleted_at is null;
