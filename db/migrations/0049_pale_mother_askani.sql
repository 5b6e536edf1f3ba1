CREATE TABLE "shop_stock_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"pieces" integer NOT NULL,
	"reason" text NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_stock_change_pieces" CHECK ("shop_stock_changes"."pieces" <> 0),
	CONSTRAINT "shop_stock_change_reason_length" CHECK (char_length("shop_stock_changes"."reason") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "shop_stock_changes" ADD CONSTRAINT "shop_stock_changes_variant_id_shop_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shop_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_stock_changes_variant" ON "shop_stock_changes" USING btree ("variant_id","created_at" DESC NULLS LAST);