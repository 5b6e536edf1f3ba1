import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { SIGN_OUT_LOSS } from '#src/contract/user.ts'
import { request } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { hasUnsaved } from '#src/islands/unload-warning.ts'
import { announce } from '#src/islands/viewer/viewer.ts'
import { confirm } from '../blocks/confirm.ts'

/** Signs out. It asks first if something is not saved, because drafts are deleted with the session. (security P-35) */
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

/** Ends the session. All tabs are notified, and this one goes to the sign-in page, which confirms it. (product 8) */
async function endSession(): Promise<void> {
  try {
    await request('POST', '/api/auth/sign-out')
    announce('signed out')
  } catch {
    notify({ kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
}
