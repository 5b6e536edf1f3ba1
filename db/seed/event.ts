import { randomUUID } from 'node:crypto'
import type { Db } from '../client.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '../schema/events.ts'
import { fridayBefore, workday } from './calendar.ts'
import { agendas } from './content/agendas.ts'
import { CANARY } from './content/canary.ts'
import type { EventPlan } from './content/event-plan.ts'
import { locations } from './content/locations.ts'
import type { Libraries } from './libraries.ts'

/** Zone of an event without a place, as the database would fill it in. (product 9) */
const DEFAULT_ZONE = 'America/Chicago'

type Setting = { now: number; registrationOrigin: string; libraries: Libraries }

/** Inserts one event with its agenda, team and partners and resolves with its id. Its dates are counted from `now` in its own zone. */
export async function seedEvent(
  tx: Db,
  plan: EventPlan,
  { now, registrationOrigin, libraries }: Setting,
): Promise<string> {
  const id = randomUUID()
  const dates = getDates(plan, now)
  const event = {
    registrationUrl: `${registrationOrigin}/${plan.copy.eventSlug}`,
    agendaTemplateGroupId: plan.agenda ? libraries.agendas[plan.agenda] : null,
    ...getPlace(plan, libraries),
    ...dates,
    ...plan.copy,
  }
  const publishedAt = event.isPublished ? announcedAt(dates.eventDate, now) : null
  await tx.insert(eventConfig).values({ id, ...event, publishedAt, ...(publishedAt && { createdAt: publishedAt }) })
  const ordered = <T extends object>(rows: T[]) =>
    rows.map((row, at) => ({ eventId: id, ...row, displayOrder: at + 1 }))
  if (plan.agenda) await tx.insert(eventAgenda).values(ordered(agendas[plan.agenda].slots))
  const team = libraries.team.slice(0, plan.team).map((teamLibraryId) => ({ teamLibraryId }))
  if (team.length > 0) await tx.insert(eventTeam).values(ordered(team))
  const partners = libraries.partners.slice(0, plan.partners).map((vendorLibraryId) => ({ vendorLibraryId }))
  if (partners.length > 0) await tx.insert(eventVendors).values(ordered(partners))
  return id
}

/** Published this long before its day, as if the demo had been in use before it was made. */
const ANNOUNCED = 16 * 7 * 86_400_000

function announcedAt(day: string, now: number): Date {
  return new Date(Math.min(Date.parse(`${day}T15:00:00Z`) - ANNOUNCED, now))
}

function getPlace({ location }: EventPlan, libraries: Libraries) {
  if (!location) return {}
  const { venueName, venueAddress, city, state } = locations[location]
  return { venueName, venueAddress, city, state, locationId: libraries.locations[location] }
}

/** The day, hours and deadline of a plan, counted from `now` (milliseconds) where the event takes place. */
export function getDates(plan: EventPlan, now: number) {
  const eventTimezone = plan.location ? locations[plan.location].timezone : (plan.copy.eventTimezone ?? DEFAULT_ZONE)
  const day = workday(now, eventTimezone, plan.weeks, plan.weekday)
  if (!plan.location) return { eventDate: day.toString(), eventTimezone }
  return {
    eventDate: day.toString(),
    eventTimezone,
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    earlyBirdDeadline: fridayBefore(day).toString(),
    previousEventDate: plan.movedByWeeks ? day.subtract({ weeks: plan.movedByWeeks }).toString() : null,
  }
}

/** Gives an event one agenda slot, one person and one partner that are not active, as an editor would leave them. */
export async function hideRows(tx: Db, eventId: string, { hidden }: Libraries): Promise<void> {
  const row = { eventId, isActive: false, displayOrder: 99 }
  await tx.insert(eventAgenda).values({ ...row, timeSlot: '4:00pm', title: `Slot ${CANARY}`, description: CANARY })
  await tx.insert(eventTeam).values({ ...row, teamLibraryId: hidden.member })
  await tx.insert(eventVendors).values({ ...row, vendorLibraryId: hidden.partner })
}
