import { atom, type ReadableAtom } from 'nanostores'
import type { VerifiedReport } from '#src/contract/report.ts'
import { toApiError } from '../call.ts'
import { isDead } from './report-link.ts'

/** The state of the page behind the link in our email. `failure` is why the last click failed. */
export type VerifyState =
  | { name: 'reading' }
  | { name: 'waiting'; failure?: string }
  | { name: 'busy' }
  | { name: 'dead' }
  /** There is no token: the page was opened without a link, or reloaded. */
  | { name: 'gone' }
  | { name: 'done'; report: VerifiedReport }

/** `POST /api/reports/verify`. Throws `ApiError`. */
type SendToken = (token: string) => Promise<VerifiedReport>

type Verification = {
  $state: ReadableAtom<VerifyState>
  /** Takes the token of a link, if there is one. Nothing is requested yet. (security P-33) */
  open: (token: string | undefined) => void
  /** Verifies the report, after the click on the button. */
  verify: () => Promise<void>
}

/** Verifies a report by its link. The token is only kept in memory. */
export function createVerification(sendToken: SendToken): Verification {
  const $state = atom<VerifyState>({ name: 'reading' })
  let token = ''
  const open = (opened: string | undefined) => {
    token = opened ?? ''
    if (opened === undefined) return $state.set({ name: 'gone' })
    $state.set(opened === '' ? { name: 'dead' } : { name: 'waiting' })
  }
  const verify = async () => {
    const asked = token
    $state.set({ name: 'busy' })
    const answer = await send(sendToken, asked)
    if (asked === token) $state.set(answer)
  }
  return { $state, open, verify }
}

async function send(sendToken: SendToken, token: string): Promise<VerifyState> {
  try {
    return { name: 'done', report: await sendToken(token) }
  } catch (fault) {
    const refusal = toApiError(fault)
    return isDead(refusal) ? { name: 'dead' } : { name: 'waiting', failure: refusal.detail }
  }
}
