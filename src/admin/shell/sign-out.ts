import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { SIGN_OUT_LOSS } from '#src/contract/user.ts'
import { request } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { announce } from '#src/islands/viewer/viewer.ts'
import { confirm } from '../blocks/confirm.ts'
import { hasUnsaved } from '../blocks/unsaved.ts'

/** Signs out; first asks while something is not saved, because drafts are forgotten with the session. (security P-35) */
export function signOut(): void {
  if (!hasUnsaved()) return void endSession()
  confirm({
    title: 'Unsaved Changes',
    message: SIGN_OUT_LOSS,
    label: 'Sign out anyway',
    busyLabel: 'Signing out...',
    act: endSession,
  })
}

/** Ends the session; every tab hears of it, and this one is led to the door, which says so. (product 8) */
async function endSession(): Promise<void> {
  try {
    await request('POST', '/api/auth/sign-out')
    announce('signed out')
  } catch {
    notify({ kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
}
