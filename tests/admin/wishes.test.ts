import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { firstRowsOnly, MOST_CSV } from '#src/contract/csv.ts'
import { INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import type { Page } from '#src/contract/page.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import type { RemovedWish, Wish, WishRecord } from '#src/contract/wish.ts'
import { wishesCsv } from '#src/domain/wishes/list-wishes.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { revisionOf } from '../site/event-rows.ts'
import { expectAdminsOnly, lastEntry } from './site-admin-api.ts'
import { formOf, type WishApi, withWishes } from './wish-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const titles = (wishes: readonly Wish[]) => wishes.map(({ title }) => title)

describe('the board of wishes', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  })

  test('is for admins alone', async () => {
    await expectAdminsOnly(db, [
      ['GET', 'wishes'],
      ['GET', 'wishes/export.csv'],
      ['GET', `wishes/${MISSING}`],
      ['GET', 'feedback'],
      ['POST', 'wishes', { id: MISSING, title: 'Mine' }],
      ['PATCH', `wishes/${MISSING}`, {}],
      ['POST', `wishes/${MISSING}/move`, {}],
      ['DELETE', `wishes/${MISSING}?version=1`],
    ])
  })

  test('takes a wish at the end of its column, writes it down and has nothing built', async () => {
    await api.add({ title: 'First', status: 'planned' })
    const wish = await api.add({ title: 'Second', status: 'planned', target: 'March 2027' })
    expect(wish).toMatchObject({ status: 'planned', target: 'March 2027', isPublic: false, reportCount: 0, version: 1 })
    expect(titles(await api.column('planned'))).toEqual(['First', 'Second'])
    const entry = { action: 'wish.create', subjectType: 'wish', subjectId: wish.id, before: null }
    expect(await lastEntry(db)).toMatchObject({ ...entry, after: { title: 'Second', displayOrder: 2 } })
    expect(api.builds.asked).toBe(0)
  })

  test('makes one wish of a double click, and none of the same id with other words', async () => {
    const wish = { id: randomUUID(), title: 'Twice' }
    const answers = await Promise.all([1, 2].map(() => api.send('POST', 'wishes', wish)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await api.column('idea')).toHaveLength(1)
    const other = await api.send('POST', 'wishes', { ...wish, title: 'Other' })
    expect(await problemOf(other)).toMatchObject({ status: 409, detail: STALE })
  })

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'title', 'Title must be at most 200 characters'],
    [{ description: 'x'.repeat(5001) }, 'description', 'Description must be at most 5000 characters'],
    [{ target: 'x'.repeat(101) }, 'target', 'Target must be at most 100 characters'],
    [{ status: 'done' }, 'status', INVALID_VALUE],
    [{ isPublic: true }, 'isPublic', UNKNOWN_FIELD],
  ])('refuses %j', async (words, field, message) => {
    const answer = await api.send('POST', 'wishes', { id: randomUUID(), title: 'Good', ...words })
    expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  test('lists a column page by page, and finds wishes by beginnings of words', async () => {
    for (const title of ['Gauge one', 'Pump two', 'Gauge three', 'Valve four']) await api.add({ title })
    await api.add({ title: 'Gauge elsewhere', status: 'declined' })
    const first = await api.ask<Page<Wish>>('GET', 'wishes?status=idea&limit=3')
    const second = await api.ask<Page<Wish>>('GET', `wishes?status=idea&limit=3&cursor=${first.nextCursor}`)
    expect([titles(first.items), titles(second.items), second.nextCursor]).toEqual([
      ['Gauge one', 'Pump two', 'Gauge three'],
      ['Valve four'],
      null,
    ])
    expect(titles((await api.ask<Page<Wish>>('GET', 'wishes?status=idea&q=gau')).items)).toEqual([
      'Gauge one',
      'Gauge three',
    ])
    expect(titles((await api.ask<Page<Wish>>('GET', 'wishes?q=gau')).items)).toEqual([
      'Gauge elsewhere',
      'Gauge one',
      'Gauge three',
    ])
  })

  test('has shipped wishes the latest first, page by page, to the microsecond', async () => {
    for (const [at, title] of ['Oldest', 'Older', 'Latest'].entries()) {
      await api.rows.wish({ title, shippedAt: new Date(NOON + at) })
    }
    const first = await api.ask<Page<Wish>>('GET', 'wishes?status=shipped&limit=2')
    const second = await api.ask<Page<Wish>>('GET', `wishes?status=shipped&limit=2&cursor=${first.nextCursor}`)
    expect([...titles(first.items), ...titles(second.items)]).toEqual(['Latest', 'Older', 'Oldest'])
  })

  test('an invented cursor returns nothing and causes no error', async () => {
    await api.add()
    const cursor = Buffer.from(JSON.stringify(['idea', 9e15, MISSING])).toString('base64url')
    for (const status of ['idea', 'shipped']) {
      expect((await api.send('GET', `wishes?status=${status}&cursor=${cursor}`)).status).toBe(200)
    }
  })

  test('saves the whole form, with the row before and after in the log', async () => {
    const wish = await api.add()
    const { item, revision } = await api.change(wish, { title: 'Print it', description: 'On one page', target: 'May' })
    expect(item).toMatchObject({ title: 'Print it', description: 'On one page', target: 'May', version: 2 })
    expect(revision).toBeNull()
    const entry = { before: { title: 'Print the agenda', version: 1 }, after: { title: 'Print it', version: 2 } }
    expect(await lastEntry(db)).toMatchObject({ action: 'wish.update', subjectId: wish.id, ...entry })
  })

  test('a save of the present values changes nothing; the second of two people who save gets a conflict (409)', async () => {
    const wish = await api.add()
    const before = await lastEntry(db)
    expect(await api.change(wish, {})).toMatchObject({ item: { version: 1 }, revision: null })
    expect(await lastEntry(db)).toEqual(before)
    await api.change(wish, { title: 'By Ada' })
    const late = await api.send('PATCH', `wishes/${wish.id}`, { ...formOf(wish), title: 'By Bob' })
    expect(await problemOf(late)).toMatchObject({ status: 409, detail: STALE })
    const gone = await api.send('DELETE', `wishes/${wish.id}?version=1`)
    expect(await problemOf(gone)).toMatchObject({ status: 409, detail: STALE })
  })

  test('moves within a column and between columns, which are renumbered; other versions stay', async () => {
    const [a, b, c] = [await api.add({ title: 'a' }), await api.add({ title: 'b' }), await api.add({ title: 'c' })]
    const moved = (await api.move(c, 'idea', null)).item
    expect(titles(await api.column('idea'))).toEqual(['c', 'a', 'b'])
    expect(await lastEntry(db)).toMatchObject({ action: 'wish.move', subjectId: c.id })
    await api.move(moved, 'idea', a.id)
    expect(titles(await api.column('idea'))).toEqual(['a', 'c', 'b'])
    const x = await api.add({ title: 'x', status: 'planned' })
    await api.move(a, 'planned', x.id)
    await api.move(b, 'planned', null)
    expect([titles(await api.column('idea')), titles(await api.column('planned'))]).toEqual([['c'], ['b', 'x', 'a']])
    expect((await api.column('planned')).map(({ version }) => version)).toEqual([2, 1, 2])
  })

  test('a wish at its place is not moved, and none is moved behind one that is not in the column', async () => {
    const [a, b] = [await api.add({ title: 'a' }), await api.add({ title: 'b' })]
    const before = await lastEntry(db)
    expect((await api.move(b, 'idea', a.id)).item.version).toBe(1)
    expect((await api.move(a, 'idea', null)).item.version).toBe(1)
    expect(await lastEntry(db)).toEqual(before)
    const elsewhere = await api.add({ title: 'x', status: 'declined' })
    for (const after of [elsewhere.id, a.id, MISSING]) {
      const answer = await api.send('POST', `wishes/${a.id}/move`, { version: 1, status: 'idea', after })
      expect(await problemOf(answer)).toMatchObject({ status: 409, detail: STALE })
    }
    const stale = await api.send('POST', `wishes/${a.id}/move`, { version: 7, status: 'planned', after: null })
    expect(await problemOf(stale)).toMatchObject({ status: 409, detail: STALE })
  })

  test('has the site built if, and only if, the feedback page changes (BR1)', async () => {
    const revision = await revisionOf(db)
    const wish = (await api.change(await api.add({ title: 'Shown' }), { isPublic: true })).item
    const shipped = await api.move(wish, 'shipped')
    expect(shipped).toMatchObject({ item: { shippedAt: NOON }, revision: revision + 1 })
    const inside = await api.change(shipped.item, { description: 'For us alone', target: 'June' })
    expect(inside.revision).toBeNull()
    const words = await api.change(inside.item, { publicTitle: 'You can print it' })
    expect(words.revision).toBe(revision + 2)
    const covered = await api.change(words.item, { title: 'Another name of ours' })
    expect(covered.revision).toBeNull()
    const back = await api.change(covered.item, { isPublic: false })
    expect(back.revision).toBe(revision + 3)
    const again = await api.change(back.item, { isPublic: true })
    const removed = await api.ask<Changed<RemovedWish>>('DELETE', `wishes/${wish.id}?version=${again.item.version}`)
    expect(removed).toEqual({ item: { id: wish.id, title: 'Another name of ours' }, revision: revision + 5 })
    expect(api.builds.asked).toBe(5)
    expect(await lastEntry(db)).toMatchObject({ action: 'wish.delete', before: { publicTitle: 'You can print it' } })
  })

  test('shows the reports a wish came from, those merged into it counted too', async () => {
    const report = await api.rows.report({ title: 'The agenda does not print' })
    const { item }: Changed<Wish> = await (await api.promote(report)).json()
    await api.rows.report({ title: 'Printing fails', mergedIntoId: report })
    const record = await api.ask<WishRecord>('GET', `wishes/${item.id}`)
    expect(record).toMatchObject({ reportCount: 2, createdFromReportId: report, notifiedAt: null })
    expect(record.reports).toMatchObject([
      { id: report, title: 'The agenda does not print', reportType: 'problem', status: 'resolved' },
      { title: 'Printing fails' },
    ])
    expect((await api.column('idea')).map(({ reportCount }) => reportCount)).toEqual([2])
  })

  test('deletes a wish whole; its report keeps its status, loses the link, and can be promoted again', async () => {
    const report = await api.rows.report()
    const { item }: Changed<Wish> = await (await api.promote(report)).json()
    await api.ask('DELETE', `wishes/${item.id}?version=1`)
    expect((await api.send('GET', `wishes/${item.id}`)).status).toBe(404)
    const before = { title: 'Mend the leak', createdFromReportId: report, reports: [report] }
    expect(await lastEntry(db)).toMatchObject({ action: 'wish.delete', subjectId: item.id, before })
    const [row] = await db.select().from(eventReports).where(eq(eventReports.id, report))
    expect(row).toMatchObject({ status: 'resolved', promotedToWishId: null })
    expect((await api.promote(report)).status).toBe(201)
  })

  test('exports wishes as CSV in the order of the board, and no cell is a formula (XS2)', async () => {
    await api.add({ title: '=HYPERLINK("https://evil.example")', description: 'a "b", c', status: 'planned' })
    await api.add({ title: 'Plain' })
    const answer = await api.send('GET', 'wishes/export.csv')
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="wishes-2026-11-20.csv"')
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(head).toMatch(/^"id","title","description","status","target","reports",/)
    expect(lines.map((line) => line.slice(39))).toEqual([
      expect.stringMatching(/^"Plain",,"idea",,"0",,"no",,,,"2/),
      expect.stringMatching(/^"'=HYPERLINK\(""https:\/\/evil.example""\)","a ""b"", c","planned",/),
    ])
    expect((await (await api.send('GET', 'wishes/export.csv?status=idea')).text()).trim().split('\r\n')).toHaveLength(2)
    const cutOff = (await text(wishesCsv(db, { q: '' }, { ...MOST_CSV, rows: 1 }))).split('\r\n')
    expect(cutOff.slice(2)).toEqual([`"${firstRowsOnly(1)} Filter the list to export the others."`, ''])
  })
})
