-- What an operator searches by: how a nickname, a realm's name or its address begins. In the order of bytes, whatever the database's own is.
create index users_nickname_start on users (lowercase_nickname collate "C");
create index realms_name_start on realms (lower(name) collate "C") where deleted_at is null;
create index realms_address_start on realms (lower(address) collate "C") where deleted_at is null;
