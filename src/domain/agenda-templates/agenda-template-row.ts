import { eq, sql } from 'drizzle-orm'
import { agendaTemplateGroups, agendaTemplateItems, eventConfig } from '#db/schema/events.ts'
import type { AgendaTemplateLine } from '#src/contract/agenda-template.ts'

const { id, groupName, version, lastModifiedAt } = agendaTemplateGroups
const uses = eq(eventConfig.agendaTemplateGroupId, id)
const items = eq(agendaTemplateItems.groupId, id)

/** What the list says of a template. */
export const lineColumns = {
  id,
  groupName,
  version,
  lastModifiedAt,
  itemCount: sql<number>`(select count(*)::int from ${agendaTemplateItems} where ${items})`,
  uses: sql<number>`(select count(*)::int from ${eventConfig} where ${uses})`,
}

type LineRow = Omit<AgendaTemplateLine, 'lastModifiedAt'> & { lastModifiedAt: Date }

export function toLine({ id, groupName, version, itemCount, uses, lastModifiedAt }: LineRow): AgendaTemplateLine {
  return { id, groupName, version, itemCount, uses, lastModifiedAt: lastModifiedAt.getTime() }
}
