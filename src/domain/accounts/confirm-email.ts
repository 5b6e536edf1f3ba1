import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { redeemOwnLink } from './redeem-own-link.ts'
import type { Doing } from './register-account.ts'

/** Confirms the address that the link was sent to. Throws `not_found`, with one sentence for whatever is wrong. (security TL5) */
export async function confirmEmail(db: Db, token: string, { actor, now }: Omit<Doing, 'site'>): Promise<void> {
  await db.transaction(async (tx) => {
    const link = await redeemOwnLink(tx, 'confirm-email', token, now)
    const [confirmed] = await tx
      .update(users)
      .set({ emailConfirmedAt: new Date(now) })
      .where(and(eq(users.id, link?.subjectId ?? NOBODY), isNull(users.deletedAt)))
      .returning({ id: users.id })
    if (!confirmed) throw new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
    await recordAudit(tx, actor, {
      action: 'account.confirm-email',
      subjectType: 'account',
      subjectId: confirmed.id,
    })
  })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
