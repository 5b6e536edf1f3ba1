import type { Context, MiddlewareHandler } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { CLOSED_SENTENCE, mayWrite, type SiteLevel } from '#src/contract/site-mode.ts'
import type { Role } from '#src/contract/viewer.ts'
import type { ApiEnv } from './context.ts'
import { changesNothing } from './origin-check.ts'
import { SENTENCE } from './sentences.ts'
import { readLevel } from './site-level.ts'

/**
 * Whom an exception lets through while the site is closed:
 * - `anyone`, at every level;
 * - `staff` or `owners`, at every level, besides those whom the level does not exclude;
 * - `signing in`: visitors without a session and owners, and at level 1 everyone. The handler refuses who may not sign in;
 * - `by handler`: anyone; the handler decides by `siteLevel`;
 * - `reader`: a read, although its method is that of a write;
 * - `nobody`, from level 1 on.
 */
type Passage = 'anyone' | 'staff' | 'owners' | 'signing in' | 'by handler' | 'reader' | 'nobody'
type Exception = { passage: Passage; calls: readonly string[]; because: string }

/**
 * The calls that a level does not treat as it treats every other read or write. A call that is not listed is closed to
 * those whom the level excludes. (decision 0050)
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    passage: 'anyone',
    calls: ['GET /api/health'],
    because: 'Monitoring must be able to tell a closed site from a broken one.',
  },
  {
    passage: 'anyone',
    calls: ['GET /api/auth/session', 'GET /api/auth/providers', 'POST /api/auth/sign-out', 'POST /api/vendor/sign-out'],
    because: 'Pages must know who is signed in and how to sign in, and leaving only makes an account safer.',
  },
  {
    passage: 'anyone',
    calls: [
      'POST /api/unsubscribe',
      'POST /api/unsubscribe/look',
      'GET /api/unsubscribe/one-click',
      'POST /api/unsubscribe/one-click',
    ],
    because: 'Mails that were sent promise that their link works. (RFC 8058)',
  },
  {
    passage: 'anyone',
    calls: ['POST /api/mail-hooks/:provider'],
    because:
      'Mail is sent at every level, and providers give up after hours: an address that bounces must not get the next mail.',
  },
  {
    passage: 'anyone',
    calls: ['POST /api/shop/payment-notices'],
    because: 'Money that was paid waits for nothing. Only what the payment provider has signed counts.',
  },
  {
    passage: 'signing in',
    calls: [
      'POST /api/auth/sign-in',
      'POST /api/auth/passkey/challenge',
      'POST /api/auth/passkey/verify',
      'POST /api/auth/factors/:factorId/challenge',
      'POST /api/auth/factors/:factorId/verify',
      'POST /api/auth/recovery-codes/verify',
    ],
    because: 'An owner whose session has ended must be able to sign in with any of their factors.',
  },
  {
    passage: 'signing in',
    calls: ['POST /api/auth/password-reset', 'POST /api/auth/password-reset/confirm', 'POST /api/auth/code-lock/end'],
    because: 'So must an owner who has lost the password, or whose codes were locked by an attacker.',
  },
  {
    passage: 'by handler',
    calls: ['GET /api/auth/google', 'GET /api/auth/google/callback'],
    because: 'The same with Google. Browsers open these as pages, so a refusal must lead to a page.',
  },
  {
    passage: 'owners',
    calls: ['GET /api/auth/account', 'POST /api/auth/reauthenticate'],
    because: 'Lifting the level asks for a recent authentication.',
  },
  {
    passage: 'owners',
    calls: ['PUT /api/admin/site-mode'],
    because: 'This call lifts the level.',
  },
  {
    passage: 'owners',
    calls: ['GET /api/admin/emergency', 'GET /api/admin/emergency/count', 'POST /api/admin/emergency'],
    because: 'So does this page, which also ends access, stops mail and puts an older version back.',
  },
  {
    passage: 'owners',
    calls: [
      'GET /api/admin/audit-log',
      'GET /api/admin/audit-log/actions',
      'GET /api/admin/audit-log/export.csv',
      'GET /api/admin/audit-log/verify',
      'GET /api/admin/audit-log/contains',
      'GET /api/admin/audit-log/:id',
    ],
    because: 'Before they open the site, owners need to see what happened.',
  },
  {
    passage: 'staff',
    calls: ['GET /api/admin/site-mode'],
    because: 'Staff need to know why nothing works, and until when.',
  },
  {
    passage: 'owners',
    calls: [
      'DELETE /api/admin/events/:id/share-links/:linkId',
      'DELETE /api/admin/change-sets/:id/share-links/:linkId',
      'DELETE /api/admin/orders/:id/links/:linkId',
    ],
    because: 'Ending a link that leaked cannot wait.',
  },
  {
    passage: 'by handler',
    calls: ['POST /api/page-views', 'POST /api/log-auth-attempt'],
    because:
      'A page must not report an error because its beacon is not stored: both answer as usual and store nothing.',
  },
  {
    passage: 'reader',
    calls: [
      'POST /api/event-previews',
      'POST /api/change-set-previews',
      'POST /api/forum/preview',
      'POST /api/security-monitor',
      'POST /api/logistics/look',
      'POST /api/logistics/deliveries',
      'POST /api/logistics/tasks',
      'POST /api/logistics/caterer',
      'POST /api/logistics/revision',
      'POST /api/shop/quote',
      'POST /api/shop/order/look',
    ],
    because: 'They change nothing: what they are asked is in the body because no log may have it.',
  },
  {
    passage: 'nobody',
    calls: ['POST /api/auth/sign-up', 'POST /api/auth/confirm-email'],
    because: 'Sign-ups are closed to everyone, also to signed-in owners.',
  },
]

const matchers = EXCEPTIONS.flatMap(({ passage, calls }) =>
  calls.map((call) => ({ passage, isIt: new RegExp(`^${call.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`) })),
)

/** The exception for a call, if it has one. */
function findPassage(method: string, path: string): Passage | undefined {
  const call = `${method === 'HEAD' ? 'GET' : method} ${path}`
  return matchers.find(({ isIt }) => isIt.test(call))?.passage
}

