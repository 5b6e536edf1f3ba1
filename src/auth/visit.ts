import type { Db } from '#db/client.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { type TokenClaims, verifyToken } from './access-token.ts'
import { readToken } from './session-cookie.ts'
import { type LiveSession, readSession, readSessionByHandle } from './sessions.ts'
import type { Keyring } from './signing-keys.ts'

/** A signed-in viewer and their session. */
export type Visit = {
  viewer: Viewer
  sessionId: string
  /** The session's public handle. */
  handle: string
  /** When a password, passkey or second factor was last used in it. */
  authenticatedAt: Instant
  /** True for a visit by access token, which must not open anything that outlives the token. */
  byToken?: boolean
  /** True for a person whose roles are not valid until they add a new factor. */
  owesFactor?: boolean
}

type Setting = { siteUrl: string; now: Instant; keyring: Keyring }

/** RFC 6750. */
const BEARER = /^Bearer ([\w.-]+)$/i

/**
 * Who sent a request. If it has `Authorization`, only that counts: throws `unauthenticated` unless
 * it is a valid access token. Otherwise its cookie counts; null for an anonymous visitor.
 */
export async function readVisit(db: Db, { headers }: Request, setting: Setting): Promise<Visit | null> {
  const authorization = headers.get('Authorization')
  if (authorization !== null) return { ...toVisit(await readBearer(db, authorization, setting)), byToken: true }
  const token = readToken(headers, setting.siteUrl)
  const session = token === null ? null : await readSession(db, token, setting.now)
  return session && toVisit(session)
}

/** The session of a token, as it is in the database now. (security SE8) */
async function readBearer(db: Db, authorization: string, setting: Setting): Promise<LiveSession> {
  const token = BEARER.exec(authorization)?.[1]
  const claims = token === undefined ? undefined : await verifyToken(token, setting)
  const session = claims && (await readSessionByHandle(db, claims.sid, setting.now))
  if (!session || !belongsTo(claims, session)) throw new Failure('unauthenticated', TOKEN_SENTENCE.invalid)
  return session
}

/**
 * Refuses a token from before its session was renewed, and one of a lower level: a second factor that is used later does not raise
 * the tokens that were issued without it. (security AN13, SE3)
 */
function belongsTo({ sub, aal, iat }: TokenClaims, { viewer, facts }: LiveSession): boolean {
  return sub === viewer.id && aal >= viewer.aal && iat >= Math.floor(facts.authenticatedAt / 1000)
}

function toVisit({ viewer, id, facts, owesFactor }: LiveSession): Visit {
  const { handle, authenticatedAt } = facts
  return { viewer, sessionId: id, handle, authenticatedAt, ...(owesFactor && { owesFactor }) }
}
