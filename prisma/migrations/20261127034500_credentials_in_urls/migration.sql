-- Removes user names and passwords from URLs that everyone in the organisation can read.
CREATE FUNCTION pg_temp.without_credentials(url TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS
  $$ SELECT regexp_replace(url, '^(https?:[/\\]*|[/\\]{2,})[^/?#\\]*@', '\1', 'i') $$;

UPDATE "websites" SET "settings" = jsonb_set("settings", '{sitemap_url}', to_jsonb(pg_temp.without_credentials("settings"->>'sitemap_url')))
WHERE "settings"->>'sitemap_url' LIKE '%@%';

UPDATE "website_audits" SET "options" = jsonb_set("options", '{sitemap_url}', to_jsonb(pg_temp.without_credentials("options"->>'sitemap_url')))
WHERE "options"->>'sitemap_url' LIKE '%@%';

UPDATE "website_sign_ins" SET "url" = pg_temp.without_credentials("url"), "signed_in_url" = pg_temp.without_credentials("signed_in_url")
WHERE "url" LIKE '%@%' OR "signed_in_url" LIKE '%@%';

UPDATE "website_journeys" SET "steps" = (
  SELECT jsonb_agg(
    CASE WHEN step->>'action' = 'go_to'
      THEN jsonb_set(step, '{url}', to_jsonb(pg_temp.without_credentials(step->>'url')))
      ELSE step
    END ORDER BY place)
  FROM jsonb_array_elements("steps") WITH ORDINALITY AS each(step, place))
WHERE "steps"::text LIKE '%@%';

DROP FUNCTION pg_temp.without_credentials(TEXT);
