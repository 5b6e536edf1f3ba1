import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { ApiError } from '../call.ts'
import { type NewToast, notify } from '../toasts.ts'

/** The messages of a form. `failed` is shown if the server gives no reason: no answer, or an internal error. */
export type Wording = {
  failed: string
  /** The title over a message of the server; 'Error' by default. */
  title?: string
}

/** Messages with their own title. (product 5) */
const TITLES: Record<string, string> = { [INVALID_EMAIL]: 'Invalid Email', [DISPOSABLE_EMAIL]: 'Email Not Allowed' }

const PLAIN_TITLE = 'Error'

/** The toast for a banned address. (product 8) */
export const ACCESS_DENIED: NewToast = { kind: 'error', title: 'Access Denied', message: BANNED }

/** The toast for a message about what was typed. */
export function inputNotice(message: string, { title = PLAIN_TITLE }: Wording): NewToast {
  return { kind: 'error', title: TITLES[message] ?? title, message }
}

/** The toast for a failed call, in the words of the product description (product 8). */
export function errorNotice(fault: unknown, wording: Wording): NewToast {
  if (!(fault instanceof ApiError) || hasNoSentence(fault))
    return { kind: 'error', title: PLAIN_TITLE, message: wording.failed }
  const { status, detail, errors } = fault
  if (status === 403 && detail === BANNED) return ACCESS_DENIED
  if (status === 429) return { kind: 'error', title: 'Too Many Attempts', message: detail }
  if (status >= 500) return { kind: 'error', title: PLAIN_TITLE, message: detail }
  return inputNotice(errors[0]?.message ?? detail, wording)
}

/** Shows a failed action in a toast, unless the page handles the refusal itself: then `onRefused` returns true. */
export function notifyError(fault: unknown, wording: Wording, onRefused?: (refusal: ApiError) => boolean): void {
  if (!(fault instanceof ApiError && onRefused?.(fault))) notify(errorNotice(fault, wording))
}

/** True if there was no answer, or one without a message for people. */
function hasNoSentence({ status, code }: ApiError): boolean {
  return status === 0 || code === 'internal'
}
