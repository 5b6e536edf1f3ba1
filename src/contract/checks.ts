/** What a check found. `unknown` means that it could not run, which is neither good nor bad news. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'unknown'

/** The states in words, worst first. */
export const CHECK_STATE_LABELS = {
  fail: 'Failed',
  warn: 'Warning',
  unknown: 'Could not run',
  pass: 'Passed',
} as const satisfies Record<CheckState, string>

/** The groups of checks in the order in which they are shown. */
export const CHECK_GROUPS = {
  headers: 'Security headers',
  csp: 'Content security policy',
  cookies: 'Cookies',
  tls: 'Encrypted connection',
  routes: 'Access to routes',
  redirects: 'Redirects',
  limits: 'Rate limits',
  data: 'Private data',
  state: 'State of the site',
  clock: 'Clock',
} as const

export type CheckGroup = keyof typeof CHECK_GROUPS

/**
 * A check throws this when its means are missing: no TLS on this machine, the site does not answer. The message is one of our
 * own sentences and is shown to admins.
 */
export class CouldNotRun extends Error {
  override name = 'CouldNotRun'
}
