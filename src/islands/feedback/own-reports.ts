import { atom, type ReadableAtom } from 'nanostores'
import type { OwnReport, OwnReports } from '#src/contract/report.ts'
import { toApiError } from '../call.ts'
import { isDead } from './report-link.ts'

/** What somebody sees who came with a link to their own reports. */
export type OwnState =
  | { status: 'loading' }
  | { status: 'ready'; reports: OwnReport[] }
  | { status: 'dead' }
  /** The page was loaded again: it has forgotten the link. */
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** `POST /api/reports/status`. Throws `ApiError`. */
type FetchOwn = (token: string) => Promise<OwnReports>

type OwnStore = {
  $state: ReadableAtom<OwnState>
  /** Shows what a link opens. Without a token, or with one that cannot be one, nobody is asked. */
  open: (token: string | undefined) => Promise<void>
  /** Asks again with the link opened last. */
  retry: () => Promise<void>
}

/** One's own reports behind a link. The token is kept in memory alone; only the answer to the one opened last counts. */
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
