-- The reminders of orders become rules that are on from the start. What was due in the last days is made up for by the planner, unless
-- the old steps have sent it.
WITH wanted (key, title, days, late_hours, anchor, subject, body) AS (VALUES
	('order-po', 'PO number missing: 3 days before', -3, 96, 'po-due', 'Order {{order.number}} waits for a PO number',
$$Order {{order.number}} waits for the number of your purchase order until {{order.due}}. We keep the pieces for you until then.

You can enter the number on the page of the order, or send the order to purchasing from there.

[Enter the PO number]({{order.page}})$$),
	('order-overdue-1', 'Invoice overdue: 1 day after', 1, 168, 'invoice-due', 'Invoice {{order.number}} is overdue', $$Invoice {{order.number}} was due on {{order.due}}. We have not seen a payment of {{order.total}} yet.

If you have paid in the meantime, thank you. You do not need to do anything.

[See the invoice]({{order.page}})$$),
	('order-overdue-14', 'Invoice overdue: 14 days after', 14, 168, 'invoice-due', 'Invoice {{order.number}} is overdue', $$Invoice {{order.number}} was due on {{order.due}}. We have not seen a payment of {{order.total}} yet.

If you have paid in the meantime, thank you. You do not need to do anything.

[See the invoice]({{order.page}})$$)
), made AS (
	INSERT INTO mail_rules (key, title, state, on_since) SELECT key, title, 'on', now() - interval '7 days' FROM wanted
	RETURNING id, key
)
INSERT INTO mail_rule_versions (rule_id, number, definition, made_by)
SELECT made.id, 1, jsonb_build_object('anchor', anchor, 'timing', jsonb_build_object('kind', 'day', 'days', days, 'at', '09:00'),
	'audience', 'buyers', 'conditions', '[]'::jsonb, 'lateHours', late_hours, 'weekend', 'send', 'subject', subject, 'body', body), 'system'
FROM wanted JOIN made USING (key);--> statement-breakpoint
INSERT INTO planned_mails (rule_id, version_id, subject_id, item_id, recipient, recipient_key, name, occurrence, zone, anchor_at,
	due_at, late_at, state, sent_at)
SELECT r.id, v.id, 'order:' || o.id, o.id::text, o.email, o.email_key, o.number, o.day, o.zone, o.anchor_at, o.due_at,
	o.due_at + make_interval(hours => (v.definition->>'lateHours')::int), 'sent', o.due_at
FROM (
	SELECT id, email, email_key, number, 'order-po' AS key, zone, (po_due_at AT TIME ZONE zone)::date AS day, po_due_at AS anchor_at,
		po_reminded_at AS due_at
	FROM shop_orders CROSS JOIN (VALUES ('America/Chicago')) AS seller (zone)
	WHERE state = 'awaiting_po' AND po_reminded_at IS NOT NULL
	UNION ALL
	SELECT id, email, email_key, number, step.key, zone, due_on, (due_on + 1)::timestamp AT TIME ZONE zone,
		(due_on + step.days + time '09:00') AT TIME ZONE zone
	FROM shop_orders CROSS JOIN (VALUES ('America/Chicago')) AS seller (zone)
		CROSS JOIN (VALUES ('order-overdue-1', 1, 1), ('order-overdue-14', 14, 2)) AS step (key, days, number_of)
	WHERE state = 'invoiced' AND due_on IS NOT NULL AND overdue_steps >= step.number_of
) o
JOIN mail_rules r ON r.key = o.key
JOIN mail_rule_versions v ON v.rule_id = r.id;--> statement-breakpoint
DROP INDEX "shop_orders_due";--> statement-breakpoint
CREATE INDEX "shop_orders_due" ON "shop_orders" USING btree ("due_on") WHERE "shop_orders"."state" = 'invoiced';--> statement-breakpoint
ALTER TABLE "shop_orders" DROP COLUMN "po_reminded_at";--> statement-breakpoint
ALTER TABLE "shop_orders" DROP COLUMN "overdue_steps";--> statement-breakpoint
-- Marks the orders when one of them begins or ends to wait for a PO number or a payment, or waits until another day.
CREATE FUNCTION "mark_order_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT 'orders' FROM changed WHERE state IN ('awaiting_po', 'invoiced') LIMIT 1;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "mark_changed_orders"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT 'orders' FROM changed JOIN former USING (id)
		WHERE (changed.state IN ('awaiting_po', 'invoiced') OR former.state IN ('awaiting_po', 'invoiced'))
			AND (changed.state, changed.email, changed.number, changed.placed_at, changed.invoiced_at, changed.po_due_at, changed.due_on)
				IS DISTINCT FROM (former.state, former.email, former.number, former.placed_at, former.invoiced_at, former.po_due_at, former.due_on)
		LIMIT 1;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "mail_plan_insert" AFTER INSERT ON "shop_orders" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_order_mails"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_delete" AFTER DELETE ON "shop_orders" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_order_mails"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "shop_orders" REFERENCING NEW TABLE AS changed OLD TABLE AS former
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_changed_orders"();--> statement-breakpoint
-- As in 0038, also for mails about orders.
CREATE OR REPLACE FUNCTION "mark_stopped_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'suppressions' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT coalesce(m.event_id::text, CASE WHEN m.subject_id LIKE 'order:%' THEN 'orders' ELSE 'accounts' END)
			FROM planned_mails m
				JOIN changed ON changed.email_hash = encode(sha256(convert_to(m.recipient_key, 'UTF8')), 'hex')
			WHERE changed.kind IN ('', 'event-mail') AND m.state IN ('planned', 'held', 'skipped') AND m.late_at > now();
	ELSE
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT coalesce(m.event_id::text, 'accounts') FROM changed
				JOIN users u ON u.id = CASE
					WHEN changed.subject_type = 'user' AND changed.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
					THEN changed.subject::uuid
				END
				JOIN planned_mails m ON m.recipient_key = u.email_key
			WHERE m.state IN ('planned', 'held', 'skipped') AND m.late_at > now() AND m.subject_id NOT LIKE 'order:%';
	END CASE;
	RETURN NULL;
END
$$;
