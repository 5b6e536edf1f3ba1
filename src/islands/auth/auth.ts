import { request } from '../call.ts'
import { dismissErrors, notify, notifyNextPage } from '../toasts.ts'
import { $viewer, announce, loadViewer } from '../viewer/viewer.ts'
import { takeIntent } from './auth-intent.ts'
import { createAuth, SIGN_IN } from './auth-view.ts'

/** Where signed-in viewers are redirected to. (product 2) */
export const FORUM = '/forum'

const store = createAuth({
  fetchSession: () => request('GET', '/api/auth/session'),
  announce,
  notify,
  notifyNextPage,
  goToForum: () => location.replace(FORUM),
  setFragment: (fragment) => history.replaceState(history.state, '', location.pathname + fragment),
})

// The errors of one view are not shown over the next.
store.$view.listen(dismissErrors)

export const { $view, show, finish, startOver } = store

/** Opens what the address asks for, and follows the session in this tab and others. Returns a function that ends this. */
export function openAuth(): () => void {
  const begin = () => void store.openIntent(takeIntent(window))
  const look = () => void loadViewer().catch(() => {})
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if ($view.get().name === 'redirecting') show(SIGN_IN)
    look()
  }
  begin()
  const unsubscribe = $viewer.subscribe((viewer) => {
    if (viewer) store.redirectSignedIn()
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
