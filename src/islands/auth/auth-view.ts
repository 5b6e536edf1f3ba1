import { atom, type ReadableAtom } from 'nanostores'
import { ACCOUNT_SENTENCE, type SessionAnswer } from '#src/contract/account.ts'
import { FACTOR_SENTENCE, type PendingSignIn, type SignInAnswer } from '#src/contract/factor.ts'
import { ACCESS_DENIED } from '../forms/error-notice.ts'
import type { NewToast } from '../toasts.ts'
import type { SessionEvent } from '../viewer/viewer.ts'
import type { AuthIntent } from './auth-intent.ts'

export type AuthTab = 'sign-in' | 'register'

/** What /auth shows. */
export type AuthView =
  | { name: 'tabs'; tab: AuthTab; isGoogleKnown?: boolean }
  | { name: 'forgot' }
  | { name: 'second-factor'; pending: PendingSignIn }
  | Extract<AuthIntent, { token: string }>
  | { name: 'redirecting' }

/** What the page needs from the browser. */
type AuthParts = {
  fetchSession: () => Promise<SessionAnswer>
  announce: (event: SessionEvent) => void
  notify: (notice: NewToast) => void
  notifyNextPage: (notice: NewToast) => void
  /** Opens /forum and replaces this page in the history. */
  goToForum: () => void
  /** Sets the fragment of the address, so that the second step survives a reload. */
  setFragment: (fragment: '' | '#second-factor') => void
}

type AuthStore = {
  $view: ReadableAtom<AuthView>
  show: (view: AuthView) => void
  /** Opens what the address asks for. */
  openIntent: (intent: AuthIntent | undefined) => Promise<void>
  /** Redirects a viewer who is signed in, in this tab or another one. (product 2) */
  redirectSignedIn: () => void
  /** Continues after the first or second step of a sign-in. */
  finish: (answer: SignInAnswer, event?: SessionEvent) => void
  /** Returns to the sign-in form after a failed second step. */
  startOver: (message?: string) => void
}

export const SIGN_IN = { name: 'tabs', tab: 'sign-in' } as const satisfies AuthView

export function createAuth(parts: AuthParts): AuthStore {
  const { fetchSession, announce, notify, notifyNextPage, goToForum, setFragment } = parts
  const $view = atom<AuthView>(SIGN_IN)
  const show = (view: AuthView) => $view.set(view)
  const redirectSignedIn = () => {
    const view = $view.get()
    // A viewer who opened a link from an email stays here.
    if ('token' in view || view.name === 'redirecting') return
    show({ name: 'redirecting' })
    goToForum()
  }
  const requireSecondFactor = (pending: PendingSignIn) => {
    setFragment('#second-factor')
    show({ name: 'second-factor', pending })
  }
  const startOver = (message?: string) => {
    setFragment('')
    show(SIGN_IN)
    if (message) notify({ kind: 'error', title: 'Error', message })
  }
  const resume = async () => {
    const { viewer, pending } = await fetchSession().catch((): SessionAnswer => ({ viewer: null }))
    if (viewer) return redirectSignedIn()
    if (pending) return requireSecondFactor(pending)
    startOver(FACTOR_SENTENCE.challengeOver)
  }
  const openIntent = async (intent: AuthIntent | undefined) => {
    if (!intent) return
    if ('token' in intent) return show(intent)
    if (intent.name === 'second-factor') return resume()
    if (intent.name === 'forgot') return show({ name: 'forgot' })
    if (intent.name === 'register') return show({ name: 'tabs', tab: 'register' })
    if (intent.name === 'google-link') return show({ ...SIGN_IN, isGoogleKnown: true })
    notify(toRefusalNotice(intent.name))
  }
  const finish = (answer: SignInAnswer, event: SessionEvent = 'signed in') => {
    if ('pending' in answer) return requireSecondFactor(answer.pending)
    notifyNextPage({ kind: 'success', message: answer.message })
    show({ name: 'redirecting' })
    announce(event)
    goToForum()
  }
  return { $view, show, openIntent, redirectSignedIn, finish, startOver }
}

/** Why Google sign-in failed, in the words of the product description (product 8). */
function toRefusalNotice(why: 'google-failed' | 'access-denied' | 'too-many-attempts'): NewToast {
  if (why === 'access-denied') return ACCESS_DENIED
  if (why === 'too-many-attempts')
    return { kind: 'error', title: 'Too Many Attempts', message: ACCOUNT_SENTENCE.tooManySignIns }
  return { kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.googleFailed }
}
