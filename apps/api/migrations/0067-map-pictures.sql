-- A small PNG of a world that somebody has brought along; null where none could be drawn.
alter table maps add column picture bytea check (octet_length(picture) <= 65536);
