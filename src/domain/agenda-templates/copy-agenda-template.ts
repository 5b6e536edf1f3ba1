import type { Db } from '#db/client.ts'
import type { AgendaTemplate } from '#src/contract/agenda-template.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { readAgendaTemplate } from './read-agenda-template.ts'
import { createAgendaTemplate } from './save-agenda-template.ts'

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
