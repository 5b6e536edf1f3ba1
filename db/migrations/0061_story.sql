ALTER TABLE "event_config" ADD COLUMN "downtime_source" text;--> statement-breakpoint
ALTER TABLE "event_config" ADD COLUMN "roi_source" text;--> statement-breakpoint
ALTER TABLE "event_config" ADD COLUMN "venue_room" text;--> statement-breakpoint
ALTER TABLE "event_config" ADD COLUMN "guest_wifi" text;--> statement-breakpoint
ALTER TABLE "event_config" ADD COLUMN "forum_path" text;--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_downtime_source_length" CHECK (char_length("event_config"."downtime_source") <= 500);--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_roi_source_length" CHECK (char_length("event_config"."roi_source") <= 500);--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_venue_room_length" CHECK (char_length("event_config"."venue_room") <= 100);--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_guest_wifi_length" CHECK (char_length("event_config"."guest_wifi") <= 200);--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_forum_path_shape" CHECK ("event_config"."forum_path" ~ '^/forum(/[a-z0-9/-]*)?$' and char_length("event_config"."forum_path") <= 200);