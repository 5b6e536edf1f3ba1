CREATE TABLE "shop_products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"description_html" text NOT NULL,
	"contents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"usage" text DEFAULT '' NOT NULL,
	"usage_html" text DEFAULT '' NOT NULL,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"is_taxed" boolean DEFAULT true NOT NULL,
	"display_order" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "shop_product_slug_shape" CHECK ("shop_products"."slug" ~ '^[a-z0-9-]{3,100}$'),
	CONSTRAINT "shop_product_title_length" CHECK (char_length("shop_products"."title") between 1 and 120),
	CONSTRAINT "shop_product_kind_known" CHECK ("shop_products"."kind" in ('aid', 'kit', 'book', 'voucher')),
	CONSTRAINT "shop_product_summary_length" CHECK (char_length("shop_products"."summary") between 1 and 200),
	CONSTRAINT "shop_product_description_length" CHECK (char_length("shop_products"."description") <= 5000),
	CONSTRAINT "shop_product_usage_length" CHECK (char_length("shop_products"."usage") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "shop_slug_redirects" (
	"old_slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_old_slug_shape" CHECK ("shop_slug_redirects"."old_slug" ~ '^[a-z0-9-]{3,100}$')
);
--> statement-breakpoint
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
CREATE TABLE "shop_variants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"tracks_stock" boolean DEFAULT true NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"low_stock_at" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_variant_sku_shape" CHECK ("shop_variants"."sku" ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
	CONSTRAINT "shop_variant_label_length" CHECK (char_length("shop_variants"."label") <= 80),
	CONSTRAINT "shop_variant_price_positive" CHECK ("shop_variants"."price_cents" between 1 and 99999999),
	CONSTRAINT "shop_variant_currency_known" CHECK ("shop_variants"."currency" = 'usd'),
	CONSTRAINT "shop_variant_on_hand" CHECK ("shop_variants"."on_hand" >= 0),
	CONSTRAINT "shop_variant_low_stock" CHECK ("shop_variants"."low_stock_at" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_holds" (
	"order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"awaits_provider" boolean DEFAULT false NOT NULL,
	CONSTRAINT "shop_holds_order_id_variant_id_pk" PRIMARY KEY("order_id","variant_id"),
	CONSTRAINT "shop_hold_quantity" CHECK ("shop_holds"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "shop_order_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"variant_id" uuid,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"is_taxed" boolean NOT NULL,
	"unit_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"display_order" integer NOT NULL,
	CONSTRAINT "shop_order_line_quantity" CHECK ("shop_order_lines"."quantity" between 1 and 999),
	CONSTRAINT "shop_order_line_price" CHECK ("shop_order_lines"."unit_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "shop_order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_order_note_length" CHECK (char_length("shop_order_notes"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"fulfillment" text DEFAULT 'open' NOT NULL,
	"pay_by" text NOT NULL,
	"buyer_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"phone" text,
	"company" text NOT NULL,
	"po_number" text,
	"delivery" text NOT NULL,
	"event_id" uuid,
	"ship_to" jsonb,
	"buyer_note" text,
	"currency" text DEFAULT 'usd' NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"tax_basis_points" integer NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"po_due_at" timestamp with time zone,
	"invoiced_at" timestamp with time zone,
	"due_on" date,
	"paid_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"fulfilled_at" timestamp with time zone,
	"carrier" text,
	"tracking" text,
	"po_reminded_at" timestamp with time zone,
	"overdue_steps" integer DEFAULT 0 NOT NULL,
	"back_ordered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"input_hash" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_orders_number_unique" UNIQUE("number"),
	CONSTRAINT "shop_order_state_known" CHECK ("shop_orders"."state" in ('awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short', 'expired', 'cancelled', 'refunded')),
	CONSTRAINT "shop_order_fulfillment_known" CHECK ("shop_orders"."fulfillment" in ('open', 'ready', 'handed_over', 'shipped')),
	CONSTRAINT "shop_order_currency_known" CHECK ("shop_orders"."currency" = 'usd'),
	CONSTRAINT "shop_order_pay_by_known" CHECK ("shop_orders"."pay_by" in ('invoice', 'card')),
	CONSTRAINT "shop_order_delivery_known" CHECK ("shop_orders"."delivery" in ('pickup', 'ship', 'email')),
	CONSTRAINT "shop_order_pickup_event" CHECK (("shop_orders"."delivery" = 'pickup') = ("shop_orders"."event_id" is not null)),
	CONSTRAINT "shop_order_ship_to" CHECK (("shop_orders"."delivery" = 'ship') = ("shop_orders"."ship_to" is not null)),
	CONSTRAINT "shop_order_po_due" CHECK (("shop_orders"."state" = 'awaiting_po') = ("shop_orders"."po_due_at" is not null)),
	CONSTRAINT "shop_order_total" CHECK ("shop_orders"."total_cents" = "shop_orders"."subtotal_cents" + "shop_orders"."shipping_cents" + "shop_orders"."tax_cents"),
	CONSTRAINT "shop_order_amounts" CHECK (least("shop_orders"."subtotal_cents", "shop_orders"."shipping_cents", "shop_orders"."tax_cents") >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"attempt" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"state" text NOT NULL,
	"session_id" text,
	"session_url" text,
	"return_urls" jsonb,
	"intent_id" text,
	"expires_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"note" text,
	"noted_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_payments_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "shop_payments_intentId_unique" UNIQUE("intent_id"),
	CONSTRAINT "shop_payment_amount" CHECK ("shop_payments"."amount_cents" > 0),
	CONSTRAINT "shop_payment_currency_known" CHECK ("shop_payments"."currency" = 'usd'),
	CONSTRAINT "shop_payment_state_known" CHECK ("shop_payments"."state" in ('starting', 'open', 'processing', 'paid', 'failed', 'expired')),
	CONSTRAINT "shop_payment_refunds" CHECK ("shop_payments"."refunded_cents" between 0 and "shop_payments"."amount_cents"),
	CONSTRAINT "shop_payment_refunds_of_paid" CHECK ("shop_payments"."refunded_cents" = 0 or "shop_payments"."state" = 'paid'),
	CONSTRAINT "shop_payment_note_length" CHECK (char_length("shop_payments"."note") <= 200)
);
--> statement-breakpoint
CREATE TABLE "shop_provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created" bigint NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_refunds_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "shop_refund_amount" CHECK ("shop_refunds"."amount_cents" > 0),
	CONSTRAINT "shop_refund_state_known" CHECK ("shop_refunds"."state" in ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "shop_refund_reason_length" CHECK (char_length("shop_refunds"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "shop_slug_redirects" ADD CONSTRAINT "shop_slug_redirects_product_id_shop_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."shop_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_stock_changes" ADD CONSTRAINT "shop_stock_changes_variant_id_shop_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shop_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_variants" ADD CONSTRAINT "shop_variants_product_id_shop_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."shop_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_holds" ADD CONSTRAINT "shop_holds_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_holds" ADD CONSTRAINT "shop_holds_variant_id_shop_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shop_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_lines" ADD CONSTRAINT "shop_order_lines_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_lines" ADD CONSTRAINT "shop_order_lines_variant_id_shop_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shop_variants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_notes" ADD CONSTRAINT "shop_order_notes_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_payments" ADD CONSTRAINT "shop_payments_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_refunds" ADD CONSTRAINT "shop_refunds_payment_id_shop_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."shop_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_products_order" ON "shop_products" USING btree ("display_order","id");--> statement-breakpoint
CREATE INDEX "shop_products_shown" ON "shop_products" USING btree ("display_order","id") WHERE "shop_products"."is_active";--> statement-breakpoint
CREATE INDEX "shop_products_search" ON "shop_products" USING gin (to_tsvector('simple', translate(coalesce("title", '') || ' ' || coalesce("slug", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "shop_slug_redirects_product" ON "shop_slug_redirects" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "shop_stock_changes_variant" ON "shop_stock_changes" USING btree ("variant_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "shop_variants_sku" ON "shop_variants" USING btree (upper("sku"));--> statement-breakpoint
CREATE INDEX "shop_variants_product" ON "shop_variants" USING btree ("product_id","display_order");--> statement-breakpoint
CREATE INDEX "shop_variants_low" ON "shop_variants" USING btree ("on_hand","id") WHERE "shop_variants"."tracks_stock" and "shop_variants"."is_active";--> statement-breakpoint
CREATE INDEX "shop_holds_variant" ON "shop_holds" USING btree ("variant_id","expires_at");--> statement-breakpoint
CREATE INDEX "shop_holds_expiry" ON "shop_holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shop_order_lines_order" ON "shop_order_lines" USING btree ("order_id","display_order");--> statement-breakpoint
CREATE INDEX "shop_order_lines_variant" ON "shop_order_lines" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "shop_order_notes_order" ON "shop_order_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "shop_orders_recent" ON "shop_orders" USING btree ("placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_state" ON "shop_orders" USING btree ("state","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_fulfillment" ON "shop_orders" USING btree ("fulfillment","state","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_to_make_ready" ON "shop_orders" USING btree ("placed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "shop_orders"."fulfillment" = 'open' and "shop_orders"."state" in ('invoiced', 'paid');--> statement-breakpoint
CREATE INDEX "shop_orders_pay_by" ON "shop_orders" USING btree ("pay_by","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_event" ON "shop_orders" USING btree ("event_id","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "shop_orders"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "shop_orders_buyer" ON "shop_orders" USING btree ("email_key","placed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_orders_po_due" ON "shop_orders" USING btree ("po_due_at") WHERE "shop_orders"."state" = 'awaiting_po';--> statement-breakpoint
CREATE INDEX "shop_orders_back_ordered" ON "shop_orders" USING btree ("back_ordered_at") WHERE "shop_orders"."state" = 'short';--> statement-breakpoint
CREATE INDEX "shop_orders_due" ON "shop_orders" USING btree ("due_on","overdue_steps") WHERE "shop_orders"."state" = 'invoiced';--> statement-breakpoint
CREATE INDEX "shop_orders_search" ON "shop_orders" USING gin (to_tsvector('simple', translate(coalesce("number", '') || ' ' || coalesce("buyer_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("company", '') || ' ' || coalesce("po_number", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE UNIQUE INDEX "shop_payments_attempt" ON "shop_payments" USING btree ("order_id","attempt");--> statement-breakpoint
CREATE INDEX "shop_payments_waiting" ON "shop_payments" USING btree ("expires_at","created_at") WHERE "shop_payments"."state" in ('starting', 'open', 'processing');--> statement-breakpoint
CREATE INDEX "shop_provider_events_handled" ON "shop_provider_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "shop_refunds_payment" ON "shop_refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "shop_refunds_waiting" ON "shop_refunds" USING btree ("created_at") WHERE "shop_refunds"."state" in ('requested', 'pending');