import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agendaTemplateGroups, eventConfig } from '#db/schema/events.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { readAgendaTemplateUses } from './read-agenda-template.ts'
import { lockAgendaTemplate } from './save-agenda-template.ts'

/**
 * Deletes a template with its day. Events keep the agenda they have and lose the link alone, which the answer tells and the
 * audit log keeps. Throws `not_found`, and `conflict` for another version than the one decided on.
 */
export async function deleteAgendaTemplate(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  return db.transaction(async (tx) => {
    const template = await lockAgendaTemplate(tx, id)
    requireVersion(template, version)
    const uses = await readAgendaTemplateUses(tx, id)
    const from = eq(eventConfig.agendaTemplateGroupId, id)
    const linked = await tx.select({ id: eventConfig.id }).from(eventConfig).where(from)
    const before = { ...template, eventIds: linked.map((event) => event.id) }
    await tx.delete(agendaTemplateGroups).where(eq(agendaTemplateGroups.id, id))
    const subject = { subjectType: 'agenda_template', subjectId: id }
    await recordAudit(tx, actor, { action: 'agenda_template.delete', ...subject, before })
    return { id, name: template.groupName, uses }
  })
}
