-- What sweeps look for, found without reading whole tables: bans that end, and what an account that was never used does not have.
create index realm_access_until on realm_access (until) where until is not null;
create index realms_deleted_owner on realms (owner_id) where deleted_at is not null;
create index orders_recipient on orders (recipient_id) where recipient_id is not null;
create index referral_shares_referrer on referral_shares (referrer_id);