/** In milliseconds. A read that waited in vain still needs time to fail by itself. (security DB8) */
const PATIENCE = { read: 2_500, write: 5_000 }
/** Seconds after which a caller may try again if nobody knows when the site opens. */
const RETRY_AFTER = { soonest: 30, usual: 300, latest: 3_600 }

/**
 * Runs before every route, including unknown ones: throws `closed` for what the level in force excludes, and
 * `unavailable` for a write while the level cannot be read. (decision 0050)
 */
export const gate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const passage = findPassage(c.req.method, c.req.path)
  if (passage === 'anyone') return next()
  const isByHandler = passage === 'by handler'
  const isRead = passage === 'reader' || changesNothing(c.req.raw)
  const { level, until, fault } = await readLevel(c.var, isRead || isByHandler ? PATIENCE.read : PATIENCE.write)
  c.set('siteLevel', fault === undefined ? level : null)
  if (isByHandler) return next()
  if (fault !== undefined && !isRead) throw new Failure('unavailable', SENTENCE.unavailable, { cause: fault })
  // A read of a level that is not known fails by itself: what it asks for is in the same database.
  if (level === null || level === 0 || (isRead && level < 3)) return next()
  if (!(await isAdmitted(c, level, passage))) throw closed(level, c.var.clock(), until)
  await next()
}

async function isAdmitted(c: Context<ApiEnv>, level: SiteLevel, passage: Passage | undefined): Promise<boolean> {
  if (passage === 'nobody') return false
  if (passage === 'signing in' && level === 1) return true
  const roles = await readRoles(c)
  if (passage === 'signing in') return roles === null || roles.includes('owner')
  if (roles === null) return false
  if (passage === 'staff' && roles.length > 0) return true
  return (passage === 'owners' && roles.includes('owner')) || mayWrite(level, roles)
}

/** The roles of the caller; null for a visitor. An access token that is not valid makes a visitor. */
async function readRoles(c: Context<ApiEnv>): Promise<readonly Role[] | null> {
  try {
    return (await c.var.readVisit(c.req.raw))?.viewer.roles ?? null
  } catch (fault) {
    if (fault instanceof Failure && fault.kind === 'unauthenticated') return null
    throw fault
  }
}

/** True while the site is closed, for a handler that stores nothing then. If the level cannot be read, storing fails by itself. */
export function isClosed({ var: { siteLevel } }: Pick<Context<ApiEnv>, 'var'>): boolean {
  return siteLevel !== null && siteLevel > 0
}

/** The refusal that visitors read. It says nothing about the reason, which may describe an attack. */
export function closed(level: Exclude<SiteLevel, 0>, now: Instant, until: Instant | null): Failure {
  const wait = until === null ? RETRY_AFTER.usual : Math.ceil((until - now) / 1000)
  const retryAfter = Math.min(RETRY_AFTER.latest, Math.max(RETRY_AFTER.soonest, wait))
  return new Failure('closed', CLOSED_SENTENCE[level], { retryAfter })
}
