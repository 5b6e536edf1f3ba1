-- Who wants figures is the audience of mails about the week and about every event. Few people ever change it.
CREATE TRIGGER "mail_plan_insert" AFTER INSERT ON "figure_wishes" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_mail_plan"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "figure_wishes" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_mail_plan"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_delete" AFTER DELETE ON "figure_wishes" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_mail_plan"();--> statement-breakpoint
-- So is an address that has ended these mails, or gets them again.
CREATE FUNCTION "mark_figure_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope) SELECT 'everything' WHERE EXISTS (SELECT FROM changed WHERE kind = 'figures');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "mail_plan_figures_insert" AFTER INSERT ON "suppressions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_figure_mails"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_figures_update" AFTER UPDATE ON "suppressions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_figure_mails"();
