import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { type NewToast, notifyNextPage, takeToastFromLastPage } from '../toasts.ts'
import { $viewer, announce, hasSignedOut } from '../viewer/viewer.ts'

let isLeaving = false

/** Leaves the page after the viewer signed out or deleted the account. Tells every tab, and the next page shows `notice`. */
export function redirectSignedOut(to: '/' | '/auth', notice?: NewToast): void {
  if (isLeaving) return
  isLeaving = true
  if (notice) notifyNextPage(notice)
  if ($viewer.get()) announce('signed out')
  location.replace(to)
}

/** The viewer stayed on the page and is signed in again: the notice for the next page is out of date. */
function stay(): void {
  if (isLeaving) takeToastFromLastPage()
  isLeaving = false
}

/**
 * Redirects viewers who are not signed in to the sign-in page. Those whose session has ended stay while `hasUnsaved`. Returns a
 * function that ends this.
 */
export function redirectWhenSignedOut(hasUnsaved = () => false): () => void {
  let wasHere = false
  return $viewer.subscribe((viewer) => {
    if (viewer) {
      wasHere = true
      stay()
    }
    if (viewer !== null || (!hasSignedOut() && hasUnsaved())) return
    const notice: NewToast = hasSignedOut()
      ? { kind: 'success', message: ACCOUNT_SENTENCE.signedOut }
      : { kind: 'error', message: ACCOUNT_SENTENCE.sessionEnded }
    redirectSignedOut('/auth', wasHere ? notice : undefined)
  })
}
