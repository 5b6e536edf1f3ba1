import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { reportNotes } from '#db/schema/feedback.ts'
import { OTHERS_NOTE } from '#src/contract/report-admin.ts'
import { problemOf } from '#tests/support/api.ts'
import { MISSING } from './admin-area.ts'
import { doneTo, type ReportApi, reportApi, withReports } from './report-api.ts'

describe('notes on reports', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  test('notes are their writer’s: others with the role delete none, admins any', async () => {
    const id = await api.store()
    const noteId = randomUUID()
    expect(await (await api.note(id, 'Asked the venue.', noteId)).json()).toMatchObject({
      id: noteId,
      isOwn: true,
      author: expect.any(String),
    })
    expect((await api.note(id, 'Asked the venue.', noteId)).status).toBe(201)
    expect((await problemOf(await api.note(id, 'Other words.', noteId))).status).toBe(409)
    const other = await reportApi(db)
    expect((await other.read(id)).notes).toMatchObject([{ isOwn: false, body: 'Asked the venue.' }])
    const path = `reports/${id}/notes/${noteId}`
    expect(await problemOf(await other.send('DELETE', path))).toMatchObject({
      status: 403,
      detail: OTHERS_NOTE,
    })
    const admin = await reportApi(db, 'admin')
    expect((await admin.send('DELETE', path)).status).toBe(200)
    expect((await problemOf(await admin.send('DELETE', path))).detail).toBe('Note not found.')
    expect((await doneTo(db, id)).map(({ action }) => action)).toEqual(['report.note', 'report.unnote'])
  })

  test('a note on a report that is not there, an empty one and the 201st are refused', async () => {
    expect((await problemOf(await api.note(MISSING, 'Asked.'))).status).toBe(404)
    const id = await api.store()
    expect((await problemOf(await api.note(id, ''))).status).toBe(400)
    await db.insert(reportNotes).values(Array.from({ length: 199 }, () => ({ reportId: id, body: 'Full' })))
    expect((await api.note(id, 'The last one')).status).toBe(201)
    expect(await problemOf(await api.note(id, 'One more'))).toMatchObject({
      status: 409,
      detail: 'A report can have at most 200 notes. Delete one first.',
    })
    expect(await db.$count(reportNotes)).toBe(200)
  })
})
