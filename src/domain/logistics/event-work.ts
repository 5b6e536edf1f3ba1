import { and, asc, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveries, logisticsAnswers, logisticsPeople, runItems } from '#db/schema/logistics.ts'
import { eventTasks, taskSubmissions } from '#db/schema/tasks.ts'

/**
 * The work around an event that can be restored after it was deleted: its own lines of the run sheet and the organizers' own
 * deliveries. Whose work a line is and who received a delivery are left out: the audit log is kept longer than what people said.
 */
export async function readWork(db: Db, eventId: string) {
  const { id, days, startsAt, minutes, title, kind } = runItems
  const items = await db
    .select({ id, days, startsAt, minutes, title, kind })
    .from(runItems)
    .where(eq(runItems.eventId, eventId))
    .orderBy(asc(days), asc(startsAt), asc(id))
  const { carrier, tracking, pieces, expectedOn, expectedAt, receivedAt, storage } = deliveries
  const shipped = { carrier, tracking, pieces, expectedOn, expectedAt, receivedAt, storage }
  const own = await db
    .select({ id: deliveries.id, title: deliveries.title, ...shipped })
    .from(deliveries)
    .where(and(eq(deliveries.eventId, eventId), isNull(deliveries.personId), eq(deliveries.enteredBy, 'organizer')))
    .orderBy(asc(deliveries.id))
  return { runItems: items, deliveries: own }
}

/** What goes for good when an event is deleted: what people answered and shipped, and what was handed in for its tasks. */
export async function readUnrestorable(db: Db, eventId: string) {
  const ofPeople = db
    .select({ id: logisticsPeople.id })
    .from(logisticsPeople)
    .where(eq(logisticsPeople.eventId, eventId))
  const [answered] = await db
    .select({ count: count() })
    .from(logisticsAnswers)
    .where(sql`${logisticsAnswers.personId} in ${ofPeople}`)
  const isTheirs = or(isNotNull(deliveries.personId), eq(deliveries.enteredBy, 'person'))
  const handedIn = await db
    .selectDistinct({ id: eventTasks.id })
    .from(taskSubmissions)
    .innerJoin(eventTasks, eq(eventTasks.id, taskSubmissions.taskId))
    .where(eq(eventTasks.eventId, eventId))
    .orderBy(eventTasks.id)
  return {
    lost: {
      people: await db.$count(logisticsPeople, eq(logisticsPeople.eventId, eventId)),
      answers: answered?.count ?? 0,
      theirDeliveries: await db.$count(deliveries, and(eq(deliveries.eventId, eventId), isTheirs)),
      handedIn: handedIn.length,
    },
    /** The ids of the tasks that something was handed in for. */
    answeredTasks: handedIn.map(({ id }) => id),
  }
}

type Work = Awaited<ReturnType<typeof readWork>>

/** Adds these lines and deliveries to an event. */
export async function storeWork(tx: Db, eventId: string, work: Work): Promise<void> {
  if (work.runItems.length > 0) await tx.insert(runItems).values(work.runItems.map((one) => ({ ...one, eventId })))
  if (work.deliveries.length > 0)
    await tx.insert(deliveries).values(work.deliveries.map((one) => ({ ...one, eventId })))
}
