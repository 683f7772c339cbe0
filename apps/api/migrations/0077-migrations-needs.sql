-- Of a migration that takes something away: the one that a program must know to do without it. null: every program can work with it.
alter table migrations add column needs text;
