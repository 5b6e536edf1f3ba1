import { request } from '../call.ts'
import { dismissErrors, notify, notifyNextPage } from '../toasts.ts'
import { $viewer, announce, loadViewer } from '../viewer/viewer.ts'
import { createAuth, SIGN_IN } from './auth-view.ts'
import { takeFragment } from './fragment.ts'

/** Where whoever is signed in goes on. (product 2) */
export const FORUM = '/forum'

const store = createAuth({
  fetchSession: () => request('GET', '/api/auth/session'),
  announce,
  notify,
  notifyNextPage,
  leave: () => location.replace(FORUM),
  mark: (fragment) => history.replaceState(history.state, '', location.pathname + fragment),
})

// What went wrong in one view is not said over the next.
store.$view.listen(dismissErrors)

export const { $view, show, finish, startOver } = store

/** Begins with what the address asks for, and follows what happens in this tab and others; what it returns ends that. */
export function openAuth(): () => void {
  const begin = () => void store.begin(takeFragment(window))
  const look = () => void loadViewer().catch(() => {})
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if ($view.get().name === 'leaving') show(SIGN_IN)
    look()
  }
  begin()
  const unsubscribe = $viewer.subscribe((viewer) => {
    if (viewer) store.welcome()
  })
  look()
  addEventListener('hashchange', begin)
  addEventListener('pageshow', comeBack)
  return () => {
    unsubscribe()
    removeEventListener('hashchange', begin)
    removeEventListener('pageshow', comeBack)
  }
}
