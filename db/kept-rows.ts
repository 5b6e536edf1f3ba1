import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

/** The tables of the schema, by their names in the database. */
type TableName = Extract<(typeof schema)[keyof typeof schema], PgTable>['_']['name']

const all = sql`true`
const none = sql`false`
/** A row that belongs to a message is kept if the message is. */
const withSentMail = sql`outbox_id is null or exists(select from outbox o where o.id = outbox_id and o.state = 'sent')`

/**
 * Which rows of each table a backup contains and a restore writes: all except those that would open a session. What
 * was ended, used up or revoked after the backup would otherwise work again after a restore, and a waiting message
 * contains its link or code in plain text. Names, passwords, factors and recovery codes are kept, so that people can
 * sign in again. A table without a line here does not compile. (decision 0010)
 */
export const KEPT_ROWS: Readonly<Record<string, SQL>> = {
  users: all,
  profiles: all,
  username_holds: all,
  user_roles: all,
  sessions: none,
  known_devices: none,
  pending_sign_ins: none,
  oauth_accounts: all,
  // A link that ends mails opens nothing, and people must be able to follow it for as long as its mail says.
  link_tokens: sql`purpose = 'unsubscribe'`,
  auth_factors: all,
  factor_challenges: none,
  recovery_codes: all,
  // With a private key, a backup would be worth stealing. New ones are made when asked for. (decision 0016)
  signing_keys: none,
  rate_limits: all,
  bans: all,
  auth_attempts: all,
  // One whose message is not kept is planned again, and sent if it is still in time.
  planned_mails: withSentMail,
  outbox: sql`state = 'sent'`,
  event_config: all,
  event_slug_redirects: all,
  event_agenda: all,
  event_team: all,
  event_vendors: all,
  agenda_template_groups: all,
  agenda_template_items: all,
  vendor_library: all,
  team_library: all,
  location_library: all,
  event_reports: all,
  report_notes: all,
  admin_wishes: all,
  forum_categories: all,
  forum_category_redirects: all,
  forum_topics: all,
  forum_posts: all,
  forum_edits: all,
  forum_revisions: all,
  forum_thanks: all,
  forum_flags: all,
  forum_follows: all,
  figure_wishes: all,
  forum_preferences: all,
  forum_notices: all,
  page_purges: all,
  mail_rules: all,
  mail_rule_versions: all,
  event_mail_rules: all,
  mail_rule_verdicts: all,
  mail_corrections: all,
  mail_plan_marks: all,
  event_tasks: all,
  task_templates: all,
  task_files: all,
  task_submissions: all,
  vendor_contacts: all,
  vendor_invites: withSentMail,
  vendor_sessions: none,
  vendor_proposals: all,
  vendor_hit_days: all,
  nudges: withSentMail,
  logistics_people: all,
  logistics_answers: all,
  logistics_changes: all,
  logistics_requests: all,
  deliveries: all,
  event_contacts: all,
  run_items: all,
  run_sheets: all,
  // An address that was ended after the backup must not work again.
  calendar_feeds: none,
  suppressions: all,
  // A note belongs to a message, and only some messages are kept.
  delivery_notes: none,
  dns_snapshots: all,
  mail_round_trips: none,
  mail_alerts: none,
  menu_items: all,
  app_settings: all,
  site_content: all,
  change_sets: all,
  change_items: all,
  change_set_presence: none,
  site_builds: all,
  // They tell of the machine that ran the jobs, not of what is restored.
  heartbeats: none,
  call_minutes: none,
  // A site that was closed when the backup was made stays closed until a person opens it.
  site_mode: all,
  check_rounds: all,
  check_runs: all,
  check_states: all,
  emergency_actions: all,
  media: all,
  content_blocks: all,
  content_pages: all,
  content_page_redirects: all,
  content_slots: all,
  site_copy: all,
  shop_products: all,
  shop_slug_redirects: all,
  shop_variants: all,
  shop_stock_changes: all,
  shop_orders: all,
  shop_order_lines: all,
  // A payment that was under way when the backup was made is asked for again, so its pieces stay held.
  shop_holds: all,
  shop_payments: all,
  shop_refunds: all,
  shop_provider_events: all,
  shop_order_notes: all,
  analytics_page_views: all,
  // Whoever holds a salt and the keys of its day can test addresses. Neither outlives two days in the database.
  analytics_salts: none,
  analytics_networks: none,
  analytics_left_out: all,
  analytics_hours: all,
  analytics_visits: all,
  analytics_imports: all,
  analytics_import_rows: all,
  analytics_days: all,
  analytics_periods: all,
  analytics_rollups: all,
  link_checks: all,
  audit_pending: all,
  audit_log: all,
} satisfies Record<TableName, SQL>

/** The tables of which not every row is kept. */
export const THINNED: readonly string[] = Object.keys(KEPT_ROWS).filter((name) => KEPT_ROWS[name] !== all)

/** A condition on the rows of a table that are kept. A table that this code does not know is kept whole. */
export function getKept(table: string): SQL {
  return KEPT_ROWS[table] ?? all
}
