import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import type { ApiError } from '../call.ts'

/** What links about reports carry in their fragment, and under which name. */
export type LinkName = 'reports' | 'token'

type Bar = {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
}

/**
 * Reads the token of a link and takes it out of the address bar and the history, so that nobody finds it there. It stands in
 * the fragment, which no server, log or referrer ever gets. Empty for one that cannot be a token; undefined, and nothing
 * changes, where the fragment is no such link. (security TL6)
 */
export function takeToken(name: LinkName, { location, history }: Bar): string | undefined {
  if (!location.hash.startsWith(`#${name}=`)) return undefined
  const token = location.hash.slice(name.length + 2)
  history.replaceState(history.state, '', location.pathname + location.search)
  return /^[\w-]{1,200}$/.test(token) ? token : ''
}

/** Takes the token there is now, and every later one that somebody opens in this tab. Call what comes back to stop. */
export function followTokens(name: LinkName, open: (token: string | undefined) => void): () => void {
  const followed = () => {
    const token = takeToken(name, window)
    if (token !== undefined) open(token)
  }
  open(takeToken(name, window))
  addEventListener('hashchange', followed)
  return () => removeEventListener('hashchange', followed)
}

/** The server says the same of unknown, outdated and foreign links. (security TL5) */
export function isDead({ detail }: ApiError): boolean {
  return detail === REPORT_LINK_DEAD
}
