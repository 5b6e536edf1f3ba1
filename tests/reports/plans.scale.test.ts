import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { notifyOfShipping } from '#src/domain/reports/notify-reporters.ts'
import { forgetKeys, forgetUnverified, pruneReports } from '#src/domain/reports/prune-reports.ts'
import { issueStatusToken, readOwnReports } from '#src/domain/reports/read-own-reports.ts'
import { sendWithheld } from '#src/domain/reports/send-withheld.ts'
import { verifyReport } from '#src/domain/reports/verify-report.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { withoutTimeouts } from '../support/many-amounts.ts'

const REPORTS = 30_000
const WISH = '00000000-0000-4000-8000-000000000001'
const site = SITE

/**
 * A report every three minutes for two months, a third of them unverified, of three thousand addresses; those of the last day
 * have their key and, but for a few, their link; every thousandth became one wish.
 */
async function store(db: Db): Promise<void> {
  await db.execute(sql`insert into admin_wishes (id, title, created_by) values (${WISH}, 'One for all', 'test')`)
  await db.execute(sql`insert into event_reports (report_type, title, description, reporter_email, email_key, status,
      verified_at, promoted_to_wish_id, submission_key, created_at)
    select 'problem', 'Report ' || n, repeat('word ', 20), 'p' || n % 3000 || '@gauge.example', 'p' || n % 3000 || '@gauge.example',
      case when n % 3 = 0 then 'unverified' else 'open' end,
      case when n % 3 > 0 then ${new Date(NOON).toISOString()}::timestamptz end,
      case when n % 1000 = 1 then ${WISH}::uuid end,
      case when n <= 1000 then 'key ' || n end,
      ${new Date(NOON).toISOString()}::timestamptz - n * interval '3 minutes'
    from generate_series(1, ${sql.raw(String(REPORTS))}) n`)
  await db.execute(sql`insert into link_tokens (hash, purpose, subject_id, expires_at)
    select 'hash ' || id, 'verify-report', id::text, ${new Date(NOON + 86_400_000).toISOString()}::timestamptz
    from event_reports where title not in ('Report 3', 'Report 6')`)
  await db.execute(sql`vacuum analyze event_reports, link_tokens, admin_wishes, report_notes`)
}

describe('among thirty thousand reports', () => {
  let opened: TestDb & { url: string }
  let explaining: ExplainingDb
  beforeAll(async () => {
    opened = await testDb()
    const filling = openDb(withoutTimeouts(opened.url), { max: 1, answerWithin: 0 })
    await store(filling.db)
    await filling.close()
    explaining = explainingDb(opened.url)
  })
  afterAll(async () => {
    await explaining.close()
    await opened.close()
  })
  /** The most rows of one table that any step of `work` looks at. */
  const mostRows = async (work: () => Promise<unknown>) => {
    const steps = (await explaining.explain(work)).flatMap((one) => one.steps)
    expect(steps.length).toBeGreaterThan(0)
    return Math.max(...steps.map(({ rows }) => rows))
  }
  const planOf = async (query: SQLWrapper) =>
    JSON.stringify(await opened.db.execute(sql`explain (format json) ${query.getSQL()}`))

  test('one’s own are found by their address', async () => {
    const token = await issueStatusToken(opened.db, 'p7@gauge.example', NOON)
    expect(await mostRows(() => readOwnReports(explaining.db, token, NOON))).toBeLessThan(60)
  })

  test('a click finds its report', async () => {
    expect(await mostRows(() => verifyReport(explaining.db, 'A'.repeat(43), { site, now: NOON }).catch(() => {}))).toBe(
      0,
    )
  })

  test('the reporters of a wish are found by the wish', async () => {
    expect(await mostRows(() => notifyOfShipping(explaining.db, WISH, { site, now: NOON }))).toBeLessThan(100)
  })

  test('those whose mail had to wait are looked for among the unverified of a day', async () => {
    // 160 of them; each is looked up among the links.
    expect(await mostRows(() => sendWithheld(explaining.db, { site, now: NOON }))).toBeLessThan(500)
  })

  test('what is to be forgotten is found by an index', async () => {
    const keys = await planOf(forgetKeys(opened.db, NOON))
    expect(keys).toContain('event_reports_submissionKey_unique')
    expect(keys).not.toContain('Seq Scan')
    const unverified = await planOf(forgetUnverified(opened.db, NOON))
    expect(unverified).toMatch(/event_reports_(status|unmerged)/)
    expect(unverified).not.toMatch(/Seq Scan[^}]*event_reports/)
    expect(await pruneReports(opened.db, NOON)).toEqual({ unverified: 5_000, keys: 521 })
  })
})
