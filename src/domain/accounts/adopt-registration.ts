import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { oauthAccounts, users } from '#db/schema/accounts.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { registeredWithGoogle } from '../outbox/templates/registered-with-google.ts'
import { dropRegistrations } from './drop-registrations.ts'
import { GOOGLE, type GooglePerson } from './google-subject.ts'

/**
 * Gives a registration that nobody confirmed to who has shown the address to be theirs. Whoever typed it in may have been
 * somebody else, lying in wait: the password, sessions, links, factors and whatever else could open the account are gone.
 * The name stays, and so does approval. Hold the user's row. (security AN11, AN12)
 */
export async function adoptRegistration(tx: Db, userId: string, person: GooglePerson, context: CommandContext) {
  const { actor, site, now } = context
  const { email, subject } = person
  await tx
    .update(users)
    .set({ email, passwordHash: null, emailConfirmedAt: new Date(now) })
    .where(eq(users.id, userId))
  const dropped = await dropRegistrations(tx, userId, now)
  await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject, userId })
  await enqueueMail(tx, { to: email, ...registeredWithGoogle(site, { hadPassword: true }) })
  const entry = { action: 'account.adopt-with-google', subjectType: 'account', subjectId: userId }
  await recordAudit(tx, { ...actor, id: userId }, { ...entry, after: { dropped } })
}
