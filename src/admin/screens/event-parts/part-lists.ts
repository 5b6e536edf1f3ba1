import type {
  AddedParts,
  EventAgendaPart,
  EventPart,
  EventPartKind,
  EventParts,
  EventTeamPart,
  EventVendorPart,
} from '#src/contract/event-parts.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { api, ask } from '../../api.ts'

/** One of an event's lists: what people call it, and its calls. Each write answers with the list as it is then. */
export type PartList<Part extends EventPart> = {
  kind: EventPartKind
  noun: string
  nouns: string
  getName: (part: Part) => string
  /** What an entry keeps when it is removed and added again: the id in its library, or its own. */
  getKey: (part: Part) => string
  read: (event: string) => Promise<EventParts<Part>>
  order: (event: string, ids: string[]) => Promise<Changed<EventParts<Part>>>
  activate: (event: string, partId: string, isActive: boolean) => Promise<Changed<EventParts<Part>>>
  remove: (event: string, partId: string) => Promise<Changed<EventParts<Part>>>
  /** Adds an entry that was removed: at its place, and hidden if it was. */
  addAgain: (event: string, part: Part) => Promise<Changed<EventParts<Part>>>
}

/** A list whose entries come out of a library. */
export type LibraryList<Part extends EventPart> = PartList<Part> & {
  add: (event: string, libraryIds: string[]) => Promise<Changed<AddedParts<Part>>>
}

/** One entry of a library that can be added to an event. */
export type Choice = { id: string; name: string; detail: string | null }

const of = api.events[':id']

export const vendorList: LibraryList<EventVendorPart> = {
  kind: 'vendors',
  noun: 'vendor',
  nouns: 'vendors',
  getName: (part) => part.vendorName,
  getKey: (part) => part.vendorLibraryId,
  read: (id) => ask(() => of.vendors.$get({ param: { id } })),
  add: (id, vendorLibraryIds) => ask(() => of.vendors.$post({ param: { id }, json: { vendorLibraryIds } })),
  order: (id, ids) => ask(() => of.vendors.order.$put({ param: { id }, json: { ids } })),
  activate: (id, partId, isActive) =>
    ask(() => of.vendors[':partId'].$patch({ param: { id, partId }, json: { isActive } })),
  remove: (id, partId) => ask(() => of.vendors[':partId'].$delete({ param: { id, partId } })),
  addAgain: (id, { vendorLibraryId, isActive, displayOrder }) =>
    ask(() =>
      of.vendors.$post({ param: { id }, json: { vendorLibraryIds: [vendorLibraryId], isActive, displayOrder } }),
    ),
}

export const teamList: LibraryList<EventTeamPart> = {
  kind: 'team',
  noun: 'team member',
  nouns: 'team members',
  getName: (part) => part.fullName,
  getKey: (part) => part.teamLibraryId,
  read: (id) => ask(() => of.team.$get({ param: { id } })),
  add: (id, teamLibraryIds) => ask(() => of.team.$post({ param: { id }, json: { teamLibraryIds } })),
  order: (id, ids) => ask(() => of.team.order.$put({ param: { id }, json: { ids } })),
  activate: (id, partId, isActive) =>
    ask(() => of.team[':partId'].$patch({ param: { id, partId }, json: { isActive } })),
  remove: (id, partId) => ask(() => of.team[':partId'].$delete({ param: { id, partId } })),
  addAgain: (id, { teamLibraryId, isActive, displayOrder }) =>
    ask(() => of.team.$post({ param: { id }, json: { teamLibraryIds: [teamLibraryId], isActive, displayOrder } })),
}

export const agendaList: PartList<EventAgendaPart> = {
  kind: 'agenda',
  noun: 'agenda entry',
  nouns: 'agenda entries',
  getName: (part) => `${part.timeSlot} ${part.title}`,
  getKey: (part) => part.id,
  read: (id) => ask(() => of.agenda.$get({ param: { id } })),
  order: (id, ids) => ask(() => of.agenda.order.$put({ param: { id }, json: { ids } })),
  activate: (id, partId, isActive) =>
    ask(() => of.agenda[':partId'].$patch({ param: { id, partId }, json: { isActive } })),
  remove: (id, partId) => ask(() => of.agenda[':partId'].$delete({ param: { id, partId } })),
  addAgain: (id, { version: _version, ...part }) => ask(() => of.agenda.$post({ param: { id }, json: part })),
}
