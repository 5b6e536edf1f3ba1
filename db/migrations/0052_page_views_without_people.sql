DROP INDEX "analytics_page_views_at";--> statement-breakpoint
DROP INDEX "analytics_page_views_event";--> statement-breakpoint
DROP INDEX "analytics_page_views_agent";--> statement-breakpoint
ALTER TABLE "analytics_page_views" DROP COLUMN "user_id";--> statement-breakpoint
ALTER TABLE "analytics_page_views" DROP COLUMN "session_id";--> statement-breakpoint
ALTER TABLE "analytics_page_views" DROP COLUMN "referrer";--> statement-breakpoint
ALTER TABLE "analytics_page_views" DROP COLUMN "user_agent";