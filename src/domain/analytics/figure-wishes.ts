import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import type { FigureWish, FigureWishAnswer } from '#src/contract/figure-wish.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { hashEmail } from '../suppressions/suppression.ts'

type Own = { id: string; email: string }

/** Which figures this account wants by email: none, where its address has ended them by the link in one. */
export async function readFigureWish(db: Db, { id, email }: Own): Promise<FigureWishAnswer> {
  const [row = NONE] = await db.select(CHOICE).from(figureWishes).where(eq(figureWishes.userId, id))
  const isEnded = (await db.$count(suppressions, isEndedFor(email))) > 0
  return {
    weekly: row.weekly && !isEnded,
    afterEvents: row.afterEvents && !isEnded,
    isSent: await readSending(db),
  }
}

/**
 * Stores that choice. Who wants figures again gets them, also after they ended them by the link in one. The same choice again changes
 * nothing.
 */
export async function saveFigureWish(db: Db, own: Own, wish: FigureWish, { actor, now }: Saving) {
  const isTheirs = eq(figureWishes.userId, own.id)
  await db.transaction(async (tx) => {
    await tx.insert(figureWishes).values({ userId: own.id }).onConflictDoNothing()
    const [before = NONE] = await tx.select(CHOICE).from(figureWishes).where(isTheirs).for('update')
    const isBack = (wish.weekly || wish.afterEvents) && (await resume(tx, own.email, now))
    if (!isBack && before.weekly === wish.weekly && before.afterEvents === wish.afterEvents) return
    const updatedAt = new Date(now)
    await tx
      .update(figureWishes)
      .set({ ...wish, updatedAt })
      .where(isTheirs)
    const entry = { action: 'account.update-figure-wish', subjectType: 'account', subjectId: own.id }
    await recordAudit(tx, actor, { ...entry, before, after: wish })
  })
  return readFigureWish(db, own)
}
type Saving = { actor: Actor; now: Instant }

const NONE: FigureWish = { weekly: false, afterEvents: false }
const CHOICE = { weekly: figureWishes.weekly, afterEvents: figureWishes.afterEvents }

/** Lets these mails go to the address again. True if they had been ended. */
async function resume(tx: Db, email: string, now: Instant): Promise<boolean> {
  const released = { releasedAt: new Date(now), releasedBy: 'link' }
  const rows = await tx.update(suppressions).set(released).where(isEndedFor(email)).returning({ id: suppressions.id })
  return rows.length > 0
}

const isEndedFor = (email: string) =>
  and(eq(suppressions.emailHash, hashEmail(email)), eq(suppressions.kind, 'figures'), isNull(suppressions.releasedAt))

/** Whether a workflow that is on sends each of them. */
async function readSending(db: Db): Promise<FigureWish> {
  const isWeekly = sql<boolean>`${mailRuleVersions.definition}->>'anchor' = 'week'`
  const rows = await db
    .selectDistinct({ isWeekly })
    .from(mailRules)
    .innerJoin(
      mailRuleVersions,
      and(eq(mailRuleVersions.ruleId, mailRules.id), eq(mailRuleVersions.number, mailRules.currentVersion)),
    )
    .where(
      and(
        eq(mailRules.state, 'on'),
        isNull(mailRules.deletedAt),
        sql`${mailRuleVersions.definition}->>'audience' = 'figure-readers'`,
      ),
    )
  return { weekly: rows.some((row) => row.isWeekly), afterEvents: rows.some((row) => !row.isWeekly) }
}
