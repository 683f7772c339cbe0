-- Whether an account of the sandbox's has a verified address of e-mail. How old it is its id tells.
alter table chat_sandbox.accounts add column address_verified boolean not null default true;
