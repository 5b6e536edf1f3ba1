import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { leave } from '#src/islands/account/leave.ts'
import { send } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'

/** Ends the session and leads to the site's home page, which says so. (spec 8) */
export async function signOut(): Promise<void> {
  try {
    await send('POST', '/api/auth/sign-out')
    leave('/', { kind: 'success', message: ACCOUNT_SENTENCE.signedOut })
  } catch {
    notify({ kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
}
