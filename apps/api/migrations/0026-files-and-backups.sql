-- An upload that has become what it was for is told of for a day.
alter table uploads add column finished_at timestamptz;
create index uploads_realm on uploads ((purpose ->> 'realmId'), created_at) where purpose ->> 'kind' = 'FILE';
