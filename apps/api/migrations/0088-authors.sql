-- What a player made in other people's realms, for when their account is deleted.
create index realm_access_author on realm_access (author) where author is not null;
create index realm_schedules_author on realm_schedules (author_id);
