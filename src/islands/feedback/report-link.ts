/** The names of tokens in the fragments of links in mails. */
type LinkName = 'reports' | 'token' | 'sign-in' | 'invite'

type Bar = {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
}

/**
 * Reads the token of a link and removes it from the address bar and the history, so that nobody finds it there: only the name
 * of the token stays. It is in the fragment, which no server, log or referrer ever gets. Empty if it cannot be a token;
 * undefined if there is none. (security TL6)
 */
export function takeToken(name: LinkName, { location, history }: Bar): string | undefined {
  if (!location.hash.startsWith(`#${name}=`)) return undefined
  const token = location.hash.slice(name.length + 2)
  history.replaceState(history.state, '', `${location.pathname}${location.search}#${name}`)
  return /^[\w-]{1,200}$/.test(token) ? token : ''
}

/** Calls `open` with the token of the address, or undefined, and with each later one in this tab. Returns a function that ends this. */
export function followTokens(name: LinkName, open: (token: string | undefined) => void): () => void {
  const follow = () => {
    const token = takeToken(name, window)
    if (token !== undefined) open(token)
  }
  open(takeToken(name, window))
  addEventListener('hashchange', follow)
  return () => removeEventListener('hashchange', follow)
}
