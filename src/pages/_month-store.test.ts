import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import type { EventLines } from './_event-lines.ts'
import { toListed } from './_events.ts'
import { openMonths } from './_month-store.ts'

const openLines = (folder: string | undefined) => openMonths<EventLines>(folder, 'lines')

const lines = { moment: 5, ticket: Buffer.from('<li>ticket'), line: Buffer.from('<li>line') }
const onDay = (eventDate: string, digest: string) => toListed(someRows({ eventDate }), digest)
const [january, other, march] = [onDay('2027-01-21', 'a'), onDay('2027-01-22', 'b'), onDay('2027-03-01', 'c')]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const store = openLines(folder)
  for (const event of [january, other, march]) store.put(event, lines)
  store.save([january, other, march])
})
afterEach(() => rmSync(folder, { recursive: true }))

test('lines are found again for their event and moment alone', () => {
  const store = openLines(folder)
  expect(store.find(march, 5)).toEqual({ moment: 5, ticket: lines.ticket, line: lines.line })
  expect(store.find(march, 6)).toBeUndefined()
  expect(store.find({ ...march, digest: 'changed' }, 5)).toBeUndefined()
  expect(readdirSync(folder).sort()).toEqual(['lines.2027-01', 'lines.2027-03'])
})

test('a month that is written again forgets events that are gone, and leaves other months alone', () => {
  const store = openLines(folder)
  store.put({ ...january, digest: 'changed' }, lines)
  store.save([{ ...january, digest: 'changed' }, march])
  const again = openLines(folder)
  expect([january, other, march].map((event) => again.find(event, 5) !== undefined)).toEqual([false, false, true])
  expect(again.find({ ...january, digest: 'changed' }, 5)).toBeDefined()
})

test('what is damaged is as good as nothing', () => {
  writeFileSync(join(folder, 'lines.2027-03'), 'damaged')
  const store = openLines(folder)
  expect(store.find(march, 5)).toBeUndefined()
  expect(store.find(january, 5)).toBeDefined()
})

test('the files of months in which there are events are used, also of those that did not change', () => {
  const store = openLines(folder)
  store.save([january])
  expect(['lines.2027-01', 'lines.2027-03', 'other'].map(store.isUsed)).toEqual([true, false, false])
})

test('a folder that cannot be written ends no build', () => {
  const store = openLines(join(folder, 'gone'))
  store.put(march, lines)
  store.save([march])
  expect(store.find(march, 5)).toEqual(lines)
})

test('without a folder, lines are kept for this build', () => {
  const store = openLines(undefined)
  store.put(march, lines)
  expect(store.find(march, 5)).toEqual(lines)
  store.save([march])
})
