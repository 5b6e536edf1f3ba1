import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type SavedField, sectionsOf } from '#src/contract/logistics.ts'
import { type OnBehalfInput, REQUEST_DECIDED, type requestDecision } from '#src/contract/logistics-board.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { logisticsDecided } from '../outbox/templates/logistics-letters.ts'
import { saveField, subjectOf } from './answers.ts'
import { readContactOf } from './event-contact.ts'
import { issueFormPath, requirePerson } from './links.ts'
import { readAnswers, requireSection, toRequested } from './person.ts'

type Context = Omit<CommandContext, 'site'>
type Who = Awaited<ReturnType<typeof requirePerson>>

/**
 * Stores what somebody said on the phone or in a mail, also in a frozen section. A field that was changed since it was seen is not
 * overwritten: `isSaved` is then false. Throws `not_found`, `invalid`, and `conflict` for a cancelled event.
 */
export async function answerOnBehalf(
  db: Db,
  { source, ...given }: { eventId: string; personId: string } & OnBehalfInput,
  { actor, now }: Context,
): Promise<SavedField> {
  return db.transaction(async (tx) =>
    saveField(tx, await requirePerson(tx, given), given, { actor, answeredBy: actor.id, source, now }),
  )
}

type Decision = { eventId: string; requestId: string } & z.output<typeof requestDecision>

/**
 * Accepts a change of a frozen section, field by field, or declines it, and mails the person what became of it. Throws `not_found`, and `conflict` for a request that was
 * decided or replaced, and for answers that were changed since they were seen.
 */
export async function decideRequest(
  db: Db,
  { eventId, requestId, decision, note, version }: Decision,
  { actor, site, now }: CommandContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const personId = await findPersonOf(tx, { eventId, requestId })
    const who = await requirePerson(tx, { eventId, personId })
    const isOpen = and(eq(logisticsRequests.id, requestId), isNull(logisticsRequests.decidedAt))
    const set = { state: decision, note: note || null, decidedBy: actor.id, decidedAt: new Date(now) }
    const [row] = await tx.update(logisticsRequests).set(set).where(isOpen).returning()
    if (!row) throw new Failure('conflict', REQUEST_DECIDED)
    if (decision === 'accepted') {
      requireVersion(who.person, version)
      await takeOver(tx, { who, section: row.sectionKey, values: toRequested(row.value) }, { actor, now })
    }
    const after = { section: row.sectionKey, fields: Object.keys(toRequested(row.value)), state: decision }
    await recordAudit(tx, actor, { action: 'logistics.decide', ...subjectOf(who.person), after })
    if (who.event.status !== 'cancelled') await mailDecision(tx, who, row, { site, now })
  })
}

/** Says what became of a request, and nothing of what is asked for. What is said about a sensitive section is on the form alone. (security LG7) */
async function mailDecision(
  tx: Db,
  { person, event }: Who,
  { sectionKey, state, note }: typeof logisticsRequests.$inferSelect,
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
): Promise<void> {
  const section = sectionsOf(person.role).find(({ key }) => key === sectionKey)
  if (!section) return
  const letter = logisticsDecided(site, {
    name: person.name,
    eventName: event.eventName,
    title: section.title,
    isAccepted: state === 'accepted',
    note: section.isSensitive ? null : note,
    contact: await readContactOf(tx, event.id),
    path: await issueFormPath(tx, { eventId: event.id, address: person.email }, now),
  })
  await enqueueMail(tx, { to: person.email, ...letter })
}

async function findPersonOf(tx: Db, { eventId, requestId }: { eventId: string; requestId: string }): Promise<string> {
  const [row] = await tx
    .select({ personId: logisticsRequests.personId })
    .from(logisticsRequests)
    .innerJoin(logisticsPeople, eq(logisticsPeople.id, logisticsRequests.personId))
    .where(and(eq(logisticsRequests.id, requestId), eq(logisticsPeople.eventId, eventId)))
  if (!row) throw new Failure('not_found', NOT_FOUND.request)
  return row.personId
}

type TakenOver = {
  who: Who
  section: string
  values: ReturnType<typeof toRequested>
}

/** Each field becomes an answer of the person, entered by the one who accepted it. */
async function takeOver(tx: Db, { who, section, values }: TakenOver, { actor, now }: Context): Promise<void> {
  const { key } = requireSection(who, section)
  const stored = await readAnswers(tx, who.person.id, key)
  let { person } = who
  for (const [field, value] of Object.entries(values)) {
    const version = stored[field]?.version ?? 0
    const by = { actor, answeredBy: actor.id, source: 'web', now } as const
    const { answer } = await saveField(tx, { ...who, person }, { section: key, field, value, version }, by)
    person = { ...person, version: Math.max(person.version, answer.version) }
  }
}

/** How many requests wait for a decision, and since when the oldest does. */
export async function readOpenRequests(db: Db): Promise<{ count: number; oldestAt: Instant | null }> {
  const { state, createdAt } = logisticsRequests
  const isOpen = eq(state, 'open')
  const [first] = await db.select({ createdAt }).from(logisticsRequests).where(isOpen).orderBy(createdAt).limit(1)
  return { count: await db.$count(logisticsRequests, isOpen), oldestAt: first?.createdAt.getTime() ?? null }
}
