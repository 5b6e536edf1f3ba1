import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { readToken } from './session-cookie.ts'
import { readSession } from './sessions.ts'

/** Somebody signed in, and the session they came with. */
export type Visit = {
  viewer: Viewer
  sessionId: string
  /** The session's public handle. */
  handle: string
  /** When a password, passkey or second factor was last shown in it. */
  authenticatedAt: Instant
}

/** Who sent a request, by its cookie; null for an anonymous visitor. */
export async function readVisit(
  db: Db,
  { headers }: Request,
  { siteUrl, now }: { siteUrl: string; now: Instant },
): Promise<Visit | null> {
  const token = readToken(headers, siteUrl)
  const session = token === null ? null : await readSession(db, token, now)
  if (!session) return null
  const { viewer, id, facts } = session
  return { viewer, sessionId: id, handle: facts.handle, authenticatedAt: facts.authenticatedAt }
}
