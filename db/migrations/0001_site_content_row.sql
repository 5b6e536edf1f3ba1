-- The one row of site_content: every write that a static page shows bumps it.
INSERT INTO "site_content" ("id") VALUES (1) ON CONFLICT ("id") DO NOTHING;
