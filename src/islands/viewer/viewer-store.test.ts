import { describe, expect, test } from 'vitest'
import type { SessionAnswer } from '#src/contract/account.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { ApiError } from '../call.ts'
import { clearPrivateData } from './private-data.ts'
import { createViewerStore, hasHint, hintCookie, type SessionEvent } from './viewer-store.ts'

const ada: Viewer = {
  id: 'a',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'pending',
  aal: 1,
}

const unauthenticated = new ApiError({ status: 401, code: 'unauthenticated', detail: 'Sign in to continue.' })

/** A browser with one cookie jar, any number of tabs and a server that answers when told to. */
function browser({ hint = true } = {}) {
  const heard: ((event: SessionEvent) => void)[] = []
  let isHinted = hint
  const open = () => {
    const asked: { answer: (answer: SessionAnswer) => void; fail: (fault: unknown) => void }[] = []
    const tokens: { fail: (fault: unknown) => void }[] = []
    let cleared = 0
    const mine = heard.length
    const store = createViewerStore({
      fetchSession: () => new Promise((answer, fail) => asked.push({ answer, fail })),
      fetchToken: () => new Promise((_, fail) => tokens.push({ fail })),
      hint: { isSet: () => isHinted, set: (isSignedIn) => (isHinted = isSignedIn) },
      channel: {
        post: (event) => {
          for (const [at, hear] of heard.entries()) if (at !== mine) hear(event)
        },
        listen: (hear) => heard.push(hear),
      },
      clearPrivateData: () => (cleared += 1),
      now: () => 0,
      later: () => () => {},
      isVisible: () => true,
    })
    return { ...store, asked, tokens, cleared: () => cleared }
  }
  return { open, isHinted: () => isHinted }
}

const settled = () => new Promise((done) => setTimeout(done))

describe('who is looking', () => {
  test('is unknown at first, and asked for once', async () => {
    const tab = browser().open()
    expect(tab.$viewer.get()).toBeUndefined()
    const asked = [tab.loadViewer(), tab.loadViewer()]
    tab.asked[0]?.answer({ viewer: ada })
    expect(await Promise.all(asked)).toEqual([ada, ada])
    expect(tab.asked).toHaveLength(1)
    expect(tab.$viewer.get()).toEqual(ada)
  })

  test('is anonymous without a hint and without a request, and keeps an anonymous visitor’s draft', async () => {
    const tab = browser({ hint: false }).open()
    expect(await tab.loadViewer()).toBeNull()
    expect(tab.asked).toEqual([])
    expect(tab.cleared()).toBe(0)
  })

  test('is anonymous after a stale hint, which is removed with private data', async () => {
    const { open, isHinted } = browser()
    const tab = open()
    const asked = tab.loadViewer()
    tab.asked[0]?.answer({ viewer: null })
    expect(await asked).toBeNull()
    expect(isHinted()).toBe(false)
    expect(tab.cleared()).toBe(1)
  })

  test('stays unknown when no answer comes, and may be asked again', async () => {
    const tab = browser().open()
    const asked = tab.loadViewer()
    tab.asked[0]?.fail(new ApiError({ status: 0, code: 'offline', detail: 'x' }))
    await expect(asked).rejects.toThrow(ApiError)
    expect(tab.$viewer.get()).toBeUndefined()
    void tab.loadViewer()
    expect(tab.asked).toHaveLength(2)
  })
})

describe('every open tab', () => {
  async function twoTabs() {
    const { open, isHinted } = browser()
    const tabs = [open(), open()] as const
    for (const tab of tabs) {
      const asked = tab.loadViewer()
      tab.asked[0]?.answer({ viewer: ada })
      await asked
    }
    return { here: tabs[0], there: tabs[1], isHinted }
  }

  test('is signed out at once, without asking, and forgets what was private', async () => {
    const { here, there, isHinted } = await twoTabs()
    here.announce('signed out')
    for (const tab of [here, there]) {
      expect(tab.$viewer.get()).toBeNull()
      expect(tab.asked).toHaveLength(1)
      expect(tab.cleared()).toBe(1)
    }
    expect(isHinted()).toBe(false)
  })

  test.each(['signed in', 'mfa verified'] as const)('asks again after %s', async (event) => {
    const { here, there } = await twoTabs()
    here.announce(event)
    for (const tab of [here, there]) tab.asked[1]?.answer({ viewer: { ...ada, aal: 2 } })
    await settled()
    expect([here.$viewer.get()?.aal, there.$viewer.get()?.aal]).toEqual([2, 2])
  })

  test('asks again after a token refreshed elsewhere, unless it never asked', async () => {
    const { open } = browser()
    const [here, there, idle] = [open(), open(), open()]
    const asked = there.loadViewer()
    there.asked[0]?.answer({ viewer: ada })
    await asked
    here.announce('token refreshed')
    expect([there.asked.length, idle.asked.length]).toEqual([2, 0])
  })

  test('does not believe an answer that a sign-out has overtaken', async () => {
    const { here, there } = await twoTabs()
    const asked = (() => {
      here.announce('mfa verified')
      return there.loadViewer()
    })()
    here.announce('signed out')
    there.asked[1]?.answer({ viewer: ada })
    expect(await asked).toBeNull()
    expect(there.$viewer.get()).toBeNull()
  })

  test('finds the session that opened while it heard that there was none', async () => {
    const { open, isHinted } = browser()
    const [here, there] = [open(), open()]
    const late = there.loadViewer()
    there.asked[0]?.answer({ viewer: null })
    await late
    here.announce('signed in')
    there.asked[1]?.answer({ viewer: ada })
    await settled()
    expect(there.$viewer.get()).toEqual(ada)
    expect(isHinted()).toBe(true)
  })

  test('learns from a refused token that the session is over', async () => {
    const { here } = await twoTabs()
    const token = here.accessToken()
    here.tokens[0]?.fail(unauthenticated)
    await expect(token).rejects.toBe(unauthenticated)
    here.asked[1]?.answer({ viewer: null })
    await settled()
    expect(here.$viewer.get()).toBeNull()
  })
})

test('the hint is read and written as the server writes it', () => {
  expect(hasHint('a=b; signed_in=1')).toBe(true)
  for (const cookies of ['', 'signed_in=', 'signed_in=10', 'not_signed_in=1', 'x=signed_in=1'])
    expect(hasHint(cookies), cookies).toBe(false)
  expect(hintCookie(false, 'https:')).toBe('signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure')
  expect(hintCookie(true, 'http:')).toBe('signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax')
})

test('only what is private is forgotten, and a storage that refuses stops nothing', () => {
  const kept = new Map([
    ['private.draft', 'x'],
    ['private.bar', 'y'],
    ['visit', 'z'],
  ])
  const storage = {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    removeItem: (key: string) => void kept.delete(key),
  }
  const refusing = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  clearPrivateData([refusing, () => storage])
  expect([...kept.keys()]).toEqual(['visit'])
})
