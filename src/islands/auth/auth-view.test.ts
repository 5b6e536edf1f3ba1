import { describe, expect, test } from 'vitest'
import type { SessionAnswer } from '#src/contract/account.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import type { NewToast } from '../toasts.ts'
import { createAuth } from './auth-view.ts'

const viewer: Viewer = {
  id: 'v',
  email: 'maria@example.org',
  username: 'maria',
  roles: [],
  isAdmin: false,
  approval: 'pending',
  aal: 1,
}
const pending = { factors: [], hasRecoveryCodes: true }
const welcomeBack = { message: 'Welcome back!', viewer }

function auth(session: SessionAnswer | 'down' = { viewer: null }) {
  const heard: string[] = []
  const told: NewToast[] = []
  const store = createAuth({
    fetchSession: () => (session === 'down' ? Promise.reject(new Error('down')) : Promise.resolve(session)),
    announce: (event) => heard.push(event),
    notify: (notice) => told.push(notice),
    notifyNextPage: (notice) => heard.push(`later: ${notice.message}`),
    goToForum: () => heard.push('left'),
    setFragment: (fragment) => heard.push(`marked ${fragment}`),
  })
  return { ...store, heard, told, view: () => store.$view.get().name }
}

describe('/auth', () => {
  test('opens with the sign-in tab', async () => {
    const { openIntent, view, heard } = auth()
    await openIntent(undefined)
    expect(view()).toBe('tabs')
    expect(heard).toEqual([])
  })

  test('leaves once for a signed-in person', () => {
    const { redirectSignedIn, heard, view } = auth()
    redirectSignedIn()
    redirectSignedIn()
    expect(heard).toEqual(['left'])
    expect(view()).toBe('redirecting')
  })

  test.each(['confirm', 'reset', 'email', 'unlock'] as const)(
    'keeps somebody signed in who came with a %s link',
    async (name) => {
      const { openIntent, redirectSignedIn, heard, view } = auth()
      await openIntent({ name, token: 't' })
      redirectSignedIn()
      expect(heard).toEqual([])
      expect(view()).toBe(name)
    },
  )

  test('ends a sign-in with a word for the next page and for the other tabs', () => {
    const { finish, heard } = auth()
    finish(welcomeBack)
    expect(heard).toEqual(['later: Welcome back!', 'signed in', 'left'])
  })

  test('asks for the second factor where one is owed, and remembers that through a reload', () => {
    const { finish, heard, view } = auth()
    finish({ pending })
    expect(view()).toBe('second-factor')
    expect(heard).toEqual(['marked #second-factor'])
    finish(welcomeBack, 'mfa verified')
    expect(heard).toContain('mfa verified')
  })

  test('comes back to a second step that still waits', async () => {
    const { openIntent, view } = auth({ viewer: null, pending })
    await openIntent({ name: 'second-factor' })
    expect(view()).toBe('second-factor')
  })

  test.each([{ viewer: null } as const, 'down' as const])('starts over where nothing waits: %o', async (session) => {
    const { openIntent, view, told, heard } = auth(session)
    await openIntent({ name: 'second-factor' })
    expect(view()).toBe('tabs')
    expect(told).toHaveLength(1)
    expect(heard).toEqual(['marked '])
  })

  test('shows the reason why Google sign-in failed', async () => {
    const { openIntent, told, $view } = auth()
    await openIntent({ name: 'google-failed' })
    expect(told[0]?.message).toBe('Failed to sign in with Google. Please try again.')
    await openIntent({ name: 'google-link' })
    expect($view.get()).toEqual({ name: 'tabs', tab: 'sign-in', isGoogleKnown: true })
  })
})
