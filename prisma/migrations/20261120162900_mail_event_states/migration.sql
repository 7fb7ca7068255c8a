-- What was reported is kept in words of ours, not in those of one provider.
UPDATE "mail_events" SET "type" = substring("type" from '^email\.(.*)$') WHERE "type" LIKE 'email.%';
