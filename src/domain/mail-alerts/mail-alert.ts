import { and, asc, eq, isNotNull, isNull, lte, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, userRoles, users } from '#db/schema/accounts.ts'
import { mailAlerts } from '#db/schema/deliveries.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailAlert } from '#src/contract/mail-alert.ts'
import { isBannedAt } from '../accounts/person.ts'
import { isLive } from '../factors/list-factors.ts'
import { enqueueSms } from '../outbox/enqueue.ts'
import { type LetterSite, oneLine, siteLink } from '../outbox/letter.ts'
import type { Template } from '../outbox/templates.ts'

/** The warnings that last, the oldest first. */
export async function listAlerts(db: Db): Promise<MailAlert[]> {
  const rows = await db.select().from(mailAlerts).orderBy(asc(mailAlerts.since), asc(mailAlerts.key))
  return rows.map(({ key, sentence, since }) => ({ key, sentence, since: since.getTime() }))
}

/** Begins a warning, or renews the sentence of one that lasts. Owners are notified by `notifyOwners`. */
export async function raiseAlert(db: Db, key: string, sentence: string, now: Instant): Promise<void> {
  await db
    .insert(mailAlerts)
    .values({ key, sentence, since: new Date(now) })
    .onConflictDoUpdate({ target: mailAlerts.key, set: { sentence } })
}

/** Renews the sentence of a warning, if there is one. */
export async function renewAlert(db: Db, key: string, sentence: string): Promise<void> {
  await db.update(mailAlerts).set({ sentence }).where(eq(mailAlerts.key, key))
}

/** Ends a warning, if there is one. */
export async function clearAlert(db: Db, key: string): Promise<void> {
  await db.delete(mailAlerts).where(eq(mailAlerts.key, key))
}

/**
 * Sends each warning that has just begun to the owners who have a verified phone, since mail is what does not work. One that comes
 * and goes is sent once in six hours. Resolves with the number of text messages. (security MD6)
 */
export async function notifyOwners(db: Db, site: LetterSite, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    const begun = await tx
      .update(mailAlerts)
      .set({ notifiedAt: new Date(now) })
      .where(isNull(mailAlerts.notifiedAt))
      .returning()
    const phones = begun.length > 0 ? await listOwnerPhones(tx, now) : []
    let count = 0
    for (const { key, sentence } of begun) {
      if (phones.length === 0 || !(await takeTurn(tx, key, now))) continue
      for (const to of phones) await enqueueSms(tx, { to, ...alertNote(site, sentence) })
      count += phones.length
    }
    return count
  })
}

const QUIET_FOR = 6 * 3_600_000

async function takeTurn(tx: Db, alert: string, now: Instant): Promise<boolean> {
  const turn = { count: 1, windowEndsAt: new Date(now + QUIET_FOR) }
  const taken = await tx
    .insert(rateLimits)
    .values({ key: `mail-alert:${alert}`, ...turn })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: turn,
      setWhere: lte(rateLimits.windowEndsAt, new Date(now)),
    })
    .returning({ key: rateLimits.key })
  return taken.length > 0
}

/** Verified numbers of owners whose account is open to them, each once. */
async function listOwnerPhones(tx: Db, now: Instant): Promise<string[]> {
  const isPhone = and(eq(authFactors.factorType, 'phone'), eq(authFactors.status, 'verified'), isLive)
  const rows = await tx
    .selectDistinct({ phone: authFactors.phone })
    .from(authFactors)
    .innerJoin(users, eq(users.id, authFactors.userId))
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'owner')))
    .where(and(isPhone, isNotNull(authFactors.phone), isNull(users.deletedAt), not(isBannedAt(now))))
    .orderBy(sql`1`)
  return rows.flatMap(({ phone }) => (phone === null ? [] : [phone]))
}

const LONGEST_SENTENCE = 200

/** The text message about a warning. */
export function alertNote({ siteName, siteUrl }: LetterSite, sentence: string) {
  const template: Template = 'mail-alert'
  const said = oneLine(sentence).slice(0, LONGEST_SENTENCE)
  return { template, text: `${siteName}: ${said} ${siteLink(siteUrl, '/admin/email-diagnostics')}` }
}
