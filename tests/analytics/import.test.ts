import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { analyticsDays, analyticsRollups } from '#db/schema/analytics.ts'
import { analyticsImportRows, analyticsImports, analyticsPeriods } from '#db/schema/analytics-imports.ts'
import { IMPORT_SENTENCE, type ImportRow } from '#src/contract/analytics-import.ts'
import { storeBatch } from '#src/domain/analytics/import-batch.ts'
import { changeImport, startImport } from '#src/domain/analytics/import-change.ts'
import { checkImport, listImports } from '#src/domain/analytics/import-list.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { batchesOf, contextOf, figuresOf, importRow, importRows, NO_FIGURES, startOf } from './import-fixture.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(analyticsDays)
  await opened.db.delete(analyticsImports)
  await opened.db.delete(analyticsRollups)
})

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
/** Three days of 240 pages each: two batches. */
const PAGES: ImportRow[] = DAYS.flatMap((day, at) =>
  Array.from({ length: 240 }, (_, page) =>
    importRow({ day, value: `/page-${page}`, about: '["plant.example"]', views: 3 + at, visitors: 2, visits: 2 }),
  ),
)
/** What was there before: another file of other days, and one of the same days whose figures count already. */
const BEFORE = [
  importRow({ day: '2026-02-27', value: '/', views: 9 }),
  importRow({ day: '2026-03-02', value: '/page-1', about: '["plant.example"]', views: 1 }),
]

const undo = (id: string) => changeImport(opened.db, id, 'undo', contextOf())
const cancel = (id: string) => changeImport(opened.db, id, 'cancel', contextOf())
const reversed = (rows: readonly ImportRow[]) => rows.toReversed()
const begin = async (rows: readonly ImportRow[], batches: number) => {
  const context = contextOf()
  const { id } = await startImport(opened.db, startOf(rows), context)
  for (const batch of batchesOf(rows).slice(0, batches)) await storeBatch(opened.db, id, batch, context)
  return id
}

/** What can happen to one file, each leaving the same figures as importing it once. Answers the imports that are not ended. */
const WAYS: Record<string, () => Promise<string[]>> = {
  once: async () => [(await importRows(opened.db, PAGES)).id],
  'twice, under another name and hash': async () => [
    (await importRows(opened.db, PAGES)).id,
    (await importRows(opened.db, PAGES, { sha256: 'a'.repeat(64), fileName: 'copy.csv' })).id,
  ],
  'in another order': async () => [(await importRows(opened.db, reversed(PAGES))).id],
  'split in two, the second part first': async () => [
    (await importRows(opened.db, PAGES.slice(333))).id,
    (await importRows(opened.db, PAGES.slice(0, 333))).id,
  ],
  'split in parts that overlap': async () => [
    (await importRows(opened.db, PAGES.slice(0, 600))).id,
    (await importRows(opened.db, PAGES.slice(400))).id,
  ],
  'closed half way, and continued': async () => {
    const id = await begin(PAGES, 1)
    const again = await startImport(opened.db, startOf(PAGES), contextOf())
    expect(again).toMatchObject({ id, cursor: 1, rows: 500 })
    for (const batch of batchesOf(PAGES)) await storeBatch(opened.db, id, batch, contextOf())
    return [id]
  },
  'paused and continued, every batch sent twice': async () => {
    const id = await begin(PAGES, 1)
    await changeImport(opened.db, id, 'pause', contextOf())
    await changeImport(opened.db, id, 'resume', contextOf())
    for (const batch of batchesOf(PAGES)) {
      await storeBatch(opened.db, id, batch, contextOf())
      await storeBatch(opened.db, id, batch, contextOf())
    }
    return [id]
  },
  'closed half way, cancelled, and imported whole': async () => {
    await cancel(await begin(PAGES, 1))
    return [(await importRows(opened.db, PAGES)).id]
  },
  'undone and imported again': async () => {
    await undo((await importRows(opened.db, PAGES)).id)
    return [(await importRows(opened.db, PAGES)).id]
  },
}

