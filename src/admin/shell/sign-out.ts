import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { send } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { announce } from '#src/islands/viewer/viewer.ts'

/** Ends the session; every tab hears of it, and this one is led to the door, which says so. (spec 8) */
export async function signOut(): Promise<void> {
  try {
    await send('POST', '/api/auth/sign-out')
    announce('signed out')
  } catch {
    notify({ kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
}
