import { z } from 'zod'
import type { AgendaItem } from './event.ts'
import { optionalText, text } from './text.ts'

/** What screen readers announce once an entry was moved by keyboard; the position follows. */
export const DROPPED_AT = 'was dropped at'

/** What the lineup says once visitors see a change; the number of the revision follows. */
export const LIVE_IN_REVISION = 'Your change is live in revision'

/** Shown for a logo or photo that cannot be loaded. */
export const CANNOT_LOAD = 'cannot be loaded. Visitors do not see it.'

/** Refuses a change that names no version. */
export const GIVE_VERSION = 'Give the version of the entry that this change is based on'

/** Refuses a change of nothing. */
export const CHOOSE_CHANGE = 'Choose what to change'

/** What the library says of an entry that the event has. */
export const ALREADY_ON_EVENT = 'Already on this event'

/** The lists of an event that editors put in order. */
const EVENT_PARTS = ['vendors', 'team', 'agenda'] as const
export type EventPartKind = (typeof EVENT_PARTS)[number]

/** Each list of an event has at most this many entries, and one request adds at most as many. */
export const MOST_PARTS = 100

/** One entry of such a list. Visitors see the active ones, in order; `displayOrder` counts from 1 without gaps. (product 4, 7) */
export type EventPart = { id: string; isActive: boolean; displayOrder: number }

export type EventVendorPart = EventPart & {
  vendorLibraryId: string
  vendorName: string
  logoUrl: string | null
  websiteUrl: string | null
}

export type EventTeamPart = EventPart & {
  teamLibraryId: string
  fullName: string
  title: string
  photoUrl: string | null
  credentials: string | null
}

/** `version` is the version of the row's text: an edit says which text it was made from. */
export type EventAgendaPart = EventPart & AgendaItem & { version: string }

export type PartOf = { vendors: EventVendorPart; team: EventTeamPart; agenda: EventAgendaPart }

/** A whole list, active and inactive, in order, and the event it belongs to. `version` is the version of the list. */
export type EventParts<Part extends EventPart> = {
  event: { id: string; eventName: string; eventSlug: string; isPublished: boolean }
  items: Part[]
  version: string
}

/** The list after adding. `alreadyThere` names those that were left as they are. */
export type AddedParts<Part extends EventPart> = EventParts<Part> & { alreadyThere: string[] }

const ids = (label: string) =>
  z
    .array(z.uuid(`${label}: not in the library`))
    .min(1, `Choose at least one ${label}`)
    .max(MOST_PARTS, `Choose at most ${MOST_PARTS}`)

/** How entries are added: shown unless it says otherwise, at `displayOrder`, which counts from 1, or else at the end. */
const asAdded = { isActive: z.boolean().default(true), displayOrder: z.int().min(1).max(MOST_PARTS).optional() }

/** `POST /api/admin/events/:id/vendors`: one or several, in the order in which to add them. */
export const vendorsToAdd = z.strictObject({ vendorLibraryIds: ids('vendor'), ...asAdded })

/** `POST /api/admin/events/:id/team` */
export const teamToAdd = z.strictObject({ teamLibraryIds: ids('team member'), ...asAdded })

/** `PATCH …/:partId` of a vendor or a team member. */
export const partPatch = z.strictObject({ isActive: z.boolean() })

/** `PUT …/order`: every entry of the list, in its new order. */
export const partOrder = z.strictObject({ ids: z.array(z.uuid()).max(MOST_PARTS) })

/** The words of one entry of the day, as forms send them. */
export const agendaInput = z.strictObject({
  timeSlot: text(1, 50, 'Time'),
  title: text(1, 200, 'Title'),
  description: optionalText(1000, 'Description'),
})
export type AgendaInput = z.input<typeof agendaInput>

/** `POST /api/admin/events/:id/agenda`: one more. The form chooses its id, so that a double click makes one. */
export const newAgendaItem = agendaInput.extend({ id: z.uuid(), ...asAdded })

/** `PATCH …/agenda/:partId`: what is named changes. Words come with the `version` of the entry they were made from. */
export const agendaPatch = z
  .strictObject({
    version: z.string().max(64).optional(),
    timeSlot: text(1, 50, 'Time').optional(),
    title: text(1, 200, 'Title').optional(),
    description: text(0, 1000, 'Description').nullable().optional(),
    isActive: z.boolean().optional(),
  })
  .refine(({ version: _version, ...changes }) => Object.keys(changes).length > 0, CHOOSE_CHANGE)
  .refine(
    ({ version, timeSlot, title, description }) =>
      version !== undefined || (timeSlot === undefined && title === undefined && description === undefined),
    { path: ['version'], message: GIVE_VERSION },
  )

/**
 * `PUT /api/admin/events/:id/agenda`: the whole day. `version` is that of the list it was compared with; a list that has
 * changed since answers 409. Entries with an id of the list are kept and changed, those without one are new, and all others are removed.
 */
export const agendaReplacement = z.strictObject({
  version: z.string().max(64),
  items: z
    .array(agendaInput.extend({ id: z.uuid().optional(), isActive: z.boolean().default(true) }))
    .max(MOST_PARTS, `An agenda has at most ${MOST_PARTS} entries`),
})
export type AgendaReplacement = z.input<typeof agendaReplacement>
