import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { firstRowsOnly, MOST_CSV } from '#src/contract/csv.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import type { Page } from '#src/contract/page.ts'
import type { ReportCounts, ReportLine } from '#src/contract/report-admin.ts'
import { reportCsv } from '#src/domain/reports/report-csv.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { problemOf } from '#tests/support/api.ts'
import { MISSING } from './admin-area.ts'
import { type ReportApi, withReports } from './report-api.ts'
import { siteAdminApi, someone } from './site-admin-api.ts'

describe('reports to be read', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  const list = async (query = '') => (await api.ask<Page<ReportLine>>('GET', `reports${query}`)).items
  const titles = async (query = '') => (await list(query)).map(({ title }) => title)
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

  test('are listed newest first, each with its reporter’s profile; merged ones stay out (product 7)', async () => {
    const { id: reporterUserId } = await preparePerson(db, { level: 1 })
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
    ['?status=lost', 'status must be one of the report statuses'],
    ['?type=praise', 'type must be problem or improvement'],
    ['?limit=0', 'limit must be a whole number from 1 to 100'],
    ['?cursor=x', 'cursor must be one this list gave'],
    ['?page=2', UNKNOWN_FIELD],
  ])('the list %s is refused (400)', async (query, detail) => {
    expect(await problemOf(await api.send('GET', `reports${query}`))).toMatchObject({ status: 400, detail })
  })

  test.each(['', '/similar'])('one that is not there has no record (404)%s', async (path) => {
    for (const id of [MISSING, 'nonsense'])
      expect(await api.refused('GET', id + path)).toMatchObject({ status: 404, detail: 'Report not found.' })
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
    expect(head).toMatch(/^"id","created_at","report_type","status","title","description","reporter_email",/)
    expect(newest).toContain(',"Map, with ""quotes""",')
    expect(oldest).toContain(`,"'=HYPERLINK(""https://evil.example"")","'@SUM(1) and what follows",`)
    expect(oldest).toContain(`,"'-1",`)
    expect((await (await api.send('GET', 'reports/export.csv?status=resolved')).text()).split('\r\n')).toHaveLength(3)
  })

  test('the file says in its last line that it was cut off, and from when on', async () => {
    for (const title of ['First of three', 'Second of three', 'Third of three']) await api.store({ title })
    const lines = (await text(reportCsv(db, {}, { ...MOST_CSV, rows: 2 }))).split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[3]).toMatch(
      new RegExp(`^"${firstRowsOnly(2)} Filter the list to export the reports up to \\d{4}-.*Z\\."$`),
    )
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
})
