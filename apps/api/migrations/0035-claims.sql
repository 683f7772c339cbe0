-- Who makes of the upload what it is for, and until when that is believed: whoever is killed says nothing more.
alter table uploads
  add column claim uuid,
  add column claimed_until timestamptz,
  add constraint uploads_claim check ((claim is null) = (claimed_until is null));

-- Whether the new realm's folder is perhaps being made just now: until then its row stays, whoever deletes it.
alter table restores add column preparing boolean not null default false;
