/**
 * How often or how many: `few` in `npm test`, `many` in `npm run test:scale`, which also runs every `*.scale.test.ts`.
 */
export function atScale(few: number, many: number): number {
  return process.env.SCALE === '1' ? many : few
}

/**
 * These repeat what is dear: they kill processes, play days of a host, build the site, read long texts. A few times here; in
 * `npm run test:scale` some 300 kills, thirty days, a build in each phase of an event and every pair of signs.
 */
export const REPEATED = [
  'src/admin/screens/analytics-backfill/read-file.test.ts',
  'src/domain/forum/markdown.test.ts',
  'tests/analytics/import-property.test.ts',
  'tests/analytics/roll-up.test.ts',
  'tests/api/search-texts.test.ts',
  'tests/db/kill.test.ts',
  'tests/forum/notices-kill.test.ts',
  'tests/mail-plan/order-plan-property.test.ts',
  'tests/mail-plan/plan-kill.test.ts',
  'tests/mail-plan/plan-property-database.test.ts',
  'tests/mail-plan/plan-property.test.ts',
  'tests/outbox/kill.test.ts',
  'tests/shop/ledger.test.ts',
  'tests/site/page-store/equality.test.ts',
  'tests/site/thirty-days.test.ts',
  'tests/site-time.test.ts',
]
