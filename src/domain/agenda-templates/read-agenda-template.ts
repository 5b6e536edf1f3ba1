import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agendaTemplateGroups, agendaTemplateItems, eventConfig } from '#db/schema/events.ts'
import type { AgendaTemplate, AgendaTemplateItem, AgendaTemplateLine } from '#src/contract/agenda-template.ts'
import { Failure } from '#src/contract/failure.ts'
import type { EntryUses } from '#src/contract/library.ts'
import { readUses } from '../library/uses.ts'
import { lineColumns, toLine } from './agenda-template-row.ts'

/** A template with its day. Throws `not_found`. */
export async function readAgendaTemplate(db: Db, id: string): Promise<AgendaTemplate> {
  return { ...(await requireTemplate(db, id)), items: await readItems(db, id) }
}

async function requireTemplate(db: Db, id: string): Promise<AgendaTemplateLine> {
  const [row] = await db.select(lineColumns).from(agendaTemplateGroups).where(eq(agendaTemplateGroups.id, id))
  if (!row) throw new Failure('not_found', 'Agenda template not found.')
  return toLine(row)
}

/** The day of a template, in order. */
async function readItems(db: Db, groupId: string): Promise<AgendaTemplateItem[]> {
  const { timeSlot, title, description, displayOrder, id } = agendaTemplateItems
  return db
    .select({ timeSlot, title, description })
    .from(agendaTemplateItems)
    .where(eq(agendaTemplateItems.groupId, groupId))
    .orderBy(asc(displayOrder), asc(id))
}

/** The events that were made from a template. They keep the agenda they have, whatever becomes of it. Throws `not_found`. */
export async function readAgendaTemplateUses(db: Db, groupId: string): Promise<EntryUses> {
  await requireTemplate(db, groupId)
  const from = eq(eventConfig.agendaTemplateGroupId, groupId)
  return readUses(db, sql`select ${eventConfig.id} as event_id, true as is_active from ${eventConfig} where ${from}`)
}
