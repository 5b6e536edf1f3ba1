import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import type { ApiError } from '../call.ts'

/** What links about reports carry in their fragment, and under which name. */
type LinkName = 'reports' | 'token'

type Bar = {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
}

/**
 * Reads the token of a link and takes it out of the address bar and the history, so that nobody finds it there: what stays
 * says only what kind of link it was. It stands in the fragment, which no server, log or referrer ever gets. Empty for one
 * that cannot be a token; undefined where there is none. (security TL6)
 */
export function takeToken(name: LinkName, { location, history }: Bar): string | undefined {
  if (!location.hash.startsWith(`#${name}=`)) return undefined
  const token = location.hash.slice(name.length + 2)
  history.replaceState(history.state, '', `${location.pathname}${location.search}#${name}`)
  return /^[\w-]{1,200}$/.test(token) ? token : ''
}

/** Hands over the token there is now, or that there is none, and every later one that somebody opens in this tab. Gives the end of it. */
export function followTokens(name: LinkName, open: (token: string | undefined) => void): () => void {
  const follow = () => {
    const token = takeToken(name, window)
    if (token !== undefined) open(token)
  }
  open(takeToken(name, window))
  addEventListener('hashchange', follow)
  return () => removeEventListener('hashchange', follow)
}

/** The server says the same of unknown, outdated and foreign links. (security TL5) */
export function isDead({ detail }: ApiError): boolean {
  return detail === REPORT_LINK_DEAD
}
