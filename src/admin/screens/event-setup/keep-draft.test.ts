import { expect, test } from 'vitest'
import { clearPrivateData } from '#src/islands/viewer/private-data.ts'
import { createEventDrafts } from './event-drafts.ts'
import { blankValues } from './event-values.ts'
import { createDraftKeeper } from './keep-draft.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const saying = (eventName: string) => ({
  id: ID,
  version: 3,
  base: blankValues(),
  values: { ...blankValues(), eventName },
})

/** One browser, and tabs in it. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const state = { now: 1_000, isSignedIn: true }
  const drafts = createEventDrafts({ open: () => storage, now: () => state.now })
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
