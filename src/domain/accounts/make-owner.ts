import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, oauthAccounts, profiles, recoveryCodes, userRoles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { endLinksFor, issueLink } from '#src/domain/links/link.ts'
import { endSessions } from './end-sessions.ts'
import { resetPath } from './reset-password.ts'

/** `path` sets the owner's password, once, within 60 minutes. */
type MadeOwner = { isNew: boolean; path: string }

/**
 * Makes the account of an address an owner, and creates the account if needed: confirmed, approved, without the former
 * password (unless one is given), factors, links, Google account, locks, bans and sessions, so that an attacker is
 * locked out and the owner can sign in. For people with a shell on the server; audited. (architecture 8: first owner)
 */
export async function makeOwner(
  db: Db,
  email: string,
  context: { actor: Actor; now: Instant; passwordHash?: string },
): Promise<MadeOwner> {
  const { actor, now, passwordHash = null } = context
  const fresh = { emailConfirmedAt: new Date(now), lockedUntil: null, failedSignIns: 0, passwordHash, ...UNEXPIRED }
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ ...fresh, email, emailKey: emailKey(email), createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ id: users.id })
    const id = created?.id ?? (await recover(tx, email, fresh))
    await approve(tx, id, context)
    await tx.insert(userRoles).values({ userId: id, role: 'owner', grantedBy: actor.id }).onConflictDoNothing()
    const factors = await tx.delete(authFactors).where(eq(authFactors.userId, id)).returning({ id: authFactors.id })
    for (const table of [recoveryCodes, oauthAccounts]) await tx.delete(table).where(eq(table.userId, id))
    await endLinksFor(tx, id, now)
    const bansLifted = await liftBans(tx, id, now)
    const sessionsEnded = await endSessions(tx, id)
    const after = { role: 'owner', factorsRemoved: factors.length, bansLifted, sessionsEnded }
    const action = created ? 'account.make-owner' : 'account.recover-owner'
    await recordAudit(tx, actor, { action, subjectType: 'account', subjectId: id, after })
    const token = await issueLink(tx, { purpose: 'password-reset', subjectId: id }, now)
    return { isNew: created !== undefined, path: resetPath(token) }
  })
}

const UNEXPIRED = { passwordExpiredAt: null, factorsExpiredAt: null }

type Fresh = typeof UNEXPIRED & {
  emailConfirmedAt: Date
  lockedUntil: null
  failedSignIns: number
  passwordHash: string | null
}

async function recover(tx: Db, email: string, fresh: Fresh): Promise<string> {
  const [known] = await tx
    .update(users)
    .set({ ...fresh, failedCodes: 0, codesLockedUntil: null, deletedAt: null })
    .where(eq(users.emailKey, emailKey(email)))
    .returning({ id: users.id })
  if (!known) throw new Error('An address was taken and then was not')
  return known.id
}

/** Ends the bans on an account; how many that were. */
async function liftBans(tx: Db, id: string, now: Instant): Promise<number> {
  const isOnThem = and(eq(bans.subjectType, 'user'), eq(bans.subject, id), isNull(bans.liftedAt))
  const lifted = await tx
    .update(bans)
    .set({ liftedAt: new Date(now) })
    .where(isOnThem)
    .returning({ id: bans.id })
  return lifted.length
}

async function approve(tx: Db, id: string, { actor, now }: { actor: Actor; now: Instant }): Promise<void> {
  const decided = {
    approval: 'approved',
    approvalReason: null,
    approvalDecidedAt: new Date(now),
    approvalDecidedBy: actor.id,
  } as const
  const username = `owner-${randomBytes(5).toString('hex')}`
  await tx
    .insert(profiles)
    .values({ ...decided, id, username, usernameKey: usernameKey(username) })
    .onConflictDoUpdate({ target: profiles.id, set: decided })
}

/** A member as a demo or an import knows them. */
type Member = {
  username: string
  fullName: string | null
  email: string
  approval: 'pending' | 'approved' | 'rejected'
  reason?: string | undefined
  registeredAt: Instant
}

/** Adds a confirmed member without a password; skips an address or a name that is taken. Sends no mail. */
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
