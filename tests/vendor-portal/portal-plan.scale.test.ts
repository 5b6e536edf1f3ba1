import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vendorContacts } from '#db/schema/partners.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { vendorCookie } from '#src/auth/session-cookie.ts'
import { openVendorSession, readVendorVisit } from '#src/auth/vendor-session.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { storeManyRows } from '#tests/support/many-rows.ts'

/** Rows that one step of a plan may look at: those of one vendor, whatever the other two thousand have. */
const MOST = 600

let explaining: ExplainingDb
let cookie: string
let stop: () => Promise<void>
beforeAll(async () => {
  const { url, close } = await testDb()
  await storeManyRows(url, NOON)
  explaining = explainingDb(url)
  stop = () => explaining.close().then(close)
  const { db } = explaining
  const events = sql`(select count(*) from event_vendors v where v.vendor_library_id = ${vendorContacts.vendorId})`
  const { id, state } = vendorContacts
  const [busiest] = await db
    .select({ id })
    .from(vendorContacts)
    .where(eq(state, 'active'))
    .orderBy(sql`${events} desc`, id)
    .limit(1)
  const token = await openVendorSession(db, busiest?.id ?? '', NOON)
  cookie = vendorCookie(token, 3_600, SITE_URL).split(';')[0] ?? ''
}, 240_000)
afterAll(() => stop())

/** The lists of the portal. A file is read by its id alone. */
const LISTS = declaredRoutes(partnersApi)
  .filter(({ method, policy }) => method === 'GET' && policy === 'vendor')
  .map(({ path }) => path)
  .filter((path) => !path.includes(':'))

test('there are more than two thousand vendors with people', async () => {
  expect(await explaining.db.$count(vendorContacts)).toBeGreaterThan(2_000)
  expect(LISTS.length).toBeGreaterThan(4)
})

test.each(LISTS)('%s reads the rows of its own vendor by indexes', async (path) => {
  const explained = await explaining.explain(async () => {
    const { request } = await testApi({
      db: explaining.db,
      area: partnersApi,
      readVendor: (asked) => readVendorVisit(explaining.db, asked, { siteUrl: SITE_URL, now: NOON }),
    })
    const answer = await request(path, { headers: { ...fromOurPage, Cookie: cookie } })
    expect(answer.status, await answer.text()).toBe(200)
  })
  const steps = explained.flatMap((one) => one.steps)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.filter(({ rows }) => rows > MOST)).toEqual([])
})
