import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { nudges } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { EVENT_CANCELLED, missingIn, sectionsOf } from '#src/contract/logistics.ts'
import {
  MISSING_IS_CLOSED,
  NO_LINK_YET,
  NOTHING_MISSING,
  NUDGE_PAUSE_HOURS,
  NUDGED_RECENTLY,
  type NudgeOutcome,
} from '#src/contract/logistics-board.ts'
import type { LogisticsSection } from '#src/contract/logistics-sections.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { listSharedLinks } from '../links/shared-link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { logisticsNudge } from '../outbox/templates/logistics-letters.ts'
import { subjectOf } from './answers.ts'
import { readContactOf } from './event-contact.ts'
import { issueFormLink, requireOpenEvent, requirePerson } from './links.ts'
import { listPeople } from './people.ts'
import { isFrozen, type PersonOfEvent, readAllAnswers } from './person.ts'

const PAUSE = NUDGE_PAUSE_HOURS * 3_600_000

/**
 * Reminds people of the sections that are not closed and in which a required answer is missing: these, or everybody from whom something is. Each is reminded at
 * most once in 48 hours, however many administrators press at once. Throws `not_found` for the event and for people of others, and
 * `conflict` for an event that is cancelled or over.
 */
export async function nudgePeople(
  db: Db,
  { eventId, personIds }: { eventId: string; personIds: readonly string[] | null },
  context: CommandContext,
): Promise<NudgeOutcome> {
  const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  if (event.status === 'cancelled') throw new Failure('conflict', EVENT_CANCELLED)
  const ids = personIds ?? (await listPeople(db, eventId, { isMissing: true })).items.map(({ id }) => id)
  const outcome: NudgeOutcome = { sent: 0, refused: [] }
  for (const personId of new Set(ids)) {
    const refused = await nudgePerson(db, { eventId, personId }, context)
    if (refused === null) outcome.sent += 1
    else outcome.refused.push(refused)
  }
  return outcome
}

async function nudgePerson(db: Db, at: { eventId: string; personId: string }, context: CommandContext) {
  const { actor, site, now } = context
  return db.transaction(async (tx) => {
    const who = await requirePerson(tx, at)
    const { person, event } = who
    await requireOpenEvent(tx, who, now)
    const all = await findMissing(tx, who)
    // Those that are closed would only lead them to a request.
    const missing = all.filter((section) => !isFrozen(event, section, now))
    const refusal = await findRefusal(tx, who, { all, missing }, now)
    if (refusal !== null) return { id: person.id, name: person.name, refusal }
    const outboxId = randomUUID()
    const contact = await readContactOf(tx, event.id)
    const token = await issueFormLink(tx, person.id, actor.id, now)
    const titles = missing.map(({ title }) => title)
    const link = { eventName: event.eventName, day: event.eventDate, token }
    await enqueueMail(tx, {
      id: outboxId,
      to: person.email,
      ...logisticsNudge(site, { name: person.name, link, titles, contact }),
    })
    const row = { subject: `logistics:${person.id}`, eventId: at.eventId, outboxId, sentBy: actor.id }
    await tx.insert(nudges).values({ ...row, createdAt: new Date(now) })
    const after = { sections: missing.map(({ key }) => key) }
    await recordAudit(tx, actor, { action: 'logistics.nudge', ...subjectOf(person), after })
    return null
  })
}

/** The sections in which a required answer is missing. */
async function findMissing(tx: Db, { person }: PersonOfEvent): Promise<LogisticsSection[]> {
  const { answers } = await readAllAnswers(tx, person.id)
  return sectionsOf(person.role).filter((section) => missingIn(section, answers.get(section.key) ?? {}).length > 0)
}

/** Why somebody is not reminded; null if they are. Their row is locked, so that of two presses one finds the other's reminder. */
async function findRefusal(
  tx: Db,
  { person, event }: PersonOfEvent,
  { all, missing }: Record<'all' | 'missing', readonly LogisticsSection[]>,
  now: Instant,
): Promise<string | null> {
  if (all.length === 0) return NOTHING_MISSING
  if (missing.length === 0) return MISSING_IS_CLOSED
  const links = await listSharedLinks(tx, { purpose: 'logistics', subjectId: person.id }, now)
  if (links.length === 0) return NO_LINK_YET
  const [recent] = await tx
    .select({ id: nudges.id })
    .from(nudges)
    .where(
      and(
        eq(nudges.subject, `logistics:${person.id}`),
        eq(nudges.eventId, event.id),
        gt(nudges.createdAt, new Date(now - PAUSE)),
      ),
    )
    .orderBy(desc(nudges.createdAt))
    .limit(1)
  return recent ? NUDGED_RECENTLY : null
}
