-- The referrer's share of each payment of a referred player. It accrues until the referral is verified: then it is granted, as far as
-- the month's limit goes, and the ledger has it. No references: like the books it outlives referrals and players.
create table referral_shares (
  -- The key of the top-up in the ledger.
  payment text primary key,
  referral_id uuid not null,
  referrer_id uuid not null,
  -- 20% of what was bought.
  coins bigint not null check (coins > 0),
  -- Of that, what the month's limit left; null while it accrues.
  granted bigint check (granted between 0 and coins),
  granted_at timestamptz,
  created_at timestamptz not null default now(),
  check ((granted is null) = (granted_at is null))
);
create index referral_shares_accrued on referral_shares (referral_id) where granted is null;
create index referral_shares_granted on referral_shares (referrer_id, granted_at) where granted is not null;

-- What was given until now was given at once, whole.
insert into referral_shares (payment, referral_id, referrer_id, coins, granted, granted_at, created_at)
select substr(t.idempotency_key, length('ref20:') + 1), t.ref::uuid, p.user_id, h.amount, h.amount, t.created_at, t.created_at
from transactions t
join lateral (
  select a.user_id from entries e join accounts a on a.id = e.account_id
  where e.transaction_id = t.id and a.user_id is not null limit 1
) p on true
join lateral (
  select e.amount from entries e join accounts a on a.id = e.account_id
  where e.transaction_id = t.id and a.user_id is null
) h on true
where t.kind = 'REFERRAL_SHARE' and t.reverses is null;

-- Referrals that may still earn are looked through for chat accounts that have become old enough.
create index referrals_not_verified on referrals (referred_id) where status = 'NOT_VERIFIED';
