import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { agendaTemplateGroups, agendaTemplateItems, eventConfig } from '#db/schema/events.ts'
import { matchesWords } from '#db/search.ts'
import type {
  AgendaTemplate,
  AgendaTemplateDuplicateQuery,
  AgendaTemplateItem,
  AgendaTemplateLine,
} from '#src/contract/agenda-template.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Duplicates, EntryUses, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { nameKey, readUses } from '../library/entries.ts'

const { id, groupName, version, lastModifiedAt } = agendaTemplateGroups
const uses = eq(eventConfig.agendaTemplateGroupId, id)
const items = eq(agendaTemplateItems.groupId, id)

/** What the list says of a template. */
const lineColumns = {
  id,
  groupName,
  version,
  lastModifiedAt,
  itemCount: sql<number>`(select count(*)::int from ${agendaTemplateItems} where ${items})`,
  uses: sql<number>`(select count(*)::int from ${eventConfig} where ${uses})`,
}

type LineRow = Omit<AgendaTemplateLine, 'lastModifiedAt'> & { lastModifiedAt: Date }

function toLine({ id, groupName, version, itemCount, uses, lastModifiedAt }: LineRow): AgendaTemplateLine {
  return { id, groupName, version, itemCount, uses, lastModifiedAt: lastModifiedAt.getTime() }
}

/** A template with its day. Throws `not_found`. */
export async function readAgendaTemplate(db: Db, id: string): Promise<AgendaTemplate> {
  return { ...(await requireTemplate(db, id)), items: await readItems(db, id) }
}

async function requireTemplate(db: Db, id: string): Promise<AgendaTemplateLine> {
  const [row] = await db.select(lineColumns).from(agendaTemplateGroups).where(eq(agendaTemplateGroups.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.agendaTemplate)
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

const MOST_TWINS = 5
const name = sql<string>`lower(${groupName})`

/** Agenda templates by name, each with the length of its day and the number of events that were made from it. */
export async function listAgendaTemplates(db: Db, ask: LibraryQuery): Promise<Page<AgendaTemplateLine>> {
  const rows = await pageOfAgendaTemplates(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toLine, getPlace: (row) => [row.name, row.id] })
}

/** The question behind `listAgendaTemplates`: one row more than is shown. */
export function pageOfAgendaTemplates(db: Db, { limit, cursor, q }: LibraryQuery) {
  return db
    .select({ ...lineColumns, name })
    .from(agendaTemplateGroups)
    .where(and(matchesWords([groupName], q), cursor && comesAfter([name, id], cursor)))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Templates of the same name but for case and spaces. */
export async function findAgendaTemplateDuplicates(db: Db, ask: AgendaTemplateDuplicateQuery): Promise<Duplicates> {
  const rows = await db
    .select({ id, name: groupName })
    .from(agendaTemplateGroups)
    .where(
      and(sql`${nameKey(groupName)} = ${nameKey(ask.name)}`, ask.except === undefined ? undefined : ne(id, ask.except)),
    )
    .orderBy(asc(name), asc(id))
    .limit(MOST_TWINS)
  return { items: rows.map((row) => ({ ...row, because: 'name' })) }
}
