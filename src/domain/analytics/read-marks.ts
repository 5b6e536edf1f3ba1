import { and, between, eq, gte, inArray, isNotNull, like, lt, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { siteBuilds } from '#db/schema/site.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Mark, Span } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { capitalize, plural } from '#src/contract/plural.ts'
import { addDays, dayIn, instantAt, startOfDayAfter } from '#src/contract/wall-clock.ts'
import type { Scope } from './read-scope.ts'

/** The moments at which a period begins and has ended, on the clock of the statistics. */
export function instantsOf({ from, to }: Span): [begin: Date, end: Date] {
  return [new Date(instantAt(from, '00:00', STATISTICS_ZONE)), new Date(startOfDayAfter(to, STATISTICS_ZONE))]
}

/** The day of a moment, on the same clock. */
const dayOf = (at: AnyPgColumn) => sql<PlainDay>`((${at} at time zone ${sql.raw(`'${STATISTICS_ZONE}'`)})::date)::text`

/** So many marks of each kind, and events whose dates can make one. */
const MOST_MARKS = 100
const MOST_EVENTS = 200
/** An early price ends at most so long before its event. */
const LONGEST_AHEAD = 370
/** Mails are planned for a moment and sent within so many days after it. */
const LATEST_MAIL = 7

type MarkedEvent = { id: string; slug: string; name: string; date: PlainDay; deadline: PlainDay | null; zone: string }

/** What we did ourselves in a period that may explain its figures, in the order of the days. */
export async function readMarks(db: Db, scope: Scope): Promise<Mark[]> {
  const events = await listMarkedEvents(db, scope)
  const marks = [
    ...(await readPublishes(db, scope, events)),
    ...events.flatMap((event) => toDates(event)),
    ...(await readMails(db, scope, events)),
  ]
  return marks
    .filter(({ day }) => day >= scope.span.from && day <= scope.span.to)
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.text.localeCompare(b.text))
}

function listMarkedEvents(db: Db, { span, eventId }: Scope): Promise<MarkedEvent[]> {
  const { id, eventSlug, eventName, eventDate, earlyBirdDeadline, eventTimezone, publishedAt } = eventConfig
  return db
    .select({ id, slug: eventSlug, name: eventName, date: eventDate, deadline: earlyBirdDeadline, zone: eventTimezone })
    .from(eventConfig)
    .where(
      and(
        between(eventDate, addDays(span.from, -1), addDays(span.to, LONGEST_AHEAD)),
        isNotNull(publishedAt),
        ne(eventConfig.status, 'cancelled'),
        eventId === null ? undefined : eq(id, eventId),
      ),
    )
    .orderBy(eventDate, id)
    .limit(MOST_EVENTS)
}

/** The day of an event, and the first one on which its early price no longer holds. */
function toDates({ name, date, deadline, zone }: MarkedEvent): Mark[] {
  const event: Mark = { day: date, kind: 'event', text: `${name} takes place` }
  if (deadline === null) return [event]
  const day = dayIn(STATISTICS_ZONE, startOfDayAfter(deadline, zone))
  return [event, { day, kind: 'price', text: `Early price of ${name} has ended` }]
}

/** What editors published and took back. The reason of a build ends with the slug. */
async function readPublishes(db: Db, { span, eventId }: Scope, events: readonly MarkedEvent[]): Promise<Mark[]> {
  const [begin, end] = instantsOf(span)
  const { requestedAt, reason, actor } = siteBuilds
  const rows = await db
    .selectDistinct({ day: dayOf(requestedAt), reason })
    .from(siteBuilds)
    .where(
      and(
        gte(requestedAt, begin),
        lt(requestedAt, end),
        ne(actor, 'schedule'),
        or(
          ...['published %', 'unpublished %', 'cancelled: %', 'postponed: %', 'moved: %'].map((words) =>
            like(reason, words),
          ),
        ),
      ),
    )
    .limit(MOST_MARKS)
  const nameOf = new Map(events.map(({ slug, name }) => [slug, name]))
  return rows.flatMap((row): Mark[] => {
    const [verb = '', slug = ''] = row.reason.split(/:? (?=\S+$)/)
    const name = nameOf.get(slug)
    if (eventId !== null && !name) return []
    return [{ day: row.day, kind: 'publish', text: `${capitalize(verb)}: ${name ?? slug}` }]
  })
}

/** The emails of workflows that were sent about these events: one mark for each workflow, event and day. */
async function readMails(db: Db, { span }: Scope, events: readonly MarkedEvent[]): Promise<Mark[]> {
  if (events.length === 0) return []
  const [begin, end] = instantsOf(span)
  const { eventId, ruleId, sentAt, dueAt, state } = plannedMails
  const day = dayOf(sentAt)
  const rows = await db
    .select({ day, eventId, title: mailRules.title, count: sql<number>`count(*)::int` })
    .from(plannedMails)
    .innerJoin(mailRules, eq(mailRules.id, ruleId))
    .where(
      and(
        inArray(
          eventId,
          events.map(({ id }) => id),
        ),
        gte(dueAt, new Date(begin.getTime() - LATEST_MAIL * 86_400_000)),
        lt(dueAt, end),
        gte(sentAt, begin),
        lt(sentAt, end),
        eq(state, 'sent'),
      ),
    )
    .groupBy(sql`1`, eventId, mailRules.id)
    .limit(MOST_MARKS)
  const nameOf = new Map(events.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    day: row.day,
    kind: 'mail',
    text: `${plural(row.count, 'email')} sent: ${row.title}, ${nameOf.get(row.eventId ?? '') ?? 'an event'}`,
  }))
}
