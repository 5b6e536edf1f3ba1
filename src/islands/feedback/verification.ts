import { atom, type ReadableAtom } from 'nanostores'
import type { VerifiedReport } from '#src/contract/report.ts'
import { toApiError } from '../call.ts'
import { isDead } from './report-link.ts'

/** Where the page behind the link in our mail stands. `failure` is why the last click came to nothing. */
export type VerifyState =
  | { name: 'reading' }
  | { name: 'waiting'; failure?: string }
  | { name: 'busy' }
  | { name: 'dead' }
  /** Nobody came with a link, or the page was loaded again and has forgotten it. */
  | { name: 'gone' }
  | { name: 'done'; report: VerifiedReport }

/** `POST /api/reports/verify`. Throws `ApiError`. */
type SendToken = (token: string) => Promise<VerifiedReport>

type Verification = {
  $state: ReadableAtom<VerifyState>
  /** Somebody came with this link, or with none. Nobody is asked yet. (security P-33) */
  open: (token: string | undefined) => void
  /** Their click. */
  verify: () => Promise<void>
}

/** Verifies a report by its link, at a click. The token is kept in memory alone. */
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
