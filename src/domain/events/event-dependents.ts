import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentSlots } from '#db/schema/content.ts'
import { eventAgenda, eventSlugRedirects, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { eventTasks } from '#db/schema/tasks.ts'

type AgendaRow = typeof eventAgenda.$inferSelect
type TeamRow = typeof eventTeam.$inferSelect & { fullName: string }
type VendorRow = typeof eventVendors.$inferSelect & { vendorName: string }
type SlotRow = Pick<typeof contentSlots.$inferSelect, 'id' | 'place' | 'blockId' | 'position'> & { title: string }
type RedirectRow = Pick<typeof eventSlugRedirects.$inferSelect, 'oldSlug' | 'createdAt'>

type TaskRow = typeof eventTasks.$inferSelect

/** All parts of an event, active or not, in order. People, vendors and the blocks of its own slots with their names. */
export type Dependents = {
  agenda: AgendaRow[]
  team: TeamRow[]
  vendors: VendorRow[]
  redirects: RedirectRow[]
  tasks: TaskRow[]
  slots: SlotRow[]
}

/** Reads all of it as it is now. */
export async function readDependents(db: Db, eventId: string): Promise<Dependents> {
  const agenda = await db
    .select()
    .from(eventAgenda)
    .where(eq(eventAgenda.eventId, eventId))
    .orderBy(asc(eventAgenda.displayOrder), asc(eventAgenda.id))
  const team = await db
    .select({ row: eventTeam, fullName: teamLibrary.fullName })
    .from(eventTeam)
    .innerJoin(teamLibrary, eq(teamLibrary.id, eventTeam.teamLibraryId))
    .where(eq(eventTeam.eventId, eventId))
    .orderBy(asc(eventTeam.displayOrder), asc(eventTeam.id))
  const vendors = await db
    .select({ row: eventVendors, vendorName: vendorLibrary.vendorName })
    .from(eventVendors)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
    .where(eq(eventVendors.eventId, eventId))
    .orderBy(asc(eventVendors.displayOrder), asc(eventVendors.id))
  const { oldSlug, createdAt } = eventSlugRedirects
  const redirects = await db
    .select({ oldSlug, createdAt })
    .from(eventSlugRedirects)
    .where(eq(eventSlugRedirects.eventId, eventId))
    .orderBy(asc(oldSlug))
  const tasks = await db
    .select()
    .from(eventTasks)
    .where(eq(eventTasks.eventId, eventId))
    .orderBy(asc(eventTasks.dueDays), asc(eventTasks.id))
  const { place, blockId, position } = contentSlots
  const slots = await db
    .select({ id: contentSlots.id, place, blockId, position, title: contentBlocks.title })
    .from(contentSlots)
    .innerJoin(contentBlocks, eq(contentBlocks.id, blockId))
    .where(eq(contentSlots.eventId, eventId))
    .orderBy(asc(place), asc(position), asc(contentSlots.id))
  return {
    agenda,
    team: team.map(({ row, fullName }) => ({ ...row, fullName })),
    vendors: vendors.map(({ row, vendorName }) => ({ ...row, vendorName })),
    redirects,
    tasks,
    slots,
  }
}

/** Rows as they are stored: `id` only where a row gets back the one it had. */
export type NewDependents = {
  agenda: (typeof eventAgenda.$inferInsert)[]
  team: (typeof eventTeam.$inferInsert)[]
  vendors: (typeof eventVendors.$inferInsert)[]
  tasks: (typeof eventTasks.$inferInsert)[]
  slots: (typeof contentSlots.$inferInsert)[]
}

/** Adds these parts to an event. Their library rows and blocks must be locked. */
export async function storeDependents(tx: Db, { agenda, team, vendors, tasks, slots }: NewDependents): Promise<void> {
  if (agenda.length > 0) await tx.insert(eventAgenda).values(agenda)
  if (team.length > 0) await tx.insert(eventTeam).values(team)
  if (vendors.length > 0) await tx.insert(eventVendors).values(vendors)
  if (tasks.length > 0) await tx.insert(eventTasks).values(tasks)
  if (slots.length > 0) await tx.insert(contentSlots).values(slots)
}
