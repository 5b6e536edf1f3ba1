import { expect, test } from 'vitest'
import { clearPrivateData } from '#src/islands/viewer/private-data.ts'
import { createEventDrafts, type EventFormDraft } from './event-drafts.ts'
import { blankValues } from './event-values.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const DAY = 86_400_000
const draft: EventFormDraft = {
  at: 0,
  id: ID,
  version: 3,
  base: blankValues(),
  values: { ...blankValues(), eventName: 'Tulsa Reliability Workshop' },
}

function drafts(entries: [string, string][] = []) {
  const kept = new Map(entries)
  const clock = { now: 0 }
  const storage = {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { ...createEventDrafts({ open: () => storage, now: () => clock.now }), kept, clock, storage }
}

test('a draft comes back as it was kept, each event its own', () => {
  const { keep, read } = drafts()
  expect(keep(ID, draft)).toBe(true)
  expect(read(ID)).toEqual(draft)
  expect(read('new')).toBeNull()
})

test('a draft is gone once it is dropped, after a week, and at sign-out', () => {
  const { keep, read, drop, kept, clock, storage } = drafts()
  keep(ID, draft)
  drop(ID)
  expect(read(ID)).toBeNull()
  keep(ID, draft)
  clock.now = 7 * DAY - 1
  expect(read(ID)).toEqual(draft)
  clock.now = 7 * DAY
  expect(read(ID)).toBeNull()
  expect(kept.size).toBe(0)
  keep(ID, draft)
  clearPrivateData([() => storage])
  expect(kept.size).toBe(0)
})

test.each([
  ['no JSON', '{"at":'],
  ['something else', '[]'],
  ['a form of another time', JSON.stringify({ ...draft, values: { eventName: 'x' } })],
  ['a field of another kind', JSON.stringify({ ...draft, values: { ...draft.values, city: 3 } })],
])('%s in its place restores nothing, and is cleared away', (_what, text) => {
  const { read, kept } = drafts([[`private.event-draft.${ID}`, text]])
  expect(read(ID)).toBeNull()
  expect(kept.size).toBe(0)
})

test('a storage that is full or forbidden stops nothing', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const full = createEventDrafts({
    open: () => ({ getItem: () => null, setItem: refuse, removeItem: refuse }),
    now: () => 0,
  })
  expect(full.keep(ID, draft)).toBe(false)
  full.drop(ID)
  const forbidden = createEventDrafts({ open: refuse, now: () => 0 })
  expect(forbidden.read(ID)).toBeNull()
  expect(forbidden.keep(ID, draft)).toBe(false)
})
