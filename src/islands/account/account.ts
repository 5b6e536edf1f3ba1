import { type ApiError, request } from '../call.ts'
import { errorNotice, type Wording } from '../forms/error-notice.ts'
import { createResource } from '../resource/resource.ts'
import { notify } from '../toasts.ts'
import { loadViewer } from '../viewer/viewer.ts'
import { createStepUp, isCancelled } from './step-up.ts'

/** After a 401, checks whether the session has ended: then the page redirects to sign-in. */
function checkSession({ status }: ApiError): void {
  if (status === 401) loadViewer().catch(() => {})
}

/** The viewer's account. */
export const account = createResource(() => request('GET', '/api/auth/account'), checkSession)

/** The viewer's sessions. */
export const sessions = createResource(async () => (await request('GET', '/api/auth/sessions')).items, checkSession)

/** The identity providers that this site offers. */
export const providers = createResource(() => request('GET', '/api/auth/providers'))

export const { $isStepUpOpen, withStepUp, requestStepUp, closeStepUp } = createStepUp()

/**
 * Runs an action without a form. Asks for step-up verification if the server wants it, shows a failure in a toast, and
 * returns true if the action succeeded.
 */
export async function attempt(act: () => Promise<unknown>, wording: Wording): Promise<boolean> {
  try {
    await withStepUp(act)
    return true
  } catch (fault) {
    if (!isCancelled(fault)) notify(errorNotice(fault, wording))
    return false
  }
}