describe('the same file', () => {
  test.each(Object.entries(WAYS))(
    '%s gives the same figures, and once undone those of before, byte for byte',
    async (_, way) => {
      await importRows(opened.db, BEFORE)
      const before = await figuresOf(opened.db)
      const ids = await way()
      const figures = await figuresOf(opened.db, { origin: false })
      expect(figures).toHaveLength(721)
      expect(figures).toContain('2026-03-03||page|/page-7||2|2|5|null|null')
      // The earlier import keeps its figures.
      expect(figures).toContain('2026-03-02||page|/page-1||null|null|1|null|null')
      for (const id of ids) await undo(id)
      expect(await figuresOf(opened.db)).toEqual(before)
      const left = await opened.db.selectDistinct({ id: analyticsImportRows.importId }).from(analyticsImportRows)
      expect(left).toHaveLength(1)
    },
  )

  test('is refused while it is imported, and can be imported again once it is undone', async () => {
    const { id, sha256 } = await importRows(opened.db, PAGES)
    await expect(startImport(opened.db, startOf(PAGES), contextOf())).rejects.toThrow(IMPORT_SENTENCE.known)
    expect((await checkImport(opened.db, { sha256, fromDay: '2026-03-01', toDay: '2026-03-31' })).existing?.id).toBe(id)
    await undo(id)
    expect((await importRows(opened.db, PAGES)).state).toBe('done')
  })

  test('goes on in the zone it was begun in, or not at all', async () => {
    await begin(PAGES, 1)
    const start = startOf(PAGES, { zone: 'UTC' })
    await expect(startImport(opened.db, start, contextOf())).rejects.toThrow(IMPORT_SENTENCE.otherZone)
  })
})

describe('a batch', () => {
  test('that is not the next one, too small, too large or of another day is refused, and stores nothing', async () => {
    const id = await begin(PAGES, 0)
    const [first, last] = batchesOf(PAGES)
    const rows = first?.rows ?? []
    const send = (number: number, sent: ImportRow[]) => storeBatch(opened.db, id, { number, rows: sent }, contextOf())
    await expect(send(1, last?.rows ?? [])).rejects.toThrow(IMPORT_SENTENCE.notNext)
    await expect(send(0, rows.slice(1))).rejects.toThrow(IMPORT_SENTENCE.wrongSize)
    await expect(send(0, [...rows, ...rows])).rejects.toThrow(IMPORT_SENTENCE.tooManyRows)
    for (const day of ['2025-01-01', '2026-03-04', null])
      await expect(send(0, [...rows.slice(1), importRow({ day })])).rejects.toThrow(IMPORT_SENTENCE.badDay)
    await changeImport(opened.db, id, 'pause', contextOf())
    await expect(send(0, rows)).rejects.toThrow(IMPORT_SENTENCE.notRunning)
    expect(await figuresOf(opened.db)).toEqual([])
  })

  test('after the end is answered as before; what is undone cannot be continued or undone again', async () => {
    const line = await importRows(opened.db, PAGES)
    expect(line).toMatchObject({ state: 'done', cursor: 2, rows: 720, totalRows: 720 })
    const [, last] = batchesOf(PAGES)
    if (last) expect(await storeBatch(opened.db, line.id, last, contextOf())).toEqual(line)
    await undo(line.id)
    await expect(undo(line.id)).rejects.toThrow(IMPORT_SENTENCE.notDone)
    for (const act of ['pause', 'resume', 'cancel'] as const)
      await expect(changeImport(opened.db, line.id, act, contextOf())).rejects.toThrow(IMPORT_SENTENCE.notOpen)
  })
})

