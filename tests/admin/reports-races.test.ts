import { randomUUID } from 'node:crypto'
import { isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports, reportNotes } from '#db/schema/feedback.ts'
import { unlinkReporter } from '#src/domain/reports/read-own-reports.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { doneTo, mailsTo, type ReportApi, withReports } from './report-api.ts'

describe('admins at the same reports at the same time', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  const many = (count: number) => Promise.all(Array.from({ length: count }, () => api.store()))
  const statusesOf = async (calls: Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status)
  const mergeOf = (id: string, into: string, version = 1) => api.send('POST', `reports/${id}/merge`, { version, into })
  const promote = (id: string) =>
    api.send('POST', `reports/${id}/promote`, { id: randomUUID(), title: 'A wish', description: '', target: null })

  /** Each duplicate follows an existing report that follows none itself, and has the same status. */
  async function expectWhole() {
    const rows = await db.select().from(eventReports)
    for (const row of rows.filter(({ mergedIntoId }) => mergedIntoId !== null)) {
      const kept = rows.find(({ id }) => id === row.mergedIntoId)
      expect(kept, 'it follows one that is there').toBeDefined()
      expect(kept?.mergedIntoId, 'nobody follows a follower').toBeNull()
      expect(row.status).toBe(kept?.status)
    }
    return rows
  }

  test('twenty merges into one report are twenty', async () => {
    const [kept = '', ...others] = await many(21)
    expect(new Set(await statusesOf(others.map((id) => mergeOf(id, kept))))).toEqual(new Set([200]))
    expect((await api.read(kept)).duplicateCount).toBe(20)
    await expectWhole()
  })

  test('two merged into each other leave one that represents both, round after round', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one = '', other = ''] = await many(2)
      const statuses = await statusesOf([mergeOf(one, other), mergeOf(other, one)])
      expect(statuses.toSorted()).toEqual([200, 409])
      await expectWhole()
    }
  })

  test('twenty merges all over leave no circle and no chain', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ids = await many(20)
      const merges = ids.map((id, at) => mergeOf(id, ids[(at * 7 + 1) % 20] ?? id))
      for (const status of await statusesOf(merges)) expect([200, 400, 409]).toContain(status)
      await expectWhole()
    }
  })

  test('of twenty changes from one version one is made, and mailed once', async () => {
    const [id = ''] = await many(1)
    const changes = Array.from({ length: 20 }, (_, at) =>
      api.send('PATCH', `reports/${id}`, { version: 1, status: at % 2 ? 'resolved' : 'dismissed' }),
    )
    const statuses = await statusesOf(changes)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await mailsTo(db, await api.getRow(id))).toHaveLength(1)
    expect(await doneTo(db, id)).toHaveLength(1)
  })

  test('a status that changes while others are merged into the report reaches each of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [kept = '', ...others] = await many(11)
      const calls = others.map((id) => mergeOf(id, kept))
      calls.splice(5, 0, api.send('PATCH', `reports/${kept}`, { version: 1, status: 'resolved' }))
      expect(new Set(await statusesOf(calls))).toEqual(new Set([200]))
      for (const { status } of await expectWhole()) expect(status).toBe('resolved')
      for (const id of [kept, ...others]) expect(await mailsTo(db, await api.getRow(id))).toHaveLength(1)
      await db.delete(eventReports)
    }
  })

  test('accounts that are deleted while their reports change block no one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: reporterUserId } = await preparePerson(db, { level: 1 })
      const ids = Array.from({ length: 8 }, () => randomUUID())
      const [kept = '', ...others] = ids.toSorted().toReversed()
      for (const id of [kept, ...others]) await api.store({ id, reporterUserId })
      for (const id of others) await api.merge(id, kept)
      const unlinking = Array.from({ length: 4 }, () => db.transaction((tx) => unlinkReporter(tx, reporterUserId)))
      const change = api.send('PATCH', `reports/${kept}`, { version: 1, status: 'resolved' })
      await Promise.all(unlinking)
      expect((await change).status).toBe(200)
      for (const { status, reporterUserId: by } of await expectWhole()) expect([status, by]).toEqual(['resolved', null])
      await db.delete(eventReports)
    }
  })

  test('twenty deletes are one, and nothing follows a report that is gone', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [kept = '', ...others] = await many(8)
      const calls = [
        ...others.map((id) => mergeOf(id, kept)),
        ...Array.from({ length: 20 }, () => api.send('DELETE', `reports/${kept}?version=1`)),
      ]
      const statuses = await statusesOf(calls)
      expect(statuses.slice(7).filter((status) => status === 200)).toHaveLength(1)
      for (const status of statuses.slice(0, 7)) expect([200, 404]).toContain(status)
      await expectWhole()
      expect(await db.$count(eventReports, isNotNull(eventReports.mergedIntoId))).toBe(0)
      await db.delete(eventReports)
    }
  })

  test('deleting, promoting, merging, noting and changing at once never wait for each other for ever', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = await many(6)
      const [first = '', second = ''] = ids
      const calls = ids.flatMap((id, at) => [
        mergeOf(id, ids[(at + 1) % 6] ?? id),
        promote(id),
        api.note(id, 'Asked the venue.'),
        api.send('PATCH', `reports/${id}`, { version: 1, status: 'in_progress' }),
      ])
      calls.push(api.send('DELETE', `reports/${first}?version=1`), api.send('DELETE', `reports/${second}?version=1`))
      for (const status of await statusesOf(calls)) expect([200, 201, 400, 404, 409]).toContain(status)
      const rows = await expectWhole()
      const wishes = await db.select().from(adminWishes)
      const known = new Set(rows.map(({ id }) => id))
      for (const { createdFromReportId } of wishes)
        if (createdFromReportId !== null) expect(known).toContain(createdFromReportId)
      for (const { promotedToWishId } of rows)
        if (promotedToWishId !== null) expect(wishes.map(({ id }) => id)).toContain(promotedToWishId)
      for (const { reportId } of await db.select().from(reportNotes)) expect(known).toContain(reportId)
    }
  })
})
