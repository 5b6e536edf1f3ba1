import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { lockSubject } from './lock-person.ts'
import { endSessions } from './sessions-of.ts'

type SessionDoing = Pick<CommandContext, 'actor' | 'now'>

/** Signs somebody else out everywhere; where they are nowhere there is nothing to write down. Throws `forbidden`, `not_found`. */
export async function endSessionsOfPerson(db: Db, userId: string, { actor, now }: SessionDoing): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now })
    const ended = await endSessions(tx, userId)
    if (ended === 0) return
    const entry = { action: 'account.end-sessions', subjectType: 'account', subjectId: userId, after: { ended } }
    await recordAudit(tx, actor, entry)
  })
}

/** Ends one session of somebody else's. Throws `forbidden`, or `not_found` for one that is not theirs. (security AZ3) */
export async function endSessionOfPerson(
  db: Db,
  userId: string,
  handle: string,
  { actor, now }: SessionDoing,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now })
    const isTheirs = and(eq(sessions.userId, userId), eq(sessions.handle, handle))
    const [ended] = await tx.delete(sessions).where(isTheirs).returning({ device: sessions.device })
    if (!ended) throw new Failure('not_found', 'Session not found.')
    const entry = { action: 'account.end-session', subjectType: 'account', subjectId: userId, before: ended }
    await recordAudit(tx, actor, entry)
  })
}
