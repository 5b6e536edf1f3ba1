import { and, desc, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailCorrections, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { compareFacts, eventFacts, type FactDifference, toEventFacts } from '#src/contract/event-facts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type EventToCorrect, type OpenCorrection, sayCorrection } from '#src/contract/mail-correction.ts'
import type { EventFacts, MailAudience } from '#src/contract/mail-rule.ts'
import { getPhases } from '#src/contract/phases.ts'
import { isSame } from '#src/contract/versioned.ts'
import { isBannedAt } from '../accounts/person.ts'

/** Somebody who was sent mails about an event, with what the last of them said. */
type Informed = {
  eventId: string
  recipient: string
  recipientKey: string
  name: string | null
  /** As what they were sent it. */
  audience: MailAudience
  known: EventFacts
}

/** People who know the same, and what of it is no longer true. */
export type InformedGroup = FactDifference & { people: Informed[] }

/** An event, as far as a correction depends on it. */
export type CorrectedEvent = Parameters<typeof toEventFacts>[0] &
  Parameters<typeof getPhases>[0] &
  Pick<EventConfig, 'id'>

/**
 * Who was sent something about the event that is no longer true, by what they know; nobody once the event is over, or once an
 * editor has decided not to correct what is true now.
 */
export async function findInformed(db: Db, event: CorrectedEvent, now: Instant): Promise<InformedGroup[]> {
  const people = await readInformed(db, [event.id], now)
  return (await isDeclined(db, event)) ? [] : groupInformed(event, people, now)
}

/** The question whether to send a correction; undefined if there is nothing to correct. */
export async function readOpenCorrection(
  db: Db,
  event: CorrectedEvent,
  now: Instant,
): Promise<OpenCorrection | undefined> {
  return toOpenCorrection(event, await findInformed(db, event, now))
}

/** The question for groups of people; undefined without any. */
export function toOpenCorrection(event: CorrectedEvent, groups: readonly InformedGroup[]): OpenCorrection | undefined {
  if (groups.length === 0) return undefined
  return {
    people: groups.reduce((sum, { people }) => sum + people.length, 0),
    groups: groups.map(({ people, news, changes }) => ({ people: people.length, news, changes })),
    facts: toEventFacts(event),
  }
}

const DAY = 86_400_000
const SHOWN = 10

/** Events that are not over and about which people were sent something that is no longer true, the soonest first; at most ten. */
export async function listEventsToCorrect(db: Db, now: Instant): Promise<EventToCorrect[]> {
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const isInformed = sql`exists (select from ${plannedMails} where ${plannedMails.eventId} = ${eventConfig.id}
    and ${plannedMails.state} = 'sent' and ${plannedMails.knownFacts} is not null)`
  const events = await db
    .select()
    .from(eventConfig)
    .where(and(gte(eventConfig.eventDate, yesterday), isInformed))
    .orderBy(sql`${eventConfig.eventDate} nulls first`, sql`${eventConfig.id} nulls first`)
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const informed = Map.groupBy(await readInformed(db, ids, now), ({ eventId }) => eventId)
  const found: EventToCorrect[] = []
  for (const event of events) {
    const [first] = groupInformed(event, informed.get(event.id) ?? [], now)
    if (!first || found.length === SHOWN || (await isDeclined(db, event))) continue
    const sentence = sayCorrection({ ...first, people: first.people.length })
    found.push({ eventId: event.id, eventName: event.eventName, sentence })
  }
  return found
}

function groupInformed(event: CorrectedEvent, people: readonly Informed[], now: Instant): InformedGroup[] {
  if (getPhases(event).endsAt <= now) return []
  const facts = toEventFacts(event)
  const groups = Map.groupBy(people, ({ known }) => JSON.stringify(compareFacts(known, facts) ?? null))
  return [...groups.values()]
    .flatMap((same) => {
      const difference = same[0] && compareFacts(same[0].known, facts)
      return difference ? [{ ...difference, people: same }] : []
    })
    .toSorted((a, b) => b.people.length - a.people.length)
}

/** The last mail of each person tells what they know. Accounts that are deleted or banned by now get no more mail. */
async function readInformed(db: Db, eventIds: readonly string[], now: Instant): Promise<Informed[]> {
  const { eventId, recipient, recipientKey, name, subjectId, versionId, knownFacts, state, sentAt } = plannedMails
  const audience = sql<MailAudience>`${mailRuleVersions.definition}->>'audience'`
  const accountId = sql`case when ${subjectId} like 'user:%' then substr(${subjectId}, 6)::uuid end`
  const isGone = sql`exists (select from ${users} where ${users.id} = ${accountId}
    and ${or(isNotNull(users.deletedAt), isBannedAt(now))})`
  const rows = await db
    .selectDistinctOn([eventId, recipientKey], { eventId, recipient, recipientKey, name, audience, knownFacts })
    .from(plannedMails)
    .innerJoin(mailRuleVersions, eq(mailRuleVersions.id, versionId))
    .where(and(inArray(eventId, [...eventIds]), eq(state, 'sent'), isNotNull(knownFacts), sql`not ${isGone}`))
    .orderBy(eventId, recipientKey, desc(sentAt))
  return rows.flatMap((row) => {
    const known = eventFacts.safeParse(row.knownFacts).data
    return known && row.eventId !== null ? [{ ...row, eventId: row.eventId, known }] : []
  })
}

/** True if the last decision was not to correct what the event is now. */
async function isDeclined(db: Db, event: CorrectedEvent): Promise<boolean> {
  const [last] = await db
    .select({ facts: mailCorrections.facts, decision: mailCorrections.decision })
    .from(mailCorrections)
    .where(eq(mailCorrections.eventId, event.id))
    .orderBy(desc(mailCorrections.createdAt))
    .limit(1)
  return last?.decision === 'declined' && isSame(last.facts, toEventFacts(event))
}
