import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { ApiError } from '../call.ts'
import type { Notice } from '../toasts.ts'

/** What a form says where the server has no word: no answer, or one of its own failures. */
export type Wording = {
  failed: string
  /** Over a sentence of the server's; 'Error' when not said. */
  title?: string
}

/** Sentences that have a title of their own. (product 5) */
const TITLES: Record<string, string> = { [INVALID_EMAIL]: 'Invalid Email', [DISPOSABLE_EMAIL]: 'Email Not Allowed' }

const PLAIN_TITLE = 'Error'

/** The toast for a banned address. (product 8) */
export const ACCESS_DENIED: Notice = { kind: 'error', title: 'Access Denied', message: BANNED }

/** The toast for one sentence about what was typed. */
export function faultNotice(message: string, { title = PLAIN_TITLE }: Wording): Notice {
  return { kind: 'error', title: TITLES[message] ?? title, message }
}

/** The toast for a call that was turned down, in the words of the product description (product 8). */
export function refusalNotice(fault: unknown, wording: Wording): Notice {
  if (!(fault instanceof ApiError) || isSilent(fault))
    return { kind: 'error', title: PLAIN_TITLE, message: wording.failed }
  const { status, detail, errors } = fault
  if (status === 403 && detail === BANNED) return ACCESS_DENIED
  if (status === 429) return { kind: 'error', title: 'Too Many Attempts', message: detail }
  if (status >= 500) return { kind: 'error', title: PLAIN_TITLE, message: detail }
  return faultNotice(errors[0]?.message ?? detail, wording)
}

/** No answer came, or one that is not meant for people. */
function isSilent({ status, code }: ApiError): boolean {
  return status === 0 || code === 'internal'
}
