ALTER TABLE "shop_orders" ADD COLUMN "is_stock_taken" boolean;--> statement-breakpoint
-- All other orders have what their state implies, also those that the release before stores.
UPDATE "shop_orders" SET "is_stock_taken" = true WHERE "state" = 'refunded' AND "fulfillment" IN ('handed_over', 'shipped');
