import type { Visit } from '#src/auth/visit.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { hasRole } from '#src/contract/rank.ts'
import { SENTENCE } from './sentences.ts'

/** Who may call a route, among accounts. `moderator` is anyone with a role; `admin` excludes moderators. */
export type AccountPolicy = 'public' | 'signedIn' | 'approved' | 'moderator' | 'admin' | 'owner'

/**
 * Who may call a route. Every route declares one of these. `vendor` is a contact in the vendor portal, which is no account, whatever
 * else its browser is signed in to. (architecture 7, 8)
 */
export type Policy = AccountPolicy | 'vendor'

const HOUR = 3_600_000
/** How often admins must confirm their identity, in milliseconds. (security SE4) */
const LONGEST_ADMIN_AGE = 12 * HOUR
/** How recently anyone must have done so before a sensitive action, such as removing a factor or deleting the account. */
export const LONGEST_FRESH_AGE = 10 * 60_000

type AuthFacts = Pick<Visit, 'viewer' | 'authenticatedAt' | 'byToken' | 'owesFactor'>

/** Lets the visit pass, or throws `unauthenticated` for a missing one, `forbidden` for the wrong one, `step_up` for an old one. */
export function admit(policy: AccountPolicy, visit: AuthFacts | null, now: Instant): void {
  if (policy === 'public') return
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  const { viewer, owesFactor = false } = visit
  if (policy === 'approved' && viewer.approval !== 'approved') throw new Failure('forbidden', SENTENCE.notApproved)
  if (policy === 'signedIn' || policy === 'approved') return
  if (owesFactor) throw new Failure('forbidden', FACTOR_SENTENCE.owed)
  if (!hasRole(viewer.roles, policy)) throw new Failure('forbidden', SENTENCE.notAllowed)
  requireAuthWithin(visit, now, LONGEST_ADMIN_AGE)
}

/**
 * Throws `step_up` unless a password, passkey or second factor was used within the last `age` milliseconds. An access
 * token never counts as a recent authentication: someone who finds one must not be able to add their own key to the
 * account.
 */
export function requireAuthWithin(
  { authenticatedAt, byToken = false }: Pick<Visit, 'authenticatedAt' | 'byToken'>,
  now: Instant,
  age: number,
): void {
  const isStale = authenticatedAt + age <= now
  if (isStale || (byToken && age <= LONGEST_FRESH_AGE)) throw new Failure('step_up', FACTOR_SENTENCE.stepUp)
}
