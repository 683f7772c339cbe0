-- Who edits a product does not undo what another has changed since they opened it.
alter table products add column revision integer not null default 1;
