import { expect, test } from 'vitest'
import { clearPrivateData } from '#src/islands/viewer/private-data.ts'
import { createDraftKeeper, createEventDrafts, type EventFormDraft } from './event-drafts.ts'
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

function storageOf(kept: Map<string, string>) {
  return {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

function drafts(entries: [string, string][] = []) {
  const kept = new Map(entries)
  const clock = { now: 0 }
  const storage = storageOf(kept)
  return { ...createEventDrafts({ shared: () => storage, now: () => clock.now }), kept, clock, storage }
}

test('a draft comes back as it was kept, each event its own', () => {
  const { write, read } = drafts()
  expect(write(ID, draft)).toBe(true)
  expect(read(ID)).toEqual(draft)
  expect(read('new')).toBeUndefined()
})

test('a draft is gone once it is dropped, after a week, and at sign-out', () => {
  const { write, read, discard, kept, clock, storage } = drafts()
  write(ID, draft)
  discard(ID)
  expect(read(ID)).toBeUndefined()
  write(ID, draft)
  clock.now = 7 * DAY - 1
  expect(read(ID)).toEqual(draft)
  clock.now = 7 * DAY
  expect(read(ID)).toBeUndefined()
  expect(kept.size).toBe(0)
  write(ID, draft)
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
  expect(read(ID)).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('a storage that is full or forbidden stops nothing', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const full = createEventDrafts({
    shared: () => ({ ...storageOf(new Map()), setItem: refuse, removeItem: refuse }),
    now: () => 0,
  })
  expect(full.write(ID, draft)).toBe(false)
  full.discard(ID)
  const forbidden = createEventDrafts({ shared: refuse, now: () => 0 })
  expect(forbidden.read(ID)).toBeUndefined()
  expect(forbidden.write(ID, draft)).toBe(false)
})

const saying = (eventName: string) => ({
  id: ID,
  version: 3,
  base: blankValues(),
  values: { ...blankValues(), eventName },
})

/** One browser, and tabs in it. */
function browser() {
  const kept = new Map<string, string>()
  const storage = storageOf(kept)
  const state = { now: 1_000, isSignedIn: true }
  const drafts = createEventDrafts({ shared: () => storage, now: () => state.now })
  const tab = () => {
    const restoredAt = drafts.read(ID)?.at
    return createDraftKeeper({ drafts, isSignedIn: () => state.isSignedIn, now: () => (state.now += 1), restoredAt })
  }
  const said = () => drafts.read(ID)?.values.eventName
  return { tab, said, state, kept, storage }
}

test('a form that says what is saved again drops the draft it has kept, or was restored from', () => {
  const { tab, said } = browser()
  const form = tab()
  form(ID, saying('Typed'))
  expect(said()).toBe('Typed')
  form(ID, null)
  expect(said()).toBeUndefined()
  form(ID, saying('Typed again'))
  tab()(ID, null)
  expect(said()).toBeUndefined()
})

test('a tab in which nothing was typed leaves the draft of another tab alone', () => {
  const { tab, said } = browser()
  const [typing, looking] = [tab(), tab()]
  typing(ID, saying('Typed in the other tab'))
  looking(ID, null)
  expect(said()).toBe('Typed in the other tab')
})

test('a tab that saved what it was restored from leaves alone what another has typed since', () => {
  const { tab, said } = browser()
  const typing = tab()
  typing(ID, saying('Typed'))
  const restored = tab()
  typing(ID, saying('Typed on'))
  restored(ID, null)
  expect(said()).toBe('Typed on')
})

test('nothing is written once the person is signed out, also by a form that is just going away (P-35)', () => {
  const { tab, kept, state, storage } = browser()
  const form = tab()
  form(ID, saying('Typed'))
  clearPrivateData([() => storage])
  state.isSignedIn = false
  form(ID, saying('Typed'))
  expect(kept.size).toBe(0)
})
