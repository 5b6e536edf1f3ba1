import { atom, type ReadableAtom } from 'nanostores'
import { ACCOUNT_SENTENCE, type SessionAnswer } from '#src/contract/account.ts'
import { FACTOR_SENTENCE, type PendingSignIn, type SignInAnswer } from '#src/contract/factor.ts'
import { ACCESS_DENIED } from '../forms/refusal.ts'
import type { Notice } from '../toasts.ts'
import type { SessionEvent } from '../viewer/viewer.ts'
import type { AuthIntent } from './fragment.ts'

export type Door = 'sign-in' | 'register'

/** What /auth shows. */
export type AuthView =
  | { name: 'doors'; door: Door; isGoogleKnown?: boolean }
  | { name: 'forgot' }
  | { name: 'second-factor'; pending: PendingSignIn }
  | Extract<AuthIntent, { token: string }>
  | { name: 'leaving' }

/** What the page needs of the outside. */
type AuthParts = {
  fetchSession: () => Promise<SessionAnswer>
  announce: (event: SessionEvent) => void
  notify: (notice: Notice) => void
  notifyNextPage: (notice: Notice) => void
  /** Goes on to /forum, leaving no way back to this page. */
  leave: () => void
  /** Keeps the second step through a reload. */
  mark: (fragment: '' | '#second-factor') => void
}

type AuthStore = {
  $view: ReadableAtom<AuthView>
  show: (view: AuthView) => void
  /** Does what the address asked for. */
  begin: (errand: AuthIntent | undefined) => Promise<void>
  /** Somebody is signed in here, whoever saw to it. (product 2) */
  welcome: () => void
  /** What follows the first step of a sign-in, or the second. */
  finish: (answer: SignInAnswer, event?: SessionEvent) => void
  /** The second step is over without success. */
  startOver: (message?: string) => void
}

export const SIGN_IN = { name: 'doors', door: 'sign-in' } as const satisfies AuthView

export function createAuth(parts: AuthParts): AuthStore {
  const { fetchSession, announce, notify, notifyNextPage, leave, mark } = parts
  const $view = atom<AuthView>(SIGN_IN)
  const show = (view: AuthView) => $view.set(view)
  const welcome = () => {
    const view = $view.get()
    // Whoever came with a link from a mail has business here.
    if ('token' in view || view.name === 'leaving') return
    show({ name: 'leaving' })
    leave()
  }
  const owe = (pending: PendingSignIn) => {
    mark('#second-factor')
    show({ name: 'second-factor', pending })
  }
  const startOver = (message?: string) => {
    mark('')
    show(SIGN_IN)
    if (message) notify({ kind: 'error', title: 'Error', message })
  }
  const resume = async () => {
    const { viewer, pending } = await fetchSession().catch((): SessionAnswer => ({ viewer: null }))
    if (viewer) return welcome()
    if (pending) return owe(pending)
    startOver(FACTOR_SENTENCE.challengeOver)
  }
  const begin = async (errand: AuthIntent | undefined) => {
    if (!errand) return
    if ('token' in errand) return show(errand)
    if (errand.name === 'second-factor') return resume()
    if (errand.name === 'forgot') return show({ name: 'forgot' })
    if (errand.name === 'register') return show({ name: 'doors', door: 'register' })
    if (errand.name === 'google-link') return show({ ...SIGN_IN, isGoogleKnown: true })
    notify(turnedAway(errand.name))
  }
  const finish = (answer: SignInAnswer, event: SessionEvent = 'signed in') => {
    if ('pending' in answer) return owe(answer.pending)
    notifyNextPage({ kind: 'success', message: answer.message })
    show({ name: 'leaving' })
    announce(event)
    leave()
  }
  return { $view, show, begin, welcome, finish, startOver }
}

/** Why Google sign-in ended here, in the words of the product description (product 8). */
function turnedAway(why: 'google-failed' | 'access-denied' | 'too-many-attempts'): Notice {
  if (why === 'access-denied') return ACCESS_DENIED
  if (why === 'too-many-attempts')
    return { kind: 'error', title: 'Too Many Attempts', message: ACCOUNT_SENTENCE.tooManySignIns }
  return { kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.googleFailed }
}
