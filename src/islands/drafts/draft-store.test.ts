import { describe, expect, test } from 'vitest'
import { BLANK_REPORT, isBlankReport, REPORT_SEPARATORS, type StoredReport } from '../report/report-draft.ts'
import { AUTOSAVE } from './draft-storage.ts'
import { createDraft } from './draft-store.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const kept: StoredReport = {
  ...BLANK_REPORT,
  title: 'Kept title',
  email: 'maria@plant.example',
  timestamp: 5,
  name: NAME,
}

/** A draft whose storage records what is done to it, and a clock that the test moves. */
function openDraft(found?: StoredReport) {
  const done: string[] = []
  const stored: StoredReport[] = []
  const timers = new Map<number, { work: () => void; at: number }>()
  let [now, ids, restored] = [1_000, 0, 0]
  const store = createDraft({
    blank: BLANK_REPORT,
    isEmpty: isBlankReport,
    separators: REPORT_SEPARATORS,
    storage: {
      open: async () => found,
      save: (draft) => stored.push(draft) > 0,
      remove: () => void done.push('removed'),
      close: () => void done.push('closed'),
    },
    newId: () => `name${++ids}`,
    now: () => now,
    schedule: (work, pause) => {
      const id = timers.size + now
      timers.set(id, { work, at: now + pause })
      return () => void timers.delete(id)
    },
    onRestored: () => {
      restored += 1
    },
  })
  const pass = (milliseconds: number) => {
    now += milliseconds
    for (const [id, { work, at }] of timers) {
      if (at > now) continue
      timers.delete(id)
      work()
    }
  }
  return { ...store, done, stored, pass, pending: () => timers.size, restored: () => restored }
}

describe('a change', () => {
  test('is kept two seconds after the last one, with the time', () => {
    const { edit, pass, stored } = openDraft()
    edit({ title: 'A' })
    pass(AUTOSAVE - 1)
    edit({ title: 'AB' })
    pass(AUTOSAVE - 1)
    expect(stored).toEqual([])
    pass(1)
    expect(stored).toEqual([{ ...BLANK_REPORT, title: 'AB', name: 'name1', timestamp: 1_000 + 2 * AUTOSAVE - 1 }])
  })

  test('of what is not text leaves an empty form clean, and so does emptying it again', () => {
    const { $draft, edit } = openDraft()
    edit({ reportType: 'improvement' })
    expect($draft.get()).toMatchObject({ isDirty: false, fields: { reportType: 'improvement' } })
    edit({ title: 'A' })
    expect($draft.get().isDirty).toBe(true)
    edit({ title: '' })
    expect($draft.get().isDirty).toBe(false)
  })

  test('makes it dirty, and keeping it does not make it clean', () => {
    const { $draft, edit, save } = openDraft()
    expect($draft.get().isDirty).toBe(false)
    edit({ title: 'A' })
    expect($draft.get().isDirty).toBe(true)
    save()
    expect($draft.get().isDirty).toBe(true)
  })

  test('to an empty form removes what was kept', () => {
    const { edit, save, stored, done } = openDraft()
    edit({ title: 'A' })
    save()
    edit({ title: '' })
    save()
    expect(stored).toHaveLength(1)
    expect(done).toEqual(['removed'])
  })

  test('is kept at once where asked, and then not again', () => {
    const { edit, save, pass, stored } = openDraft()
    edit({ title: 'A' })
    save()
    save()
    pass(AUTOSAVE)
    expect(stored).toHaveLength(1)
  })
})

describe('what is cleared', () => {
  test('is gone, from the form and the browser, and no waiting autosave brings it back', () => {
    const { $draft, edit, clear, pass, stored, done, pending } = openDraft()
    edit({ title: 'A' })
    clear()
    expect(pending()).toBe(0)
    pass(AUTOSAVE)
    expect($draft.get()).toEqual({ fields: BLANK_REPORT, isDirty: false, name: 'name2' })
    expect(stored).toEqual([])
    expect(done).toEqual(['removed'])
  })

  test('at sign-out stays on screen, and is kept again only after another edit', () => {
    const { $draft, edit, forget, save, pass, stored } = openDraft()
    edit({ title: 'A' })
    forget()
    save()
    pass(AUTOSAVE)
    expect($draft.get()).toMatchObject({ fields: { title: 'A' }, isDirty: true })
    expect(stored).toEqual([])
    edit({ title: 'AB' })
    pass(AUTOSAVE)
    expect(stored).toHaveLength(1)
  })
})

describe('opening', () => {
  test('restores what was kept under its own name, says so once, and is not an edit', async () => {
    const { $draft, open, restored } = openDraft(kept)
    await open()
    const { timestamp: _, name, ...fields } = kept
    expect($draft.get()).toEqual({ fields, name, isDirty: false })
    expect(restored()).toBe(1)
  })

  test('says nothing where nothing was kept', async () => {
    const { open, restored } = openDraft()
    await open()
    expect(restored()).toBe(0)
  })

  test('appends what was typed in the meantime to the stored text of the same field, and keeps both as one draft', async () => {
    const { $draft, open, edit, restored, pass, stored } = openDraft({ ...kept, description: 'Kept words.' })
    edit({ description: 'New words.' })
    const opening = open()
    edit({ title: 'typed', reportType: 'improvement' })
    await opening
    const fields = {
      reportType: 'improvement',
      title: 'Kept title typed',
      description: 'Kept words.\n\nNew words.',
      email: kept.email,
    }
    expect($draft.get()).toEqual({ fields, name: NAME, isDirty: true })
    expect(restored()).toBe(1)
    pass(AUTOSAVE)
    expect(stored).toEqual([{ ...fields, name: NAME, timestamp: 1_000 + AUTOSAVE }])
  })

  test('has a text once that the browser filled in again, which is no edit', async () => {
    const { $draft, open, edit } = openDraft(kept)
    edit({ title: kept.title })
    await open()
    expect($draft.get()).toMatchObject({ fields: { title: kept.title }, isDirty: false })
    edit({ title: '' })
    expect($draft.get().isDirty).toBe(true)
  })

  test('comes too late for a form that has been closed', async () => {
    const { $draft, open, close, restored } = openDraft(kept)
    const opening = open()
    close()
    await opening
    expect($draft.get().fields).toEqual(BLANK_REPORT)
    expect(restored()).toBe(0)
  })
})

test('closing keeps what waits to be kept, and empties the form', () => {
  const { $draft, edit, close, stored, done } = openDraft()
  edit({ title: 'A' })
  close()
  expect(stored).toHaveLength(1)
  expect(done).toEqual(['closed'])
  expect($draft.get().fields).toEqual(BLANK_REPORT)
})
