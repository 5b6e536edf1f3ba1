import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, oauthAccounts, recoveryCodes, users } from '#db/schema/accounts.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { endLinksOf } from '#src/domain/links/link.ts'
import { enqueueMail, registeredWithGoogle } from '#src/domain/outbox/outbox.ts'
import { GOOGLE, type GooglePerson } from './google-subject.ts'
import type { Doing } from './register-account.ts'
import { endSessions } from './sessions-of.ts'

type Registered = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

/**
 * Gives a registration that nobody confirmed to who has shown the address to be theirs. Whoever typed it in may have been
 * somebody else, lying in wait: the password, sessions, links, factors and whatever else could open the account are gone.
 * The name stays, and so does approval. Hold the user's row. (security AN11, AN12)
 */
export async function adoptRegistration(
  tx: Db,
  { id: userId, passwordHash }: Registered,
  person: GooglePerson,
  doing: Doing,
) {
  const { actor, site, now } = doing
  await tx
    .update(users)
    .set({
      email: person.email,
      passwordHash: null,
      emailConfirmedAt: new Date(now),
      failedSignIns: 0,
      lockedUntil: null,
      failedCodes: 0,
      codesLockedUntil: null,
    })
    .where(eq(users.id, userId))
  const sessionsEnded = await endSessions(tx, userId)
  await endLinksOf(tx, userId, now)
  for (const table of [authFactors, recoveryCodes, oauthAccounts])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject: person.subject, userId })
  const hadPassword = passwordHash !== null
  await enqueueMail(tx, { to: person.email, ...registeredWithGoogle(site, { hadPassword }) })
  const entry = { action: 'account.adopt-with-google', subjectType: 'account', subjectId: userId }
  await recordAudit(tx, { ...actor, id: userId }, { ...entry, after: { passwordRemoved: hadPassword, sessionsEnded } })
}
