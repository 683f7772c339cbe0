-- The stand-ins of providers are a process of their own, with a database of its own (docs/decisions/056).
drop schema chat_sandbox cascade;
drop schema payment_sandbox cascade;
