import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { PROMOTE_OTHER } from '#src/contract/report-admin.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { WISH_ID_TAKEN, type Wish } from '#src/contract/wish.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { countDeadlocks } from '#tests/support/database.ts'
import { revisionOf } from '../site/event-rows.ts'
import { MISSING } from './admin-area.ts'
import { ADA, siteAdminApi, someone } from './site-admin-api.ts'
import { mailedTo, type WishApi, withWishes } from './wish-api.ts'

const reportOf = async (db: Db, id: string) => (await db.select().from(eventReports).where(eq(eventReports.id, id)))[0]
const wishesFrom = (db: Db, report: string) => db.$count(adminWishes, eq(adminWishes.createdFromReportId, report))

describe('promoting a report', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  }, 'moderator')

  test.each([
    [null, 401],
    [someone(), 403],
    [someone('moderator'), 201],
  ])('is for anybody with a role: %j', async (viewer, status) => {
    const { send } = await siteAdminApi(db, viewer)
    const body = { id: randomUUID(), title: 'Mend the leak' }
    expect((await send('POST', `reports/${await api.rows.report()}/promote`, body)).status).toBe(status)
  })

  test('makes a wish at the end of the ideas, and the report is resolved and says so (product 4)', async () => {
    await api.promote(await api.rows.report())
    const report = await api.rows.report({ status: 'in_progress' })
    const before = await revisionOf(db)
    const wish = { id: randomUUID(), title: 'Mend the leak', description: 'On page three', target: 'May' }
    const { item, revision }: Changed<Wish> = await (await api.send('POST', `reports/${report}/promote`, wish)).json()
    expect(item).toMatchObject({
      ...wish,
      status: 'idea',
      createdFromReportId: report,
      reportCount: 1,
      isPublic: false,
    })
    expect([revision, await revisionOf(db)]).toEqual([null, before])
    const promoted = { status: 'resolved', promotedToWishId: wish.id, promotedAt: new Date(NOON), version: 2 }
    expect(await reportOf(db, report)).toMatchObject(promoted)
    const [last] = await db.select().from(adminWishes).orderBy(desc(adminWishes.displayOrder)).limit(1)
    expect(last).toMatchObject({ id: wish.id, createdBy: ADA })
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, report))
    expect(entries).toMatchObject([
      { action: 'report.promote', actor: ADA, before: { status: 'in_progress' }, after: { promotedToWishId: wish.id } },
    ])
  })

  test('notifies the verified reporters of the report and its duplicates, and no one else (OB6)', async () => {
    const to = (reporterEmail: string) => ({ reporterEmail, emailKey: reporterEmail })
    const report = await api.rows.report(to('ada@plant.example'))
    const twin = await api.rows.report({ mergedIntoId: report, ...to('bob@plant.example') })
    await api.rows.report({ mergedIntoId: report, ...to('eve@plant.example'), verifiedAt: null })
    await api.promote(report)
    expect((await mailedTo(db, 'report-status-changed')).toSorted()).toEqual(['ada@plant.example', 'bob@plant.example'])
    expect(await reportOf(db, twin)).toMatchObject({ status: 'resolved', promotedToWishId: null })
  })

  test('repeated with any text and id, returns the same wish, and no one is notified twice', async () => {
    const report = await api.rows.report()
    const first: Changed<Wish> = await (await api.promote(report)).json()
    const mails = await db.$count(outbox)
    const again = await api.send('POST', `reports/${report}/promote`, { id: randomUUID(), title: 'Other words' })
    expect([again.status, await again.json()]).toEqual([201, first])
    expect([await wishesFrom(db, report), await db.$count(outbox)]).toEqual([1, mails])
  })

  test('a report that follows another is refused, and so is an id that another wish has', async () => {
    const kept = await api.rows.report()
    const merged = await api.rows.report({ mergedIntoId: kept })
    const sentence = PROMOTE_OTHER
    expect(await problemOf(await api.promote(merged))).toMatchObject({ status: 409, detail: sentence })
    const taken = await api.rows.wish()
    const refused = await problemOf(await api.promote(kept, taken))
    expect(refused).toMatchObject({ status: 409, detail: WISH_ID_TAKEN })
    expect(await reportOf(db, kept)).toMatchObject({ status: 'open', promotedToWishId: null, version: 1 })
    expect(await problemOf(await api.promote(MISSING))).toMatchObject({ status: 404, detail: 'Report not found.' })
  })

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ id: 'x' }, 'id', INVALID_VALUE],
    [{ status: 'shipped' }, 'status', UNKNOWN_FIELD],
  ])('refuses %j', async (words, field, message) => {
    const body = { id: randomUUID(), title: 'Good', ...words }
    const answer = await api.send('POST', `reports/${await api.rows.report()}/promote`, body)
    expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  test('twenty at once make one wish, and all hear of it (DB3)', async () => {
    const report = await api.rows.report()
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.promote(report)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Changed<Wish>).item.id))
    expect(new Set(ids).size).toBe(1)
    expect(await wishesFrom(db, report)).toBe(1)
    expect(await mailedTo(db, 'report-status-changed')).toHaveLength(1)
  })
})

describe('promoting a report, with several connections', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  })

  test('while it is deleted: there is the wish without the report, or neither, and nothing dangles', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const report = await api.rows.report()
      const id = randomUUID()
      const remove = (version: number) => api.send('DELETE', `reports/${report}?version=${version}`)
      const both = [() => api.promote(report, id), () => remove(1)]
      const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()))
      const [promoted, deleted] = (round % 2 ? answers : answers.toReversed()).map(({ status }) => status)
      ends.add(`${promoted} ${deleted}`)
      const [wish] = await db.select().from(adminWishes).where(eq(adminWishes.id, id))
      expect(wish !== undefined).toBe(promoted === 201)
      if (promoted === 201) expect((await remove(2)).status).toBe(200)
      expect(await reportOf(db, report)).toBeUndefined()
      const [left] = await db.select().from(adminWishes).where(eq(adminWishes.id, id))
      if (left) expect(left.createdFromReportId).toBeNull()
    }
    // Deleted first there is nothing to promote; promoted first the delete was decided on another state.
    for (const end of ends) expect(['404 200', '201 409']).toContain(end)
  })

  test('while its wish is deleted ends without a deadlock, and the two agree', async () => {
    for (let round = 0; round < 8; round += 1) {
      const report = await api.rows.report()
      const { item }: Changed<Wish> = await (await api.promote(report)).json()
      const answers = await Promise.all([
        api.send('DELETE', `wishes/${item.id}?version=1`),
        api.promote(report),
        api.send('DELETE', `reports/${report}?version=2`),
      ])
      for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status)
      const stored = await reportOf(db, report)
      const linked = await wishesFrom(db, report)
      expect(linked).toBe(stored?.promotedToWishId ? 1 : 0)
    }
    expect(await countDeadlocks(db)).toBe(0)
  })

  test('while it is merged into another: it is a wish, or follows, and the log says what happened', async () => {
    for (let round = 0; round < 8; round += 1) {
      const report = await api.rows.report()
      const into = await api.rows.report()
      const [promoted, merged] = await Promise.all([
        api.promote(report),
        api.send('POST', `reports/${report}/merge`, { version: 1, into }),
      ])
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual([promoted.status, merged.status])
      expect(await wishesFrom(db, report)).toBe(promoted.status === 201 ? 1 : 0)
    }
  })
})
