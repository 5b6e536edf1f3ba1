import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import { mailCorrections } from '#db/schema/workflows.ts'
import type { EventTimeline, TimelineEntry } from '#src/contract/event-timeline.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isCalledOff } from '#src/contract/landing-copy.ts'
import { getPhases } from '#src/contract/phases.ts'
import { startOfDayAfter } from '#src/contract/wall-clock.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { listTasks } from '../event-tasks/read-tasks.ts'
import { findRow } from '../events/create-event.ts'
import { type EventRow, toEventConfig } from '../events/read-event-parts.ts'
import { listShareLinks } from '../events/share-preview.ts'
import { readOpenCorrection } from '../mail-corrections/open-correction.ts'
import { readMailEntries, readRulesHere } from './mail-entries.ts'

/** The latest changes and decisions that are shown. */
const MOST_CHANGES = 30
/** The tasks that are shown: those to do come before those that are over. The tab “Tasks” has them all. */
const MOST_TASKS = 100

/** What happened to an event and what happens next, sorted by time. Throws `not_found`. */
export async function readTimeline(db: Db, eventId: string, now: Instant): Promise<EventTimeline> {
  const row = await findRow(db, eventId)
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  const changes = await readChanges(db, row)
  const tasks = await readTasks(db, row)
  const links = await listShareLinks(db, eventId, now)
  const entries: TimelineEntry[] = [
    ...listBoundaries(row),
    ...(await readMailEntries(db, eventId)),
    ...tasks.slice(0, MOST_TASKS),
    ...changes.slice(0, MOST_CHANGES),
    ...links.map(({ expiresAt, note }) => ({ kind: 'link' as const, at: expiresAt, note })),
    ...(await readDecisions(db, eventId)),
  ]
  return {
    now,
    timeZone: row.eventTimezone,
    entries: entries.toSorted((a, b) => a.at - b.at),
    hasOlder: changes.length > MOST_CHANGES,
    hasMoreTasks: tasks.length > MOST_TASKS,
    rules: await readRulesHere(db, eventId),
    correction: (await readOpenCorrection(db, row, now)) ?? null,
  }
}

/** When the page changes by itself; never for an event that is called off. */
function listBoundaries(row: EventRow): TimelineEntry[] {
  const event = toEventConfig(row)
  if (isCalledOff(event)) return []
  const { earlyBirdEndsAt, startsAt, endsAt } = getPhases(event)
  const boundary = (what: 'early bird ends' | 'starts' | 'ends', at: Instant) => ({
    kind: 'boundary' as const,
    what,
    at,
  })
  return [
    ...(earlyBirdEndsAt === undefined ? [] : [boundary('early bird ends', earlyBirdEndsAt)]),
    boundary('starts', startsAt),
    boundary('ends', endsAt),
  ]
}

/** A task that is done is where it was done; any other one is at the end of the day on which it is due. */
async function readTasks(db: Db, { id, eventTimezone }: EventRow): Promise<TimelineEntry[]> {
  const tasks = await listTasks(db, id, MOST_TASKS + 1)
  return tasks.map((task) => ({ kind: 'task', at: task.doneAt ?? startOfDayAfter(task.dueOn, eventTimezone), task }))
}

/**
 * The latest changes of the event, each with the build that shows it: it was queued in the transaction that the change is written
 * down in, by the same person, and its reason names the event.
 */
async function readChanges(db: Db, { id: eventId, eventSlug }: EventRow): Promise<TimelineEntry[]> {
  const { id, at, action, actor, after, before, subjectType, subjectId } = auditLog
  const slug = sql`coalesce(${after} ->> 'eventSlug', ${before} ->> 'eventSlug', ${eventSlug})`
  const build = sql<Build | null>`(
    select json_build_object('id', b.id, 'state', b.state, 'finishedAt', b.finished_at) from site_builds b
    where b.requested_at between ${at} - interval '15 seconds' and ${at} and b.actor = ${actor}
      and strpos(b.reason, ${slug}) > 0
    order by b.requested_at desc limit 1)`
  const rows = await db
    .select({ at, action, actor, build })
    .from(auditLog)
    .where(sql`${subjectType} = 'event' and ${eq(subjectId, eventId)} and ${action} not like 'event.correction.%'`)
    .orderBy(desc(id))
    .limit(MOST_CHANGES + 1)
  const names = await readUsernames(
    db,
    rows.map((row) => row.actor),
  )
  const shown = new Set<string>()
  // Oldest first: the next change of the same person within seconds has another build, or none.
  const changes = rows.toReversed().map((row): TimelineEntry => {
    const own = row.build && !shown.has(row.build.id) ? row.build : null
    if (own) shown.add(own.id)
    const finishedAt = own?.finishedAt ? Date.parse(own.finishedAt) : null
    return {
      kind: 'change',
      at: row.at.getTime(),
      action: row.action,
      by: actorName(names, row.actor),
      build: own && { state: own.state, finishedAt },
    }
  })
  return changes.toReversed()
}

type Build = { id: string; state: string; finishedAt: string | null }

async function readDecisions(db: Db, eventId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .select()
    .from(mailCorrections)
    .where(eq(mailCorrections.eventId, eventId))
    .orderBy(desc(mailCorrections.createdAt))
    .limit(MOST_CHANGES)
  const names = await readUsernames(
    db,
    rows.map(({ decidedBy }) => decidedBy),
  )
  return rows.map(({ createdAt, decision, people, note, decidedBy }) => ({
    ...{ kind: 'correction' as const, at: createdAt.getTime(), decision, people, note },
    by: actorName(names, decidedBy),
  }))
}
