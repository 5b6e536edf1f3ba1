import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gte, inArray, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { nudges, vendorContacts } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import {
  NO_CONTACT,
  NOTHING_TO_NUDGE,
  STATES_OF,
  VENDOR_NUDGE_HOURS,
  VENDOR_NUDGED,
  type VendorNudge,
} from '#src/contract/task-answer.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { vendorNudged } from '../outbox/templates/vendor-letters.ts'

const PAUSE = VENDOR_NUDGE_HOURS * 3_600_000
/** Tasks that one mail names, the most urgent first. */
const MOST_TASKS = 50

/**
 * Mails every contact of a vendor what is missing for its events, at most once in 48 hours, however many administrators press at once.
 * Throws `not_found`, and `conflict` for a second one in that time, for nothing that is missing, and if nobody has access to the portal.
 */
export async function nudgeVendor(
  db: Db,
  vendorId: string,
  { actor, site, now }: CommandContext,
): Promise<VendorNudge> {
  return db.transaction(async (tx) => {
    const isIt = eq(vendorLibrary.id, vendorId)
    // Of two presses one waits here, and then finds the reminder of the other.
    const [vendor] = await tx.select().from(vendorLibrary).where(isIt).for('no key update')
    if (!vendor) throw new Failure('not_found', NOT_FOUND.vendor)
    const subject = `vendor:${vendorId}`
    const [last] = await tx
      .select({ at: nudges.createdAt })
      .from(nudges)
      .where(eq(nudges.subject, subject))
      .orderBy(desc(nudges.createdAt))
      .limit(1)
    if (last && last.at.getTime() > now - PAUSE) throw new Failure('conflict', VENDOR_NUDGED)
    const missing = await readMissing(tx, vendorId, now)
    const [first] = missing
    if (!first) throw new Failure('conflict', NOTHING_TO_NUDGE)
    const contacts = await readContacts(tx, vendorId)
    if (contacts.length === 0) throw new Failure('conflict', NO_CONTACT)
    const tasks = missing.map(({ title, eventName, dueOn }) => ({ title, eventName, due: formatDay(dueOn) }))
    const [outboxId] = contacts.map(() => randomUUID())
    for (const [at, { name, email: to }] of contacts.entries()) {
      const letter = vendorNudged(site, { name, vendorName: vendor.vendorName, tasks })
      await enqueueMail(tx, { to, ...letter, ...(at === 0 && outboxId && { id: outboxId }) })
    }
    const row = { subject, eventId: first.eventId, sentBy: actor.id, createdAt: new Date(now) }
    await tx.insert(nudges).values({ ...row, ...(outboxId && { outboxId }) })
    const after = { mails: contacts.length, tasks: missing.length }
    await recordAudit(tx, actor, { action: 'vendor.nudge', subjectType: 'vendor', subjectId: vendorId, after })
    return { mails: contacts.length, nudgedAt: now }
  })
}

type Missing = { title: string; eventId: string; eventName: string; dueOn: PlainDay }

/** What a vendor has not handed in for events that are published, take place and are not over, by the day it is due. */
async function readMissing(tx: Db, vendorId: string, now: Instant): Promise<Missing[]> {
  const { title, dueDays, state, assigneeId, assigneeType } = eventTasks
  const { id: eventId, eventName, eventDate, isPublished, status } = eventConfig
  // No zone is a whole day behind.
  const yesterday = addDays(dayIn('UTC', now), -1)
  const rows = await tx
    .select({ title, dueDays, eventId, eventName, eventDate })
    .from(eventTasks)
    .innerJoin(eventConfig, eq(eventConfig.id, eventTasks.eventId))
    .where(
      and(
        and(eq(assigneeType, 'vendor'), eq(assigneeId, vendorId), inArray(state, [...STATES_OF.missing])),
        and(eq(isPublished, true), ne(status, 'cancelled'), gte(eventDate, yesterday)),
      ),
    )
    .orderBy(asc(eventDate), asc(dueDays), asc(eventTasks.id))
    .limit(MOST_TASKS)
  return rows.map(({ dueDays: days, eventDate: day, ...row }) => ({ ...row, dueOn: addDays(day, days) }))
}

async function readContacts(tx: Db, vendorId: string): Promise<{ name: string; email: string }[]> {
  const { name, email, state } = vendorContacts
  return tx
    .select({ name, email })
    .from(vendorContacts)
    .where(and(eq(vendorContacts.vendorId, vendorId), eq(state, 'active')))
    .orderBy(asc(vendorContacts.createdAt))
}
