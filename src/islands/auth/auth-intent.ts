/** What a link to /auth asks for. A token is in the fragment, which no server, log or referrer ever gets. (security TL6) */
export type AuthIntent = { name: (typeof TOKEN_NAMES)[number]; token: string } | { name: (typeof PLAIN_NAMES)[number] }

/** Google sign-in returns to the last four if it did not succeed. (decision 0018) */
const PLAIN_NAMES = [
  'register',
  'forgot',
  'second-factor',
  'google-failed',
  'google-link',
  'access-denied',
  'too-many-attempts',
] as const
const TOKEN_NAMES = ['confirm', 'email', 'reset', 'unlock'] as const
const WITH_TOKEN = /^#(\w+)=([\w-]{1,200})$/

/** The intent in a fragment; undefined for any other fragment. */
export function parseIntent(hash: string): AuthIntent | undefined {
  const [, named, token = ''] = WITH_TOKEN.exec(hash) ?? []
  const name = TOKEN_NAMES.find((known) => known === named)
  if (name) return { name, token }
  const plain = PLAIN_NAMES.find((known) => hash === `#${known}`)
  return plain && { name: plain }
}

type Bar = { location: Pick<Location, 'hash' | 'pathname'>; history: Pick<History, 'replaceState' | 'state'> }

/** Reads the intent and removes it from the address bar and the history, so that no token remains there. */
export function takeIntent({ location, history }: Bar): AuthIntent | undefined {
  const intent = parseIntent(location.hash)
  if (location.hash) history.replaceState(history.state, '', location.pathname)
  return intent
}
