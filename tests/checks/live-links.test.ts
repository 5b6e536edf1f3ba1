import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import { openVendorSession } from '#src/auth/vendor-session.ts'
import { LIVE_KINDS, type LiveKind } from '#src/contract/emergency.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import { countLiveLinks } from '#src/domain/links/live-links.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { checkedSite } from './checked-site.ts'
import { storeFeed, storeLink } from './live-rows.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
/** Days after which a kind is too old. Those of events and calendars are only old, the others should have ended by themselves. */
const DAYS: Record<Exclude<LiveKind, 'vendor-session'>, { days: number; result: 'warn' | 'fail' }> = {
  'confirm-email': { days: 1, result: 'fail' },
  'change-email': { days: 1, result: 'fail' },
  'password-reset': { days: 1 / 24, result: 'fail' },
  'end-code-lock': { days: 1, result: 'fail' },
  'verify-report': { days: 1, result: 'fail' },
  'report-status': { days: 180, result: 'fail' },
  'event-preview': { days: 30, result: 'fail' },
  'change-set-preview': { days: 30, result: 'fail' },
  'vendor-sign-in': { days: 15 / (24 * 60), result: 'fail' },
  'vendor-invite': { days: 14, result: 'fail' },
  logistics: { days: 180, result: 'warn' },
  caterer: { days: 180, result: 'warn' },
  'run-sheet': { days: 180, result: 'warn' },
  'calendar-feed': { days: 90, result: 'warn' },
  unsubscribe: { days: 180, result: 'fail' },
  'unsubscribe-kind': { days: 180, result: 'fail' },
  'shop-order': { days: 180, result: 'fail' },
  'shop-purchasing': { days: 180, result: 'fail' },
}

let opened: TestDb
let site: Awaited<ReturnType<typeof checkedSite>>
beforeAll(async () => {
  opened = await testDb()
  site = await checkedSite(opened.db)
})
afterEach(async () => {
  for (const table of [linkTokens, calendarFeeds, vendorSessions]) await opened.db.delete(table)
})
afterAll(async () => {
  await site.close()
  await opened.close()
})

const judge = async () => {
  const check = ALL_CHECKS.find(({ key }) => key === 'state.links')
  if (!check) throw new Error('There is no such check')
  return check.run(await site.context())
}
const store = (purpose: string, age: number) =>
  purpose === 'calendar-feed' ? storeFeed(opened.db, { age }) : storeLink(opened.db, { purpose, age })

test.each(Object.entries(DAYS))('%s is judged by its own age', async (purpose, { days, result }) => {
  const margin = MINUTE / 2 / DAY
  await store(purpose, days - margin)
  expect(await judge()).toMatchObject({ state: 'pass', evidence: { live: { [purpose]: 1 }, overdue: {} } })
  await store(purpose, days + margin)
  const found = await judge()
  expect(found).toMatchObject({ state: result, evidence: { live: { [purpose]: 2 }, overdue: { [purpose]: 1 } } })
  expect(found.said).toContain(`1 of “${LIVE_KINDS[purpose as LiveKind]}”`)
})

test('sessions of the vendor portal count while they last, which is seven days at most', async () => {
  const { contact } = await aTask(opened.db)
  const now = Date.now()
  await openVendorSession(opened.db, contact.id, now - MINUTE)
  expect(await judge()).toMatchObject({ state: 'pass', evidence: { live: { 'vendor-session': 1 } } })
  expect(await countLiveLinks(opened.db, now + 8 * DAY)).toEqual([])
})

test('a link to something of an event that is over or was cancelled counts as long as it opens something', async () => {
  for (const purpose of ['logistics', 'caterer', 'run-sheet']) await storeLink(opened.db, { purpose, age: 1 })
  const purposes = async (now: number) => (await countLiveLinks(opened.db, now)).map(({ purpose }) => purpose)
  const days = sql`update event_config set event_date = current_date, early_bird_deadline = null`
  await opened.db.execute(days)
  expect(await purposes(Date.now() + 6 * DAY)).toEqual(['caterer', 'logistics', 'run-sheet'])
  expect(await purposes(Date.now() + 11 * DAY)).toEqual([])
  await opened.db.execute(sql`update event_config set status = 'cancelled', updated_at = now()`)
  expect(await purposes(Date.now())).toEqual(['caterer', 'logistics', 'run-sheet'])
  expect(await purposes(Date.now() + 5 * DAY)).toEqual([])
})

test('the calendar address of somebody who is no longer an administrator counts for nothing', async () => {
  await storeFeed(opened.db, { age: 400, loaded: 1 })
  expect(await judge()).toMatchObject({ state: 'pass', evidence: { live: { 'calendar-feed': 1 }, overdue: {} } })
  await opened.db.execute(sql`update users set deleted_at = now()`)
  expect(await countLiveLinks(opened.db, Date.now())).toEqual([])
})
