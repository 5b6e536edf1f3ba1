import { and, asc, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { agendaTemplateGroups } from '#db/schema/events.ts'
import { matchesWords } from '#db/search.ts'
import type { AgendaTemplateDuplicateQuery, AgendaTemplateLine } from '#src/contract/agenda-template.ts'
import type { Duplicates, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { nameKey } from '../library/keys.ts'
import { lineColumns, toLine } from './agenda-template-row.ts'

const MOST_TWINS = 5
const { id, groupName } = agendaTemplateGroups
const name = sql<string>`lower(${groupName})`

/** Agenda templates by name, each with the length of its day and the number of events that were made from it. */
export async function listAgendaTemplates(db: Db, ask: LibraryQuery): Promise<Page<AgendaTemplateLine>> {
  const rows = await pageOfAgendaTemplates(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toLine, placeOf: (row) => [row.name, row.id] })
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
export async function findAgendaTemplateTwins(db: Db, ask: AgendaTemplateDuplicateQuery): Promise<Duplicates> {
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
