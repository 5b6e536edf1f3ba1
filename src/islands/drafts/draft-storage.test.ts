import { describe, expect, test } from 'vitest'
import { BLANK_REPORT, readStoredReport, type StoredReport } from '../report/report-draft.ts'
import { createDraftStorage, DRAFT_EXPIRY } from './draft-storage.ts'

const START = 1_800_000_000_000
const PREFIX = 'private.report-draft.'

type Fault = 'full' | 'forbidden'

/** A browser with one storage for all tabs, locks unless it is an old one, and a clock. */
function browser({ hasLocks = true, fault }: { hasLocks?: boolean; fault?: Fault } = {}) {
  const shared = new Map<string, string>()
  const locks = new Set<string>()
  const clock = { now: START }
  let ids = 0
  const storageOf = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (fault === 'full') throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
  })
  const opening = (kept: Map<string, string>) => () => {
    if (fault === 'forbidden') throw new DOMException('forbidden', 'SecurityError')
    return storageOf(kept)
  }
  const claim = async (name: string) => {
    if (locks.has(name)) return undefined
    locks.add(name)
    return () => void locks.delete(name)
  }
  const openTab = (session = new Map<string, string>()) => {
    const storage = createDraftStorage({
      subject: 'report',
      read: readStoredReport,
      shared: opening(shared),
      own: opening(session),
      acquireLock: hasLocks ? claim : undefined,
      newId: () => `tab${++ids}`,
      now: () => clock.now,
    })
    return { ...storage, session }
  }
  return { openTab, shared, locks, clock }
}

const getDraftPath = (title: string, timestamp = START): StoredReport => ({
  ...BLANK_REPORT,
  title,
  timestamp,
  name: '0123456789abcdef0123456789abcdef',
})

describe('a tab', () => {
  test('finds its own draft again after a reload', async () => {
    const { openTab } = browser()
    const before = openTab()
    expect(await before.open()).toBeUndefined()
    before.save(getDraftPath('mine'))
    before.close()
    expect(await openTab(before.session).open()).toEqual(getDraftPath('mine'))
  })

  test('finds the draft of a tab that was closed, the newest first, each once', async () => {
    const { openTab, shared } = browser()
    const [older, newer] = [openTab(), openTab()]
    await older.open()
    await newer.open()
    older.save(getDraftPath('older', START))
    newer.save(getDraftPath('newer', START + 1))
    older.close()
    newer.close()
    const [first, second, third] = [openTab(), openTab(), openTab()]
    expect((await first.open())?.title).toBe('newer')
    expect((await second.open())?.title).toBe('older')
    expect(await third.open()).toBeUndefined()
    expect(shared.size).toBe(2)
  })

  test('does not see what another tab has open, and neither overwrites the other', async () => {
    const { openTab } = browser()
    const [here, there] = [openTab(), openTab()]
    await here.open()
    here.save(getDraftPath('here'))
    expect(await there.open()).toBeUndefined()
    there.save(getDraftPath('there'))
    here.save(getDraftPath('here, longer'))
    here.close()
    there.close()
    expect((await openTab(here.session).open())?.title).toBe('here, longer')
    expect((await openTab(there.session).open())?.title).toBe('there')
  })

  test('that was copied takes a place of its own', async () => {
    const { openTab, shared } = browser()
    const original = openTab()
    await original.open()
    original.save(getDraftPath('original'))
    const copy = openTab(new Map(original.session))
    expect(await copy.open()).toBeUndefined()
    copy.save(getDraftPath('copy'))
    expect([...shared.values()].map((text) => JSON.parse(text).title)).toEqual(['original', 'copy'])
  })

  test('gives up a lock that comes after it has closed', async () => {
    const { openTab, locks } = browser()
    const tab = openTab()
    const opening = tab.open()
    tab.close()
    await opening
    expect(locks.size).toBe(0)
    expect(tab.save(getDraftPath('late'))).toBe(false)
  })

  test('removes its own draft and no other', async () => {
    const { openTab, shared } = browser()
    const [here, there] = [openTab(), openTab()]
    await here.open()
    await there.open()
    here.save(getDraftPath('here'))
    there.save(getDraftPath('there'))
    here.remove()
    expect([...shared.values()].map((text) => JSON.parse(text).title)).toEqual(['there'])
  })
})

test('old and broken drafts are thrown away, what is not ours stays', async () => {
  const { openTab, shared } = browser()
  shared.set(`${PREFIX}old`, JSON.stringify(getDraftPath('old', START - DRAFT_EXPIRY)))
  shared.set(`${PREFIX}broken`, '{')
  shared.set('visit', '{')
  expect(await openTab().open()).toBeUndefined()
  expect([...shared.keys()]).toEqual(['visit'])
})

describe('a browser without locks', () => {
  test('leaves a draft alone that was saved less than a minute ago', async () => {
    const { openTab, clock, shared } = browser({ hasLocks: false })
    const here = openTab()
    await here.open()
    here.save(getDraftPath('here'))
    clock.now += 59_999
    const there = openTab()
    expect(await there.open()).toBeUndefined()
    clock.now += 1
    expect((await there.open())?.title).toBe('here')
    here.save(getDraftPath('here, longer', clock.now))
    expect([...shared.values()].map((text) => JSON.parse(text).title)).toEqual(['here', 'here, longer'])
  })
})

describe.each(['full', 'forbidden'] as const)('a storage that is %s', (fault) => {
  test('keeps nothing and stops nothing', async () => {
    const { openTab, shared } = browser({ fault })
    shared.set(`${PREFIX}other`, JSON.stringify(getDraftPath('other')))
    const tab = openTab()
    const found = await tab.open()
    expect(found?.title).toBe(fault === 'full' ? 'other' : undefined)
    expect(tab.save(getDraftPath('lost'))).toBe(false)
    tab.remove()
    tab.close()
    expect([...shared.keys()]).toEqual([`${PREFIX}other`])
  })
})
