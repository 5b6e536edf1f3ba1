/** What a link to /auth asks for. A token stands in the fragment, which no server, log or referrer ever gets. (security TL6) */
export type AuthIntent = { name: (typeof TOKEN_NAMES)[number]; token: string } | { name: (typeof PLAIN)[number] }

/** The last four are where Google sign-in ends that did not lead to /forum. (decision 0018) */
const PLAIN = [
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

/** The errand a fragment names; undefined for any other. */
export function readFragment(hash: string): AuthIntent | undefined {
  const [, named, token = ''] = WITH_TOKEN.exec(hash) ?? []
  const name = TOKEN_NAMES.find((known) => known === named)
  if (name) return { name, token }
  const plain = PLAIN.find((known) => hash === `#${known}`)
  return plain && { name: plain }
}

type Bar = { location: Pick<Location, 'hash' | 'pathname'>; history: Pick<History, 'replaceState' | 'state'> }

/** Reads the errand and takes it out of the address bar and the history, so that nobody finds a token there. */
export function takeFragment({ location, history }: Bar): AuthIntent | undefined {
  const errand = readFragment(location.hash)
  if (location.hash) history.replaceState(history.state, '', location.pathname)
  return errand
}
