-- A player's list of referrals is read in its order, a page at a time, however long it is.
create index referrals_listed on referrals (referrer_id, created_at desc, id);
drop index referrals_referrer;
