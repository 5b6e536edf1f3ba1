import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import type { ProfileInput } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { purgeAuthorLater } from '#src/domain/page-purges/page-purge.ts'
import type { CommandContext } from '../command-context.ts'
import { orNameTaken, refuseSiteName, requireFreeName, requireNotReserved } from './usernames.ts'

/**
 * Changes what somebody says of themselves; what is left out stays. The full name itself is kept out of the audit, which
 * forgets nothing. Throws `conflict` for a name that is taken, or looks like one that is or the site's own, and `not_found` for an account that is
 * gone: nothing of a person comes back into it.
 */
export async function updateProfile(
  db: Db,
  userId: string,
  input: ProfileInput,
  { actor, site }: Pick<CommandContext, 'actor' | 'site'>,
): Promise<void> {
  const update = async (tx: Db) => {
    const [before] = await tx
      .select({ username: profiles.username, fullName: profiles.fullName })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update')
    if (!before) throw new Failure('not_found', 'Account not found.')
    const { username = before.username, fullName = before.fullName } = input
    const fields = [username !== before.username && 'username', fullName !== before.fullName && 'fullName'].filter(
      (field) => field !== false,
    )
    if (fields.length === 0) return
    if (username !== before.username) refuseSiteName(username, site.siteName)
    await requireFreeName(tx, username, userId)
    await requireNotReserved(tx, username, userId)
    await tx
      .update(profiles)
      .set({ username, usernameKey: usernameKey(username), fullName })
      .where(eq(profiles.id, userId))
    if (username !== before.username) await purgeAuthorLater(tx, userId)
    await recordAudit(tx, actor, {
      action: 'account.update-profile',
      subjectType: 'account',
      subjectId: userId,
      before: { username: before.username },
      after: { username, fields },
    })
  }
  await orNameTaken(() => db.transaction(update))
}
