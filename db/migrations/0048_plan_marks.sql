-- As in 0031, also for people who have a task without a part in the event, for reports under a former address of an event, and for what
-- is deleted.
CREATE OR REPLACE FUNCTION "mark_mail_plan"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'event_config' THEN
		INSERT INTO mail_plan_marks (scope) SELECT id::text FROM changed;
	WHEN 'event_team', 'event_vendors', 'event_tasks', 'event_mail_rules', 'event_slug_redirects' THEN
		INSERT INTO mail_plan_marks (scope) SELECT DISTINCT event_id::text FROM changed;
	WHEN 'team_library' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT event_id::text FROM event_team WHERE team_library_id IN (SELECT id FROM changed)
			UNION SELECT event_id::text FROM event_tasks
				WHERE assignee_type = 'team' AND assignee_id IN (SELECT id FROM changed);
	WHEN 'vendor_library' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT event_id::text FROM event_vendors WHERE vendor_library_id IN (SELECT id FROM changed)
			UNION SELECT event_id::text FROM event_tasks
				WHERE assignee_type = 'vendor' AND assignee_id IN (SELECT id FROM changed);
	WHEN 'forum_follows' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT c.event_id::text FROM changed
				JOIN forum_topics t ON t.id = changed.topic_id
				JOIN forum_categories c ON c.id = t.category_id
			WHERE c.event_id IS NOT NULL;
	WHEN 'forum_preferences' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT c.event_id::text FROM changed
				JOIN forum_follows f ON f.user_id = changed.user_id
				JOIN forum_topics t ON t.id = f.topic_id
				JOIN forum_categories c ON c.id = t.category_id
			WHERE c.event_id IS NOT NULL;
	WHEN 'forum_topics' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT c.event_id::text FROM changed JOIN forum_categories c ON c.id = changed.category_id
			WHERE c.event_id IS NOT NULL;
	WHEN 'forum_categories' THEN
		INSERT INTO mail_plan_marks (scope) SELECT DISTINCT event_id::text FROM changed WHERE event_id IS NOT NULL;
	WHEN 'event_reports' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT e.id::text FROM changed
				JOIN event_config e ON changed.context->>'page' = '/event/' || e.event_slug
			WHERE changed.verified_at IS NOT NULL
			UNION SELECT r.event_id::text FROM changed
				JOIN event_slug_redirects r ON changed.context->>'page' = '/event/' || r.old_slug
			WHERE changed.verified_at IS NOT NULL;
	WHEN 'users', 'profiles' THEN
		INSERT INTO mail_plan_marks (scope) SELECT 'accounts' WHERE EXISTS (SELECT FROM changed);
	ELSE
		INSERT INTO mail_plan_marks (scope) SELECT 'everything' WHERE EXISTS (SELECT FROM changed);
	END CASE;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- A room that goes from one event to another, and a topic that goes from one room to another, change the followers of both.
CREATE FUNCTION "mark_moved_rooms"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT former.event_id::text FROM former JOIN changed USING (id)
			WHERE former.event_id IS NOT NULL AND changed.event_id IS DISTINCT FROM former.event_id
		UNION SELECT changed.event_id::text FROM changed JOIN former USING (id)
			WHERE changed.event_id IS NOT NULL AND changed.event_id IS DISTINCT FROM former.event_id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "mark_moved_topics"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT DISTINCT c.event_id::text FROM changed
			JOIN former USING (id)
			JOIN forum_categories c ON c.id IN (changed.category_id, former.category_id)
		WHERE changed.category_id <> former.category_id AND c.event_id IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER "mail_plan_update" ON "forum_categories";--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "forum_categories" REFERENCING NEW TABLE AS changed OLD TABLE AS former
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_moved_rooms"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "forum_topics" REFERENCING NEW TABLE AS changed OLD TABLE AS former
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_moved_topics"();--> statement-breakpoint
DO $$
DECLARE
	watched text;
BEGIN
	FOREACH watched IN ARRAY ARRAY['forum_categories', 'event_slug_redirects'] LOOP
		EXECUTE format('CREATE TRIGGER mail_plan_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_mail_plan()', watched);
	END LOOP;
	FOREACH watched IN ARRAY ARRAY[
		'forum_categories', 'event_slug_redirects', 'forum_topics', 'event_reports', 'team_library', 'vendor_library'
	] LOOP
		EXECUTE format('CREATE TRIGGER mail_plan_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_mail_plan()', watched);
	END LOOP;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mark_vendor_contacts"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT event_id::text FROM event_vendors WHERE vendor_library_id IN (SELECT vendor_id FROM changed)
		UNION SELECT event_id::text FROM event_tasks
			WHERE assignee_type = 'vendor' AND assignee_id IN (SELECT vendor_id FROM changed);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mark_changed_contacts"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		WITH moved AS (
			SELECT changed.vendor_id FROM changed JOIN former USING (id)
			WHERE (changed.state, changed.email, changed.name) IS DISTINCT FROM (former.state, former.email, former.name))
		SELECT event_id::text FROM event_vendors WHERE vendor_library_id IN (SELECT vendor_id FROM moved)
		UNION SELECT event_id::text FROM event_tasks
			WHERE assignee_type = 'vendor' AND assignee_id IN (SELECT vendor_id FROM moved);
	RETURN NULL;
END
$$;
