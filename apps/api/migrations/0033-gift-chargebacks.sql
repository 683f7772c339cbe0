-- Of a present that is taken back, what its recipient no longer has is taken from the payer: part of `taken`, so that it goes back there.
alter table disputes
  add column taken_from_payer bigint not null default 0 check (taken_from_payer between 0 and taken);
