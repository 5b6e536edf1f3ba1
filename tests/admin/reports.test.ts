import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import type { Page } from '#src/contract/page.ts'
import type { ReportCounts, ReportLine } from '#src/contract/report-admin.ts'
import { settle } from '#tests/accounts/people.ts'
import { problemOf } from '#tests/support/api.ts'
import { databases, type TestDb } from '#tests/support/database.ts'
import { doneTo, mailsTo, type ReportApi, reportApi } from './report-api.ts'
import { siteAdminApi, someone } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const STALE = 'Somebody else has changed this meanwhile.'

describe.each(databases)('reports, on $name', ({ open }) => {
  let opened: TestDb
  let db: Db
  let api: ReportApi
  beforeAll(async () => {
    opened = await open()
    db = opened.db
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await db.delete(eventReports)
    await db.delete(outbox)
    api = await reportApi(db)
  })

  const list = async (query = '') => (await api.ask<Page<ReportLine>>('GET', `reports${query}`)).items
  const titles = async (query = '') => (await list(query)).map(({ title }) => title)
  const refused = async (method: string, path: string, body?: object) =>
    problemOf(await api.send(method, `reports/${path}`, body))

  test('are for people with a role alone', async () => {
    for (const [viewer, status] of [
      [null, 401],
      [someone(), 403],
    ] as const) {
      const { send } = await siteAdminApi(db, viewer)
      for (const path of ['reports', 'reports/counts', 'reports/export.csv', `reports/${MISSING}`])
        expect((await send('GET', path)).status, path).toBe(status)
    }
  })

  test('are listed newest first, each with its reporter’s profile; merged ones stay out (spec 7)', async () => {
    const { id: reporterUserId } = await settle(db, { level: 1 })
    const kept = await api.store({ title: 'The oldest of them', reporterUserId })
    const twin = await api.store({ title: 'The same again' })
    await api.store({ title: 'The newest of them' })
    await api.merge(twin, kept)
    expect((await api.note(kept, 'Seen it too.')).status).toBe(201)
    const [newest, oldest] = await list()
    expect(newest).toMatchObject({ title: 'The newest of them', reporter: null, duplicateCount: 0, noteCount: 0 })
    expect(oldest).toEqual({
      id: kept,
      reportType: 'problem',
      title: 'The oldest of them',
      status: 'open',
      reporterEmail: expect.stringContaining('@plant.example'),
      reporter: { id: reporterUserId, username: expect.any(String), fullName: null },
      mergedIntoId: null,
      duplicateCount: 1,
      noteCount: 1,
      promotedToWishId: null,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      version: 1,
    })
    expect(await titles('?status=merged')).toEqual(['The same again'])
  })

  test('are narrowed by status, kind and words, and counted', async () => {
    await api.store({ title: 'Agenda does not print' })
    await api.store({ title: 'Agenda on one page', reportType: 'improvement', status: 'resolved' })
    await api.store({ title: 'Map of the hall', reportType: 'improvement', status: 'unverified', verifiedAt: null })
    expect(await titles('?status=resolved')).toEqual(['Agenda on one page'])
    expect(await titles('?type=improvement')).toEqual(['Map of the hall', 'Agenda on one page'])
    expect(await titles('?q=agen')).toEqual(['Agenda on one page', 'Agenda does not print'])
    expect(await titles('?q=agenda&type=problem&status=open')).toEqual(['Agenda does not print'])
    expect(await titles('?q=nothing')).toEqual([])
    expect(await titles('?q=%25%5F%27')).toHaveLength(3)
    expect(await api.ask<ReportCounts>('GET', 'reports/counts')).toEqual({
      unverified: 1,
      open: 1,
      in_progress: 0,
      resolved: 1,
      dismissed: 0,
      merged: 0,
    })
  })

  test('come page by page, each once, also those of one moment', async () => {
    const createdAt = new Date('2026-11-20T12:00:00Z')
    for (let n = 0; n < 7; n += 1) await api.store({ createdAt })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<ReportLine> = await api.ask('GET', `reports?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test.each([
    ['?status=lost', 'status is not one of the statuses'],
    ['?type=praise', 'type must be problem or improvement'],
    ['?limit=0', 'limit must be a whole number from 1 to 100'],
    ['?cursor=x', 'cursor must be one this list gave'],
    ['?page=2', 'This field is not known'],
  ])('the list %s is refused (400)', async (query, detail) => {
    expect(await problemOf(await api.send('GET', `reports${query}`))).toMatchObject({ status: 400, detail })
  })

  test.each(['', '/similar'])('one that is not there has no record (404)%s', async (path) => {
    for (const id of [MISSING, 'nonsense'])
      expect(await refused('GET', id + path)).toMatchObject({ status: 404, detail: 'Report not found.' })
  })

  test('any field is changed, which the log keeps before and after', async () => {
    const id = await api.store()
    const fields = {
      reportType: 'improvement',
      title: 'Print the agenda',
      description: 'The agenda of the day on one page.',
    } as const
    expect(await api.change(id, { version: 1, ...fields })).toMatchObject({ ...fields, version: 2, status: 'open' })
    expect(await mailsTo(db, await api.rowOf(id))).toEqual([])
    expect(await doneTo(db, id)).toMatchObject([
      { actor: api.viewer.id, action: 'report.update', before: { version: 1 }, after: { version: 2, ...fields } },
    ])
    expect(await api.change(id, { version: 2, title: 'Print the agenda' })).toMatchObject({ version: 2 })
    expect(await doneTo(db, id)).toHaveLength(1)
  })

  test('another version than the present one is not overwritten (409)', async () => {
    const id = await api.store()
    await api.change(id, { version: 1, title: 'Changed by another' })
    const stale = { status: 409, detail: STALE }
    expect(await refused('PATCH', id, { version: 1, title: 'Changed by me' })).toMatchObject(stale)
    expect(await refused('POST', `${id}/merge`, { version: 1, into: await api.store() })).toMatchObject(stale)
    expect(await refused('DELETE', `${id}?version=1`)).toMatchObject(stale)
    expect((await api.rowOf(id)).title).toBe('Changed by another')
  })

  test.each([
    [{ title: 'four' }, 'title', 'Title must be at least 5 characters'],
    [{ title: 'x'.repeat(501) }, 'title', 'Title must be less than 500 characters'],
    [{ description: 'x'.repeat(19) }, 'description', 'Description must be at least 20 characters'],
    [{ description: 'x'.repeat(5_001) }, 'description', 'Description must be less than 5000 characters'],
    [{ reporterEmail: 'nobody' }, 'reporterEmail', 'Invalid email address'],
    [{ answer: 'x'.repeat(1_001) }, 'answer', 'Answer must be at most 1000 characters'],
  ])('%o is refused by name (400)', async (fields, field, message) => {
    const id = await api.store()
    const problem = await refused('PATCH', id, { version: 1, ...fields })
    expect(problem).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  test('nobody sets a report back to unverified (400)', async () => {
    expect(await refused('PATCH', await api.store(), { version: 1, status: 'unverified' })).toMatchObject({
      status: 400,
    })
  })

  test('a new status and answer go to the verified reporter in one mail, without their own words (P-27)', async () => {
    const id = await api.store()
    await api.change(id, { version: 1, status: 'in_progress', answer: 'We look at it this week.' })
    const row = await api.rowOf(id)
    expect(await mailsTo(db, row)).toMatchObject([
      { template: 'report-status-changed', textBody: expect.stringContaining('> We look at it this week.') },
    ])
    await api.change(id, { version: 2, status: 'in_progress' })
    expect(await mailsTo(db, row)).toHaveLength(1)
    await api.change(id, { version: 2, answer: '' })
    expect(await mailsTo(db, row)).toHaveLength(1)
    await api.change(id, { version: 3, status: 'resolved' })
    expect(await mailsTo(db, row)).toHaveLength(2)
    expect(await api.read(id)).toMatchObject({ status: 'resolved', answer: null })
  })

  test('who has not verified hears nothing, whatever becomes of the report', async () => {
    const id = await api.store({ status: 'unverified', verifiedAt: null })
    await api.change(id, { version: 1, status: 'dismissed', answer: 'This is no report.' })
    expect(await mailsTo(db, await api.rowOf(id))).toEqual([])
  })

  test('another address has verified nothing: it is mailed a link of its own, and the old one hears no more', async () => {
    const id = await api.store()
    const before = await api.rowOf(id)
    const moved = await api.change(id, { version: 1, reporterEmail: 'Ada@Plant.example', status: 'resolved' })
    expect(moved).toMatchObject({ reporterEmail: 'Ada@plant.example', verifiedAt: null })
    const after = await api.rowOf(id)
    expect(after.emailKey).toBe('ada@plant.example')
    expect((await mailsTo(db, after)).map(({ template }) => template)).toEqual(['verify-report'])
    expect(await mailsTo(db, before)).toEqual([])
    expect(await db.select().from(linkTokens).where(eq(linkTokens.subjectId, id))).toHaveLength(1)
    const spelled = await api.change(id, { version: 2, reporterEmail: 'ada@plant.example' })
    expect(spelled).toMatchObject({ reporterEmail: 'ada@plant.example' })
    expect(await mailsTo(db, after)).toHaveLength(1)
  })

  test('the other spelling of a verified address stays verified', async () => {
    const id = await api.store({ reporterEmail: 'maria@plant.example' })
    await api.change(id, { version: 1, reporterEmail: 'Maria@plant.example' })
    expect((await api.rowOf(id)).verifiedAt).not.toBeNull()
  })

  test('a deleted one stands whole in the log, with its notes', async () => {
    const id = await api.store()
    await api.note(id, 'Asked the venue.')
    expect(await api.ask('DELETE', `reports/${id}?version=1`)).toEqual({ id, title: expect.any(String) })
    expect(await refused('DELETE', `${id}?version=1`)).toMatchObject({ status: 404 })
    expect(await db.$count(reportNotes)).toBe(0)
    expect((await doneTo(db, id)).at(-1)).toMatchObject({
      action: 'report.delete',
      before: { id, reporterEmail: expect.any(String), notes: [{ body: 'Asked the venue.' }], duplicates: [] },
      after: null,
    })
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
      detail: 'Only admins delete what somebody else noted.',
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
    await db.insert(reportNotes).values(Array.from({ length: 200 }, () => ({ reportId: id, body: 'Full' })))
    expect(await problemOf(await api.note(id, 'One more'))).toMatchObject({
      status: 409,
      detail: 'This report is full: it holds 200 notes. Delete one first.',
    })
    expect(await db.$count(reportNotes)).toBe(200)
  })

  test('the file has every report that the list shows, and no formula (XS2)', async () => {
    await api.store({
      title: '=HYPERLINK("https://evil.example")',
      description: '@SUM(1) and what follows',
      answer: '-1',
    })
    await api.store({ title: 'Map, with "quotes"', status: 'resolved' })
    const answer = await api.send('GET', 'reports/export.csv')
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="reports-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const [head, newest, oldest, ...rest] = (await answer.text()).split('\r\n')
    expect(rest).toEqual([''])
    expect(head).toMatch(/^id,created_at,report_type,status,title,description,reporter_email,/)
    expect(newest).toContain(',"Map, with ""quotes""",')
    expect(oldest).toContain(`,"'=HYPERLINK(""https://evil.example"")",'@SUM(1) and what follows,`)
    expect(oldest).toContain(",'-1,")
    expect((await (await api.send('GET', 'reports/export.csv?status=resolved')).text()).split('\r\n')).toHaveLength(3)
  })

  test('similar ones share telling words, the rarer first; merged ones and itself are left out', async () => {
    const words = (title: string, description: string) => ({ title, description })
    const id = await api.store(
      words('Agenda printing cuts the afternoon', 'The printed agenda ends before the afternoon.'),
    )
    const close = await api.store(
      words('Afternoon missing when printing', 'My printed agenda has no afternoon at all.'),
    )
    const far = await api.store(words('Parking near the hall', 'The agenda should name the afternoon parking.'))
    await api.store(words('Wrong colour of the button', 'It is nearly white on white for me.'))
    const merged = await api.store(words('Agenda printing cuts the afternoon', 'The printed agenda ends too early.'))
    await api.merge(merged, close)
    const { items } = await api.ask<{ items: ReportLine[] }>('GET', `reports/${id}/similar`)
    expect(items.map((one) => one.id)).toEqual([close, far])
  })

  test('a report outlives its reporter’s account, and its notes their writer’s', async () => {
    const { id: reporterUserId } = await settle(db, { level: 1 })
    const id = await api.store({ reporterUserId })
    await api.note(id, 'Asked the venue.')
    await db.delete(users).where(eq(users.id, reporterUserId))
    await db.delete(users).where(eq(users.id, api.viewer.id))
    const reader = await reportApi(db)
    expect(await reader.read(id)).toMatchObject({ reporter: null, notes: [{ author: null, isOwn: false }] })
  })
})
