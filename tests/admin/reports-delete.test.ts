import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { reportNotes } from '#db/schema/feedback.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { doneTo, type ReportApi, reportApi, withReports } from './report-api.ts'

describe('reports that go', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  test('the log keeps all of a deleted one, with its notes', async () => {
    const id = await api.store()
    await api.note(id, 'Asked the venue.')
    expect(await api.ask('DELETE', `reports/${id}?version=1`)).toEqual({ id, title: expect.any(String) })
    expect(await api.refused('DELETE', `${id}?version=1`)).toMatchObject({ status: 404 })
    expect(await db.$count(reportNotes)).toBe(0)
    expect((await doneTo(db, id)).at(-1)).toMatchObject({
      action: 'report.delete',
      before: { id, reporterEmail: expect.any(String), notes: [{ body: 'Asked the venue.' }], duplicates: [] },
      after: null,
    })
  })

  test('a report outlives its reporter’s account, and its notes their writer’s', async () => {
    const { id: reporterUserId } = await preparePerson(db, { level: 1 })
    const id = await api.store({ reporterUserId })
    await api.note(id, 'Asked the venue.')
    await db.delete(users).where(eq(users.id, reporterUserId))
    await db.delete(users).where(eq(users.id, api.viewer.id))
    const reader = await reportApi(db)
    expect(await reader.read(id)).toMatchObject({ reporter: null, notes: [{ author: null, isOwn: false }] })
  })
})
