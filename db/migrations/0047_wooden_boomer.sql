DROP INDEX "shop_orders_event";--> statement-breakpoint
DROP INDEX "shop_orders_due";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "po_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "overdue_steps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "back_ordered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "input_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "shop_orders_pay_by" ON "shop_orders" USING btree ("pay_by","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_back_ordered" ON "shop_orders" USING btree ("back_ordered_at") WHERE "shop_orders"."state" = 'short';--> statement-breakpoint
CREATE INDEX "shop_orders_event" ON "shop_orders" USING btree ("event_id","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "shop_orders"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "shop_orders_due" ON "shop_orders" USING btree ("due_on","overdue_steps") WHERE "shop_orders"."state" = 'invoiced';