import { type ApiError, request } from '../call.ts'
import { notifyError, type Wording } from '../forms/error-notice.ts'
import { createResource } from '../resource/resource.ts'
import { type ActionParts, useAction } from '../use-action.ts'
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
 * `useAction` for the viewer's account. It asks for step-up verification if the server wants it, and shows no error if the
 * viewer cancels that. `AccountForm` is the same for forms.
 */
export function useAccountAction<Sent extends unknown[], Answer>({
  act,
  onDone,
  wording,
}: Pick<ActionParts<Sent, Answer>, 'act' | 'onDone'> & { wording: Wording }) {
  return useAction({
    act: (...sent: Sent) => withStepUp(() => act(...sent)),
    onDone,
    onError: (fault) => notifyError(fault, wording, isCancelled),
  })
}
