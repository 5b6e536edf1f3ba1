import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agendaTemplateGroups, agendaTemplateItems, eventConfig } from '#db/schema/events.ts'
import type {
  AgendaTemplate,
  AgendaTemplateChange,
  AgendaTemplateItem,
  NewAgendaTemplate,
} from '#src/contract/agenda-template.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { requireVersion } from '../library/versioned.ts'
import { readAgendaTemplate, readAgendaTemplateUses } from './read-agenda-templates.ts'

/**
 * Makes a template with its day. A repeated call returns the existing one. Throws `conflict` for
 * an id that is there with another name or day.
 */
export async function createAgendaTemplate(
  db: Db,
  template: NewAgendaTemplate,
  actor: Actor,
): Promise<Changed<AgendaTemplate>> {
  return db.transaction(async (tx) => {
    const { id, groupName, items } = template
    const made = await tx.insert(agendaTemplateGroups).values({ id, groupName }).onConflictDoNothing().returning()
    if (made.length > 0) {
      await putItems(tx, id, items)
      const after = { groupName, items }
      await recordAudit(tx, actor, {
        action: 'agenda_template.create',
        subjectType: 'agenda_template',
        subjectId: id,
        after,
      })
    }
    const item = await readAgendaTemplate(tx, id)
    if (made.length === 0 && !isSameDay(item, template)) throw new Failure('conflict', STALE)
    return { item, revision: null }
  })
}

/**
 * Saves a template: its name and the whole day, in one step. Events keep the agenda they have, so no page changes.
 * Throws `not_found`, and `conflict` for a stale version.
 */
export async function updateAgendaTemplate(
  db: Db,
  id: string,
  { version, groupName, items }: AgendaTemplateChange,
  actor: Actor,
): Promise<Changed<AgendaTemplate>> {
  return db.transaction(async (tx) => {
    const before = await lockAgendaTemplate(tx, id)
    requireVersion(before, version)
    const after = { groupName, items }
    if (isSameDay(before, after)) return { item: before, revision: null }
    const set = { groupName, version: sql`${agendaTemplateGroups.version} + 1`, lastModifiedAt: sql`now()` }
    await tx.update(agendaTemplateGroups).set(set).where(eq(agendaTemplateGroups.id, id))
    await tx.delete(agendaTemplateItems).where(eq(agendaTemplateItems.groupId, id))
    await putItems(tx, id, items)
    await recordAudit(tx, actor, {
      action: 'agenda_template.update',
      subjectType: 'agenda_template',
      subjectId: id,
      before: { groupName: before.groupName, items: before.items },
      after,
    })
    return { item: await readAgendaTemplate(tx, id), revision: null }
  })
}

/** The template as it is now, kept from others until the transaction ends. Throws `not_found`. */
async function lockAgendaTemplate(tx: Db, id: string): Promise<AgendaTemplate> {
  const isIt = eq(agendaTemplateGroups.id, id)
  const [row] = await tx.select({ id: agendaTemplateGroups.id }).from(agendaTemplateGroups).where(isIt).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.agendaTemplate)
  return readAgendaTemplate(tx, id)
}

type Day = { groupName: string; items: AgendaTemplateItem[] }

function isSameDay(before: Day, after: Day): boolean {
  const words = ({ groupName, items }: Day) => [
    groupName,
    items.map((item) => [item.timeSlot, item.title, item.description]),
  ]
  return JSON.stringify(words(before)) === JSON.stringify(words(after))
}

async function putItems(tx: Db, groupId: string, items: AgendaTemplateItem[]): Promise<void> {
  const rows = items.map((item, index) => ({ ...item, groupId, displayOrder: index + 1 }))
  if (rows.length > 0) await tx.insert(agendaTemplateItems).values(rows)
}

const LONGEST_NAME = 100
const ENDING = ' (copy)'

/** Makes a second template out of one, under an id the caller chooses and a name that says so. Throws `not_found`. */
export async function copyAgendaTemplate(
  db: Db,
  id: string,
  newId: string,
  actor: Actor,
): Promise<Changed<AgendaTemplate>> {
  const { groupName, items } = await readAgendaTemplate(db, id)
  const name = [...groupName].slice(0, LONGEST_NAME - ENDING.length).join('')
  return createAgendaTemplate(db, { id: newId, groupName: `${name}${ENDING}`, items }, actor)
}

/**
 * Deletes a template with its day. Events keep the agenda they have and lose the link alone, which the answer tells and the
 * audit log keeps. Throws `not_found`, and `conflict` for a stale version.
 */
export async function deleteAgendaTemplate(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  return db.transaction(async (tx) => {
    const template = await lockAgendaTemplate(tx, id)
    requireVersion(template, version)
    await refuseInOpenSets(tx, 'agenda_template', id, template.groupName)
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
