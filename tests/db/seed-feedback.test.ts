import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWishes, eventReports, reportNotes } from '#db/schema/feedback.ts'
import { reports as plans } from '#db/seed/content/reports.ts'
import { wishes as wishPlans } from '#db/seed/content/wishes.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import { REPORT_STATUSES, reportInput, WISH_STATUSES } from '#src/contract/report.ts'
import { newWish, wishChange } from '#src/contract/wish.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
let open: TestDb

beforeAll(async () => {
  open = await testDb()
  await seedDemo(open.db, now, { registrationOrigin: 'https://register.uptime-workshops.example' })
})
afterAll(() => open.close())

test('every report could have been sent through the form, and no two are from the same moment', async () => {
  const rows = await open.db.select().from(eventReports)
  expect(rows).toHaveLength(plans.length)
  for (const { title, description, reporterEmail, reportType, context } of rows) {
    const sent = { title, description, reporter_email: reporterEmail, report_type: reportType, honeypot: '' }
    expect(reportInput.safeParse({ ...sent, ...(context && { context }) }).error, title).toBeUndefined()
    expect(reporterEmail).toMatch(/\.example$/)
    expect(emailKey(normalizeEmail(reporterEmail) ?? '')).toBe(reporterEmail)
  }
  expect(new Set(rows.map(({ createdAt }) => createdAt.getTime())).size).toBe(rows.length)
})

test('there are reports and wishes in every state', async () => {
  const statuses = await open.db.selectDistinct({ status: eventReports.status }).from(eventReports)
  expect(statuses.map(({ status }) => status).sort()).toEqual([...REPORT_STATUSES].sort())
  const wished = await open.db.selectDistinct({ status: adminWishes.status }).from(adminWishes)
  expect(wished.map(({ status }) => status).sort()).toEqual([...WISH_STATUSES].sort())
  expect(await open.db.$count(reportNotes)).toBeGreaterThan(1)
})

test('what belongs together points at each other', async () => {
  const rows = await open.db.select().from(eventReports)
  const merged = rows.filter(({ mergedIntoId }) => mergedIntoId !== null)
  expect(merged).toHaveLength(1)
  for (const { mergedIntoId, status } of merged)
    expect(rows.find(({ id }) => id === mergedIntoId)).toMatchObject({ status, mergedIntoId: null })
  const promoted = rows.filter(({ promotedToWishId }) => promotedToWishId !== null)
  expect(promoted.map(({ status }) => status)).toEqual(['resolved', 'resolved'])
  for (const { id, promotedToWishId, promotedAt } of promoted) {
    const [wish] = await open.db.select().from(adminWishes).where(eq(adminWishes.createdFromReportId, id))
    expect(wish?.id).toBe(promotedToWishId)
    expect(promotedAt?.getTime()).toBeLessThan(now)
  }
  const unverified = rows.filter(({ verifiedAt }) => verifiedAt === null)
  expect(unverified.map(({ status }) => status)).toEqual(['unverified'])
})

test('every wish is one that an admin could have saved', async () => {
  const { version, isPublic, publicTitle, publicText } = wishChange.shape
  const fields = { ...newWish.shape, version, isPublic, publicTitle, publicText }
  for (const row of await open.db.select().from(adminWishes)) {
    for (const [field, schema] of Object.entries(fields)) {
      const value = Object.entries(row).find(([name]) => name === field)?.[1]
      expect(schema.safeParse(value).error, `${row.title} ${field}`).toBeUndefined()
    }
  }
})

test('the site shows the public shipped wishes, latest first, and no others', async () => {
  const { shippedWishes, hasReporters } = await readSite(open.db, now)
  const told = wishPlans.flatMap(({ told, shipped = 0 }) => (told ? [{ title: told.title, shipped }] : []))
  expect(shippedWishes.map(({ title }) => title)).toEqual(
    told.sort((a, b) => a.shipped - b.shipped).map(({ title }) => title),
  )
  expect(shippedWishes).toHaveLength(3)
  expect(hasReporters).toBe(true)
})