describe('what is counted once', () => {
  afterEach(() => opened.db.execute(sql`delete from analytics_page_views`))

  test('days that have figures or rows of our own, and today, have none of an import', async () => {
    await opened.db.insert(analyticsRollups).values({ day: '2026-03-01', rolledUpAt: new Date(NOON), rows: 4 })
    await opened.db.insert(analyticsDays).values({ day: '2026-03-02', dimension: 'total', views: 5 })
    await opened.db.execute(
      sql`insert into analytics_page_views (day, page_path, visitor_key) values ('2026-03-03', '/', '\\x0011223344556677')`,
    )
    await opened.db.insert(analyticsRollups).values({ day: '2026-03-04', rolledUpAt: new Date(NOON), rows: 0 })
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-11-19', '2026-11-20']
    const rows = days.map((day) => importRow({ day, views: 1 }))
    const { sha256 } = await importRows(opened.db, rows)
    expect((await figuresOf(opened.db)).map((line) => line.slice(0, 10))).toEqual(['2026-03-04', '2026-11-19'])
    const check = await checkImport(opened.db, { sha256: 'b'.repeat(64), fromDay: '2026-02-01', toDay: '2026-11-20' })
    expect(check.ownDays).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
    expect(check.imports).toEqual([{ fileName: 'imported_pages.csv', kind: 'plausible', days: days.slice(0, 5) }])
    expect((await checkImport(opened.db, { sha256, fromDay: '2026-02-01', toDay: '2026-11-20' })).imports).toEqual([])
  })

  test('a day has the figures of one service, and takes those of the other once the first is undone', async () => {
    const plausible = await importRows(opened.db, [importRow({ views: 10 })])
    const rows = [
      importRow({ views: 7, table: 'Date, Page path' }),
      importRow({ day: '2026-03-02', views: 8, table: 'Date, Page path' }),
    ]
    await importRows(opened.db, rows, { kind: 'ga4' })
    const views = async () => (await figuresOf(opened.db, { origin: false })).map((line) => line.split('|')[7])
    expect(await views()).toEqual(['10', '8'])
    await undo(plausible.id)
    expect(await views()).toEqual(['7', '8'])
  })

  test('a dimension has the figures of one table, so that pages by country do not add to pages', async () => {
    await importRows(opened.db, [importRow({ views: 10, table: 'Date, Page path' })], { kind: 'ga4' })
    const byCountry = ['US', 'CA'].map((about) => importRow({ views: 5, table: 'Date, Page path, Country', about }))
    const countries = byCountry.map((row) => ({ ...row, dimension: 'country' as const, value: row.about }))
    await importRows(opened.db, [...byCountry, ...countries], { kind: 'ga4' })
    expect(await figuresOf(opened.db, { origin: false })).toEqual([
      '2026-03-01||country|CA||null|null|5|null|null',
      '2026-03-01||country|US||null|null|5|null|null',
      '2026-03-01||page|/||null|null|10|null|null',
    ])
  })

  test('rows of one value that are about different things add up, and what no file tells stays null', async () => {
    const about = (text: string, more: Partial<ImportRow>) =>
      importRow({ table: 'imported_sources', dimension: 'source', value: 'google.com', about: text, ...more })
    await importRows(opened.db, [about('a', { visits: 2, views: 4 }), about('b', { visits: 1, views: 0 })])
    expect(await figuresOf(opened.db, { origin: false })).toEqual(['2026-03-01||source|google.com||null|3|4|null|null'])
  })

  test('the page of an event counts for the event as well, and no query of a path is stored', async () => {
    await importRows(opened.db, [importRow({ value: '/event/omaha-2026?token=x', views: 6, visits: 2 })])
    expect(await figuresOf(opened.db, { origin: false })).toEqual([
      '2026-03-01|omaha-2026|total|||null|2|6|null|null',
      '2026-03-01||page|/event/omaha-2026||null|2|6|null|null',
    ])
  })
})

test('a file without days is kept as totals of its period, which undoing deletes', async () => {
  const rows = [importRow({ day: null, views: 12, visitors: 3 }), importRow({ day: null, value: '/events', views: 4 })]
  const { id } = await importRows(opened.db, rows, { kind: 'ga4', fromDay: '2025-01-01', toDay: '2025-12-31' })
  expect(await figuresOf(opened.db)).toEqual([])
  const totals = await opened.db.select().from(analyticsPeriods).where(eq(analyticsPeriods.importId, id))
  expect(totals).toMatchObject([
    {
      ...NO_FIGURES,
      fromDay: '2025-01-01',
      toDay: '2025-12-31',
      dimension: 'page',
      value: '/',
      views: 12,
      visitors: 3,
    },
    { value: '/events', views: 4, visitors: null },
  ])
  await undo(id)
  expect(await opened.db.$count(analyticsPeriods)).toBe(0)
})

test('the list has the latest first, with who began it', async () => {
  const first = await importRows(opened.db, PAGES)
  const second = await importRows(opened.db, BEFORE)
  const { items, nextCursor } = await listImports(opened.db, { limit: 1 })
  expect(items).toMatchObject([
    { id: second.id, startedBy: 'Command line', fromDay: '2026-02-27', toDay: '2026-03-02' },
  ])
  expect(nextCursor).not.toBeNull()
  expect((await listImports(opened.db, { limit: 5 })).items.map(({ id }) => id)).toEqual([second.id, first.id])
})
