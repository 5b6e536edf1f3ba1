import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recoveryCodes } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { recoveryCodeUsed } from '../outbox/templates/sign-in-letters.ts'
import { lockAccount } from './code-lock.ts'
import { countRecoveryCodes, isUsable } from './list-factors.ts'

/** Gives a person new recovery codes, stored as hashes; earlier codes no longer work. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: string[],
  context: CommandContext,
): Promise<void> {
  const { actor, now } = context
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId, now)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: new Date(now) })))
    const entry = { action: 'recovery-codes.replace', subjectType: 'account', subjectId: userId }
    await recordAudit(tx, actor, { ...entry, after: { count: hashes.length } })
  })
}

type Used = { userId: string; email: string; codeHash: string }

/**
 * Uses a recovery code, mails its owner how many are left, and records it. `used` means a code of theirs that was used before:
 * a guess does not find one.
 */
export async function takeRecoveryCode(
  tx: Db,
  used: Used,
  { actor, site, now }: CommandContext,
): Promise<'taken' | 'used' | 'unknown'> {
  const { userId, email } = used
  if (!(await strike(tx, used, now))) return (await isTheirs(tx, used)) ? 'used' : 'unknown'
  const left = await countRecoveryCodes(tx, userId)
  await enqueueMail(tx, { to: email, ...recoveryCodeUsed(site, { left, at: now }) })
  const entry = { action: 'recovery-codes.use', subjectType: 'account', subjectId: userId, after: { left } }
  await recordAudit(tx, { ...actor, id: userId }, entry)
  return 'taken'
}

async function isTheirs(tx: Db, { userId, codeHash }: Used): Promise<boolean> {
  const isThis = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
  return (await tx.$count(recoveryCodes, isThis)) > 0
}

/** One statement, so that of many at the same time exactly one succeeds. */
async function strike(tx: Db, { userId, codeHash }: Used, now: Instant): Promise<boolean> {
  const isLeft = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isUsable)
  const struck = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date(now) })
    .where(isLeft)
    .returning({ userId: recoveryCodes.userId })
  return struck.length === 1
}
