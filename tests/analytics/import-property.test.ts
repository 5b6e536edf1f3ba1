import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsImports } from '#db/schema/analytics-imports.ts'
import type { ImportRow } from '#src/contract/analytics-import.ts'
import { storeBatch } from '#src/domain/analytics/import-batch.ts'
import { changeImport, startImport } from '#src/domain/analytics/import-change.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { batchesOf, contextOf, figuresOf, importRow, importRows, startOf } from './import-fixture.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

/** A file of two tables: 1,260 rows of seven days. */
const FILE: ImportRow[] = Array.from({ length: 7 }, (_, day) => `2026-04-0${day + 1}`).flatMap((day) =>
  Array.from({ length: 180 }, (_, at) =>
    at % 3 === 0
      ? importRow({ day, value: `/p${at}`, views: at, visits: 1 })
      : importRow({
          day,
          table: 'imported_sources',
          dimension: 'source',
          value: `s${at % 5}`,
          about: `${at}`,
          visits: at,
        }),
  ),
)

/** One part of the file: which rows, where its tab is closed, and what then becomes of it. */
const part = fc.record({
  rows: fc.uniqueArray(fc.nat(FILE.length - 1), { minLength: 1, maxLength: FILE.length }),
  closedAfter: fc.nat(3),
  isRepeated: fc.boolean(),
  ending: fc.constantFrom('continued', 'continued', 'left', 'cancelled', 'undone'),
})
type Part = { rows: number[]; closedAfter: number; isRepeated: boolean; ending: string }

/** Imports a part as it says. Answers its id and the rows that count afterwards. */
async function play({ rows, closedAfter, isRepeated, ending }: Part) {
  const sent = rows.flatMap((at) => FILE[at] ?? [])
  const { id } = await startImport(opened.db, startOf(sent), contextOf())
  const batches = batchesOf(sent)
  const store = async (batch: (typeof batches)[number]) => {
    for (let time = 0; time < (isRepeated ? 2 : 1); time += 1) await storeBatch(opened.db, id, batch, contextOf())
  }
  const first = batches.slice(0, closedAfter)
  for (const batch of first) await store(batch)
  if (ending === 'left')
    return { id, live: first.flatMap((batch) => batch.rows), isDone: first.length === batches.length }
  if (ending === 'cancelled' && first.length < batches.length) {
    await changeImport(opened.db, id, 'cancel', contextOf())
    return { id: null, live: [], isDone: false }
  }
  for (const batch of batches) await store(batch)
  if (ending !== 'undone') return { id, live: sent, isDone: true }
  await changeImport(opened.db, id, 'undo', contextOf())
  return { id: null, live: [], isDone: true }
}

test('however a file is split, ordered, repeated, closed and undone, each of its rows counts once, and none after undoing', async () => {
  const others = [importRow({ day: '2026-04-02', value: '/p0', views: 77 }), importRow({ day: '2026-03-30' })]
  const property = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
    await opened.db.delete(analyticsImports)
    await importRows(opened.db, others)
    const before = await figuresOf(opened.db)
    const played = []
    const seen = new Set<string>()
    for (const one of parts) {
      // The same bytes are one file, which is refused.
      const { sha256 } = startOf(one.rows.flatMap((at) => FILE[at] ?? []))
      if (!seen.has(sha256)) played.push(await play(one))
      seen.add(sha256)
    }
    const figures = await figuresOf(opened.db, { origin: false })
    const live = [...new Set(played.flatMap((one) => one.live))]
    await opened.db.delete(analyticsImports)
    await importRows(opened.db, others)
    if (live.length > 0) await importRows(opened.db, live)
    expect(await figuresOf(opened.db, { origin: false })).toEqual(figures)
    expect(before).toHaveLength(2)
  })
  await fc.assert(property, { numRuns: atScale(6, 100), endOnFailure: true })
})

test('undoing and cancelling in any order leaves what was there before, byte for byte', async () => {
  const property = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(), async (parts, turn) => {
    await opened.db.delete(analyticsImports)
    await importRows(opened.db, [importRow({ day: '2026-04-02', value: '/p0', views: 77 })])
    const before = await figuresOf(opened.db)
    const ends: { id: string; isDone: boolean }[] = []
    for (const one of parts.filter(
      ({ rows }, at) => parts.findIndex((other) => `${other.rows}` === `${rows}`) === at,
    )) {
      const { id, isDone } = await play(one)
      if (id !== null) ends.splice(turn % (ends.length + 1), 0, { id, isDone })
    }
    for (const { id, isDone } of ends) await changeImport(opened.db, id, isDone ? 'undo' : 'cancel', contextOf())
    expect(await figuresOf(opened.db)).toEqual(before)
  })
  await fc.assert(property, { numRuns: atScale(6, 100), endOnFailure: true })
})
