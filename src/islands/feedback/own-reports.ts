import { atom, type ReadableAtom } from 'nanostores'
import type { OwnReport, OwnReports } from '#src/contract/report.ts'
import { toApiError } from '../call.ts'
import { isDead } from './report-link.ts'

/** What the page shows to a visitor with a link to their reports. */
export type OwnState =
  | { status: 'loading' }
  | { status: 'ready'; reports: OwnReport[] }
  | { status: 'dead' }
  /** The page was reloaded and no longer has the token. */
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** `POST /api/reports/status`. Throws `ApiError`. */
type FetchOwn = (token: string) => Promise<OwnReports>

type OwnStore = {
  $state: ReadableAtom<OwnState>
  /** Loads the reports of a link. Without a valid token nothing is requested. */
  open: (token: string | undefined) => Promise<void>
  /** Loads the reports of the last link again. */
  retry: () => Promise<void>
}

/** The reports behind a link. The token is only kept in memory, and only the answer to the last link counts. */
export function createOwnReports(fetchOwn: FetchOwn): OwnStore {
  const $state = atom<OwnState>({ status: 'loading' })
  let opened: string | undefined
  let asked = 0
  const retry = async () => {
    asked += 1
    const mine = asked
    $state.set({ status: 'loading' })
    const state = await read(fetchOwn, opened)
    if (mine === asked) $state.set(state)
  }
  const open = (token: string | undefined) => {
    opened = token
    return retry()
  }
  return { $state, open, retry }
}

async function read(fetchOwn: FetchOwn, token: string | undefined): Promise<OwnState> {
  if (token === undefined) return { status: 'gone' }
  if (token === '') return { status: 'dead' }
  try {
    const { reports } = await fetchOwn(token)
    return { status: 'ready', reports }
  } catch (fault) {
    const refusal = toApiError(fault)
    return isDead(refusal) ? { status: 'dead' } : { status: 'failed', message: refusal.detail }
  }
}
