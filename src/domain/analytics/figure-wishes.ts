import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import type { FigureWish, FigureWishAnswer } from '#src/contract/figure-wish.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { hashEmail } from '../suppressions/suppression.ts'

type Own = { id: string; email: string }

/** Which figures this account wants by email: none, where its address has ended them by the link in one. */
export async function readFigureWish(db: Db, { id, email }: Own): Promise<FigureWishAnswer> {
  const [row] = await db.select().from(figureWishes).where(eq(figureWishes.userId, id))
  const isEnded = (await db.$count(suppressions, isEndedFor(email))) > 0
  return {
    weekly: (row?.weekly ?? false) && !isEnded,
    afterEvents: (row?.afterEvents ?? false) && !isEnded,
    isSent: await readSending(db),
  }
}

/** Stores that choice. Who wants figures again gets them, also after they ended them by the link in one. */
export async function saveFigureWish(
  db: Db,
  own: Own,
  wish: FigureWish,
  { actor, now }: { actor: Actor; now: number },
) {
  await db.transaction(async (tx) => {
    const values = { ...wish, updatedAt: new Date(now) }
    await tx
      .insert(figureWishes)
      .values({ userId: own.id, ...values })
      .onConflictDoUpdate({ target: figureWishes.userId, set: values })
    const released = { releasedAt: new Date(now), releasedBy: 'link' }
    if (wish.weekly || wish.afterEvents) await tx.update(suppressions).set(released).where(isEndedFor(own.email))
    await recordAudit(tx, actor, {
      action: 'account.update-figure-wish',
      subjectType: 'account',
      subjectId: own.id,
      after: wish,
    })
  })
  return readFigureWish(db, own)
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
