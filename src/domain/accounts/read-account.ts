import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { oauthAccounts, profiles, recoveryCodes, users } from '#db/schema/accounts.ts'
import type { AccountAnswer } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { listFactors } from '../factors/list-factors.ts'
import { pendingEmail } from './change-email.ts'

/** What one's own account page shows. Throws `not_found` for an account that is gone. */
export async function readAccount(db: Db, { id, roles }: Viewer, now: Instant): Promise<AccountAnswer> {
  const { email, passwordHash, createdAt } = users
  const { username, fullName, approval, approvalReason } = profiles
  const google = and(eq(oauthAccounts.userId, users.id), eq(oauthAccounts.provider, 'google'))
  const [row] = await db
    .select({
      person: { email, passwordHash, createdAt },
      profile: { username, fullName, approval, approvalReason },
      hasGoogle: sql<boolean>`${exists(db.select({ id: oauthAccounts.userId }).from(oauthAccounts).where(google))}`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!row) throw new Failure('not_found', 'Account not found.')
  const { person, profile, hasGoogle } = row
  return {
    email: person.email,
    newEmail: await pendingEmail(db, id, now),
    username: profile?.username ?? '',
    fullName: profile?.fullName ?? null,
    roles,
    approval: profile?.approval ?? 'pending',
    approvalReason: profile?.approvalReason ?? null,
    registeredAt: person.createdAt.getTime(),
    hasPassword: person.passwordHash !== null,
    hasGoogle,
    factors: await listFactors(db, id),
    recoveryCodesLeft: await db.$count(recoveryCodes, and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt))),
  }
}
