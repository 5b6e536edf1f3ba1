import type { Changed } from '#src/contract/changed.ts'
import type { AgendaInput, EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { api, ask } from '../../api.ts'

const { agenda } = api.events[':id']

type Saved = { id: string; version: string | undefined; words: AgendaInput }

/** Stores an entry of the day: a new one under the id its form chose, or other words in place of those of `version`. */
export function saveAgendaItem(
  event: string,
  { id, version, words }: Saved,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  if (version === undefined) return ask(() => agenda.$post({ param: { id: event }, json: { id, ...words } }))
  return ask(() => agenda[':partId'].$patch({ param: { id: event, partId: id }, json: { version, ...words } }))
}
