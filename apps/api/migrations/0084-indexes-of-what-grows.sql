-- What was looked for in whole tables: what an account has, as its export and its deletion ask for it. The partial indexes that there are of
-- some leave out rows that a foreign key has to see.
create index realms_of_owner on realms (owner_id);
create index maps_of_user on maps (user_id);
create index file_links_user on file_links (user_id);
create index file_links_realm on file_links (realm_id);
create index addon_orders_user on addon_orders (user_id);
create index referral_claims_referrer on referral_claims (referrer_id);
create index realm_activity_actor on realm_activity (actor_id) where actor_id is not null;
create index audit_log_actor on audit_log (actor_id) where actor_id is not null;

-- What is old, or has just been done, of all realms.
create index realm_activity_by_time on realm_activity (at);

-- Databases by their server, and those whose password is still to be set.
create index realm_databases_server on realm_databases (server, realm_id);
create index realm_databases_unset on realm_databases (realm_id) where not is_password_set;

-- These were found by the second column of an index, which is to read all of it.
create index chat_account_holders_user on chat_account_holders (user_id);
create index backups_created_at on backups (created_at);
