import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { formatCity, formatClock, formatShortDay, formatTimeRange } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import { answerText, daysAfter, type LogisticsForm, momentBefore, sectionsOf } from '#src/contract/logistics.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { readAgenda, toEventConfig } from '../events/read-event-parts.ts'
import { readContactOf } from './event-contact.ts'
import { openForm, readAllAnswers, toAnswers } from './person.ts'
import { listItems } from './run-items.ts'

/**
 * What a link to a form opens: the briefing, the person's own answers, and what hosts say to everybody. It notes when it was opened,
 * unless `isNoted` is false. Throws `not_found` as `openForm` does.
 */
export async function readForm(
  db: Db,
  token: string,
  { now, isNoted = true }: { now: Instant; isNoted?: boolean },
): Promise<LogisticsForm> {
  const { person, event, ending, openUntil } = await openForm(db, token, { now })
  if (isNoted) await noteOpened(db, person.id, now)
  const { answers, requests, decisions } = await readAllAnswers(db, person.id)
  const agenda = await readAgenda(db, [event.id])
  const { eventName, eventDate, eventTimezone, venueName, venueAddress, status, isPublished, eventSlug } = event
  return {
    now,
    person: {
      id: person.id,
      name: person.name,
      role: person.role,
      submittedAt: person.submittedAt?.getTime() ?? null,
      lastOpenedAt: person.lastOpenedAt?.getTime() ?? null,
    },
    event: {
      name: eventName,
      day: eventDate,
      times: formatTimeRange(toEventConfig(event)),
      zone: eventTimezone,
      isCancelled: status === 'cancelled',
      venueName,
      venueAddress,
      city: formatCity(event) ?? null,
      path: isPublished ? `/event/${eventSlug}` : null,
    },
    openUntil,
    sections: sectionsOf(person.role).map(({ key, deadline, freeze, keepDays }) => ({
      key,
      deadlineAt: momentBefore(event, deadline),
      freezeAt: momentBefore(event, freeze),
      deletedAt: daysAfter(ending, keepDays),
      answers: answers.get(key) ?? {},
      requested: requests.get(key) ?? null,
      decision: decisions.get(key) ?? null,
    })),
    setup: (await listItems(db, event.id))
      .filter(({ kind }) => kind !== 'other')
      .map(({ title, days, startsAt }) => ({
        when: `${formatShortDay(addDays(eventDate, days))}, ${formatClock(startsAt)}`,
        title,
      })),
    agenda: agenda.map(({ timeSlot, title }) => ({ timeSlot, title })),
    shared: (await readShared(db, event.id)).map(({ label, value }) => ({ label, value })),
    contact: await readContactOf(db, event.id),
  }
}

async function noteOpened(db: Db, personId: string, now: Instant): Promise<void> {
  const isThis = eq(logisticsPeople.id, personId)
  const { updatedAt } = logisticsPeople
  await db
    .update(logisticsPeople)
    .set({ lastOpenedAt: new Date(now), updatedAt: sql`${updatedAt}` })
    .where(isThis)
  await db
    .update(logisticsPeople)
    .set({ state: 'opened', updatedAt: sql`${updatedAt}` })
    .where(and(isThis, eq(logisticsPeople.state, 'sent')))
}

/** What a host says to everybody, and the field it is in. */
type SharedAnswer = LogisticsForm['shared'][number] & { key: string }

/** What the hosts of an event say to everybody who works there, in the order of the form. */
export async function readShared(db: Db, eventId: string): Promise<SharedAnswer[]> {
  const sections = sectionsOf('host').filter(({ fields }) => fields.some(({ isShared }) => isShared))
  const rows = await db
    .select({ key: logisticsAnswers.sectionKey, value: logisticsAnswers.value })
    .from(logisticsAnswers)
    .innerJoin(logisticsPeople, eq(logisticsPeople.id, logisticsAnswers.personId))
    .where(and(eq(logisticsPeople.eventId, eventId), eq(logisticsPeople.role, 'host')))
    .orderBy(logisticsPeople.createdAt, logisticsPeople.id)
  return sections.flatMap(({ key, fields }) =>
    fields
      .filter(({ isShared }) => isShared)
      .flatMap((field) =>
        rows
          .filter((row) => row.key === key)
          .map((row) => ({
            key: field.key,
            label: field.label,
            value: answerText(field, toAnswers(row.value)[field.key]?.value ?? null),
          }))
          .filter(({ value }) => value !== ''),
      ),
  )
}
