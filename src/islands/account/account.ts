import { type ApiError, request } from '../call.ts'
import { refusalNotice, type Wording } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { loadViewer } from '../viewer/viewer.ts'
import { createResource } from './resource.ts'
import { createStepUp, isCancelled } from './step-up.ts'

/** A session that seems to be over is looked for once more; the page of nobody leads to the door. */
function noticeEnd({ status }: ApiError): void {
  if (status === 401) loadViewer().catch(() => {})
}

/** What the account page shows of one's own account. */
export const account = createResource(() => request('GET', '/api/auth/account'), noticeEnd)

/** Where one is signed in. */
export const sessions = createResource(async () => (await request('GET', '/api/auth/sessions')).items, noticeEnd)

/** Which other sites one can sign in with. */
export const providers = createResource(() => request('GET', '/api/auth/providers'))

export const { $isAsking, confirmed, ask, settle } = createStepUp()

/**
 * Does something that is no form: asks for a fresh proof where the server wants one, says in a toast what went wrong, and
 * answers whether it was done.
 */
export async function attempt(act: () => Promise<unknown>, wording: Wording): Promise<boolean> {
  try {
    await confirmed(act)
    return true
  } catch (fault) {
    if (!isCancelled(fault)) notify(refusalNotice(fault, wording))
    return false
  }
}
