-- A player's world is an archive in the store, under this id. null: of before, a folder below the data folder of one machine, which is
-- carried over from there.
alter table maps add column blob uuid unique;
