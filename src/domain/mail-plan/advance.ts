import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Db, inSnapshot } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailPlanMarks } from '#db/schema/workflows.ts'
import { toEventFacts } from '#src/contract/event-facts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { enqueueLetters } from '../outbox/enqueue.ts'
import type { Letter } from '../outbox/letter.ts'
import { type DayCounts, keepCounts, noDayCounts, takeTurn } from './day-counts.ts'
import type { PlanEvent, PlanInput, PlanRule, WantedMail } from './occasions.ts'
import { isDue, type Plan, plan } from './plan.ts'
import { type Asking, readPlanInput } from './read-plan-input.ts'
import { eventIdOf, ORDERS, type Scope } from './scope.ts'
import { differing, type NextMail, storeMails, storeVerdicts } from './store-plan.ts'

/** A mail that is due, with the rule that it comes from as it holds for its event. */
type DueMail = WantedMail & { rule: PlanRule }

/** Writes the letters of one scope, in the transaction that hands them over. */
export type LetterWriter = (
  tx: Db,
  context: { event: PlanEvent | null; now: Instant },
) => Promise<(mail: DueMail) => Promise<Letter>>

/** What a run writes letters with, and what it is asked for. */
export type Advancing = {
  now: Instant
  letters: LetterWriter
  /** Called with the reason why a letter could not be written. */
  onFault: (fault: unknown) => void
  /** A rule whose time has passed, and whose mails are sent now because an editor asked for it. */
  sendNow?: string
  /** What a pass knows of the days of other events. */
  counts?: DayCounts
}

/** How many mails were handed to the outbox, and how many stored rows of mails and of verdicts a run wrote. */
export type Advanced = { sent: number; mails: number; verdicts: number }

/**
 * Brings the stored mails of one event, of the accounts or of the orders, in line with what they follow from, and hands those that are due to the
 * outbox, in one transaction. One at a time over all processes, since the limit for a person and a day counts over all events. A
 * second call changes nothing. A letter that cannot be written holds up no other. (decision 0054, security MP1)
 */
export async function advance(db: Db, scope: Scope, advancing: Advancing): Promise<Advanced> {
  const { now, sendNow, counts = noDayCounts() } = advancing
  const { advanced, ...done } = await db.transaction(async (tx) => {
    const turn = await takeTurn(tx, counts)
    // A mark that is added after this statement stays, and leads to another run.
    await tx.delete(mailPlanMarks).where(eq(mailPlanMarks.scope, scope))
    const eventId = eventIdOf(scope)
    if (eventId !== null)
      await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId)).for('share')
    if (scope === ORDERS) await lockDueOrders(tx, now)
    const input = await readPlanInput(tx, scope, { now, sendNow, counts })
    const { mails, verdicts } = plan(input)
    const waiting = mails.filter((mail) => !isDue(mail, now))
    const due = await handOver(
      tx,
      mails.filter((mail) => isDue(mail, now)),
      input,
      advancing,
    )
    const changed = [...differing(waiting, input.stored), ...due]
    const advanced = {
      sent: due.filter(({ state }) => state === 'sent').length,
      mails: await storeMails(tx, eventId, changed, now),
      verdicts: eventId === null ? 0 : await storeVerdicts(tx, eventId, verdicts, now),
    }
    return { advanced, turn, stored: input.stored, changed }
  })
  keepCounts(counts, done.turn, done)
  return advanced
}

/** A change of an order whose mail is due is waited for, so that no buyer who has just paid is reminded. */
async function lockDueOrders(tx: Db, now: Instant): Promise<void> {
  await tx.execute(sql`select from shop_orders where id in (
      select item_id::uuid from planned_mails
      where subject_id like 'order:%' and state in ('planned', 'held') and due_at <= ${new Date(now).toISOString()}::timestamptz)
    order by id for share`)
}

/** The mails as they are stored once they are in the outbox. One without a letter is held, and tried again by the next run. */
async function handOver(
  tx: Db,
  due: readonly WantedMail[],
  { event, rules }: PlanInput,
  { letters, now, onFault }: Advancing,
): Promise<NextMail[]> {
  if (due.length === 0) return []
  const write = await letters(tx, { event, now })
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const written: ({ id: string; to: string } & Letter)[] = []
  const next: NextMail[] = []
  for (const mail of due) {
    const rule = ruleOf.get(mail.ruleId)
    const [id, outboxId] = [mail.id ?? randomUUID(), randomUUID()]
    try {
      if (!rule) throw new Error('A mail has no rule')
      written.push({ id: outboxId, to: mail.recipient, ...(await write({ ...mail, rule })) })
      const handedOver = { outboxId, knownFacts: event && toEventFacts(event), overrides: rule.overrides }
      next.push({ ...mail, id, state: 'sent', reason: null, ...handedOver })
    } catch (fault) {
      onFault(fault)
      next.push({ ...mail, id, state: 'held', reason: MAIL_REASON.noText })
    }
  }
  await enqueueLetters(tx, written)
  return next
}

/**
 * What a run would do now for an event, the accounts or the orders, with the stored mails it starts from: the very plan, with nothing
 * written. `asIf` plans one rule as if it were turned on with another definition, `moved` the event as if it were on other days.
 */
export function planEvent(
  db: Db,
  scope: Scope,
  now: Instant,
  as: Pick<Asking, 'asIf' | 'moved' | 'counts'> = {},
): Promise<Plan & { input: PlanInput }> {
  return inSnapshot(db, async (tx) => {
    const input = await readPlanInput(tx, scope, { now, ...as })
    return { ...plan(input), input }
  })
}
