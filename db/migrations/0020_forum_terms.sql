-- What a search asks of a post: its words; a term for each two that stand next to each other, one of a million; its day and its
-- month of 32 days, counted from 1970. No word of a text begins with a space. src/domain/forum-reading asks for the same terms.
CREATE FUNCTION "forum_terms"("words" tsvector, "created_at" timestamp with time zone) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	"day" integer := floor(extract(epoch FROM "created_at" AT TIME ZONE 'UTC') / 86400);
	"terms" text[] := tsvector_to_array("words") || ARRAY[' D' || "day", ' M' || "day" / 32];
	"word" text;
	"place" integer;
	"last_word" text;
	"last_place" integer;
BEGIN
	FOR "word", "place" IN SELECT "lexeme", "position" FROM unnest("words"), unnest("positions") "position" ORDER BY 2 LOOP
		IF "place" = "last_place" + 1 THEN
			"terms" := "terms" || (' ' || left(md5("last_word" || ' ' || "word"), 5));
		END IF;
		"last_word" := "word";
		"last_place" := "place";
	END LOOP;
	RETURN array_to_tsvector("terms");
END
$$;--> statement-breakpoint
DROP INDEX "forum_posts_words";--> statement-breakpoint
CREATE INDEX "forum_posts_terms" ON "forum_posts" USING gin (forum_terms("words", "created_at")) WITH (fastupdate=false) WHERE "forum_posts"."state" = 'shown';
