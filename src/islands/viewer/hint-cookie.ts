/** The readable cookie beside the session's own; the name is that of `src/auth/session-cookie.ts`. (architecture 5) */
const HINT = /(?:^|; )signed_in=1(?:;|$)/
/** Seconds: as long as the longest session. */
const LONGEST = 30 * 24 * 3600

export function hasHint(cookies: string): boolean {
  return HINT.test(cookies)
}

/** The hint as `document.cookie` takes it: put back where a session was found without it, cleared where it lied. */
export function hintCookie(isSignedIn: boolean, protocol: string): string {
  const [value, age] = isSignedIn ? ['1', LONGEST] : ['', 0]
  return `signed_in=${value}; Path=/; Max-Age=${age}; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
}
