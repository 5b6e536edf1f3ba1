import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'

/** A member as a demo or an import knows them. */
type Member = {
  username: string
  fullName: string | null
  email: string
  approval: 'pending' | 'approved' | 'rejected'
  reason?: string | undefined
  registeredAt: Instant
}

/** Adds a confirmed member without a password; passes over an address or a name that is taken. Mails nobody. */
export async function storeMember(
  tx: Db,
  member: Member,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<void> {
  const { username, fullName, email, approval, reason = null } = member
  const createdAt = new Date(member.registeredAt)
  const decided = approval === 'pending' ? {} : { approvalDecidedAt: new Date(now), approvalDecidedBy: actor.id }
  const [user] = await tx
    .insert(users)
    .values({ email, emailKey: emailKey(email), emailConfirmedAt: createdAt, createdAt })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) return
  const name = { username, usernameKey: usernameKey(username), fullName }
  await tx
    .insert(profiles)
    .values({ ...name, ...decided, id: user.id, approval, approvalReason: reason, createdAt })
    .onConflictDoNothing()
  const entry = { action: 'account.store-member', subjectType: 'account', subjectId: user.id }
  await recordAudit(tx, actor, { ...entry, after: { username, approval } })
}
