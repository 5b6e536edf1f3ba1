import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { BANNED_ALREADY, type BanInput } from '#src/contract/user.ts'
import type { CommandContext } from '../command-context.ts'
import { banSubject, liftBan } from '../security/bans.ts'
import { bansInForce } from '../security/list-bans.ts'
import { requireAnotherOwner } from './change-role.ts'
import { lockSubject } from './lock-person.ts'
import { endSessions } from './sessions-of.ts'

type BanDoing = Pick<CommandContext, 'actor' | 'now'>

/**
 * Keeps somebody out, until a moment or until lifted, and ends their sessions at once. The same ban twice is one. Throws
 * `forbidden` for oneself and who stands as high, `conflict` for the last owner and where another ban is in force, `invalid`
 * for an end that is past. (architecture 8, security SE5, AZ6)
 */
export async function banPerson(db: Db, userId: string, input: BanInput, { actor, now }: BanDoing): Promise<void> {
  const { reason, until: expiresAt = null } = input
  await db.transaction(async (tx) => {
    // Owners first: who bans each other at the same time comes one after another, and the second is out already.
    await requireAnotherOwner(tx, userId, now)
    await lockSubject(tx, userId, { actor, now })
    const [present] = await bansInForce(tx, { subjectType: 'user', subjects: [userId] }, now)
    if (present?.reason === reason && present.expiresAt === expiresAt) return
    if (present) throw new Failure('conflict', BANNED_ALREADY)
    await banSubject(tx, { subjectType: 'user', subject: userId, reason, expiresAt }, actor, now)
    await endSessions(tx, userId)
  })
}

/** Lets somebody in again. Throws `forbidden` for oneself and who stands as high, `not_found` where there is no ban. */
export async function unbanPerson(db: Db, userId: string, { actor, now }: BanDoing): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now })
    await liftBan(tx, { subjectType: 'user', subject: userId }, actor, now)
  })
}
