import type { Db } from '#db/client.ts'
import type { QueueTurn } from '#src/auth/hash-queue.ts'
import type { Keyring } from '#src/auth/signing-keys.ts'
import type { VendorVisit } from '#src/auth/vendor-session.ts'
import type { Visit } from '#src/auth/visit.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import type { SiteLevel } from '#src/contract/site-mode.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import type { EmergencyMeans } from '#src/domain/emergency/emergency-action.ts'
import type { BuildTiming } from '#src/domain/site/rebuild-plan.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Env } from '#src/platform/env.ts'
import type { Log } from '#src/platform/log.ts'

/** Everything that an API needs from outside. `netlify/serve.ts` provides the real parts, and tests their own. */
export type ApiDeps = {
  db: Db
  clock: Clock
  env: Pick<Env, 'siteUrl' | 'siteName'> & Partial<Pick<Env, 'google' | 'mailInboundSecret'>>
  log: Log
  /** Runs a read again when the connection failed on the way. Never used for a write. (security DB1) */
  retryRead: <T>(read: () => Promise<T>) => Promise<T>
  /** True for an error that means the database could not be reached or did not answer. */
  isConnectionFault: (error: unknown) => boolean
  /**
   * The sender of the request and their session; null for an anonymous visitor. Throws for an invalid `Authorization`.
   */
  readVisit: (request: Request) => Promise<Visit | null>
  /** The contact of the vendor portal whose session the request shows; null for everyone else. */
  readVendor: (request: Request) => Promise<VendorVisit | null>
  /** The name under which a call of our own checks is counted; null for every other call. */
  readProbe: (request: Request) => string | null
  /** The keys of access tokens. */
  keyring: Keyring
  /** The origin of all registration addresses. (product 5) */
  registrationOrigin: string
  /**
   * Requests the build that shows a committed change; without waiting when a person pressed a button for it. Never fails,
   * because the reconciler asks again. (architecture 6)
   */
  askForBuild: (options?: { isPressed: boolean }) => Promise<unknown>
  /** How patient the reconciler is. */
  pace: BuildTiming
  /** What visitors see now; null if it is unknown. */
  readLive: () => Promise<BuildInfo | null>
  /** What emergency actions reach outside the database. */
  emergencyMeans: EmergencyMeans
}

/** What the host says about a call. Nothing in the request itself is trusted for these. (security RL6) */
export type HostFacts = {
  ip?: string | undefined
  requestId?: string | undefined
  /** ISO 3166-1, two letters; absent where the host does not know. */
  country?: string | undefined
}

/** Hono's view of both: `c.env` is the host's, `c.var` ours. */
export type ApiEnv = {
  Bindings: HostFacts
  Variables: ApiDeps & {
    requestId: string
    /** The caller's canonical address key, for limits and logs. */
    address: string
    /** How far the site is closed, as the gate read it; null if it could not be read or did not matter. */
    siteLevel: SiteLevel | null
    /** Null until a route's policy or `withViewer` asked. */
    viewer: Viewer | null
    /** The session behind `viewer`. */
    visit: Visit | null
    /** The contact who calls, behind the policy `vendor` alone. */
    vendor?: VendorVisit
    /** Whose attempt this is, once one has begun of which only a failure counts. */
    place?: QueueTurn
  }
}
