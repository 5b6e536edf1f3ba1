import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { type Notice, notifyNextPage } from '../toasts.ts'
import { $viewer, announce } from '../viewer/viewer.ts'

let isLeaving = false

/** Ends the page of an account that is signed out or gone: every tab hears of it, and the next page says why. */
export function leave(to: '/' | '/auth', notice?: Notice): void {
  if (isLeaving) return
  isLeaving = true
  if (notice) notifyNextPage(notice)
  if ($viewer.get()) announce('signed out')
  location.replace(to)
}

/** Leads whoever is not signed in, or not any more, to the door. What it returns ends that. */
export function leaveWhenSignedOut(): () => void {
  let wasHere = false
  return $viewer.subscribe((viewer) => {
    if (viewer) wasHere = true
    if (viewer === null) leave('/auth', wasHere ? { kind: 'success', message: ACCOUNT_SENTENCE.signedOut } : undefined)
  })
}
