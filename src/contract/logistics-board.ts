import { z } from 'zod'
import { plainDay } from './event.ts'
import type { Instant, PlainDay } from './instant.ts'
import { entryVersion } from './library.ts'
import type { Answers, AnswerValue, PersonRow } from './logistics.ts'
import { fieldKey, fieldValue, formToken, newPerson, plainTime } from './logistics-input.ts'
import { LOGISTICS_ROLES } from './logistics-sections.ts'
import { pageFields } from './page.ts'
import type { EventContact } from './partner-contact.ts'
import { optionalText, text } from './text.ts'
import { instantAt, startOfDayAfter } from './wall-clock.ts'

/** Hours after which somebody can be reminded again. */
export const NUDGE_PAUSE_HOURS = 48

/** Refuses a second link within a minute, which a double click asks for. */
export const LINK_JUST_SENT = 'A link was sent less than a minute ago.'
/** Refuses a nudge that would be the second within 48 hours. */
export const NUDGED_RECENTLY = `This person was reminded within the last ${NUDGE_PAUSE_HOURS} hours.`
/** Rejects a reminder when nothing is missing. */
export const NOTHING_MISSING = 'Nothing is missing.'
/** Refuses a nudge for somebody from whom something is missing in closed sections alone, which they can no longer answer. */
export const MISSING_IS_CLOSED = 'What is missing is in closed sections. Ask them, and answer for them.'
/** Refuses a nudge for somebody who was never sent a link, or whose links were revoked. */
export const NO_LINK_YET = 'They have no link yet.'
/** Refuses a decision about a request that somebody has decided or replaced. */
export const REQUEST_DECIDED = 'This request has already been decided or replaced.'
/** Rejects reading a sensitive section outside the audited call, and a plain section inside it. */
export const NOT_SENSITIVE = 'This section is not sensitive.'

/** Where the list of people goes on: role, name in small letters, id. */
const personPlace = z.tuple([z.string().max(40), z.string().max(400), z.uuid()])

/** `GET /api/admin/events/:id/logistics`. `missing=yes` leaves out people from whom no required answer is missing. */
export const boardQuery = z.strictObject({
  ...pageFields(personPlace),
  role: z.enum(LOGISTICS_ROLES).optional(),
  missing: z.literal('yes').optional(),
})

const role = z.enum(LOGISTICS_ROLES, 'Choose a role')
/** The most people that one call adds. */
export const MOST_ADDED = 100
/** Body of `POST …/logistics/people`: people of the team, contacts of vendors, or somebody who is typed in. */
export const newPeople = z.strictObject({
  people: z
    .array(z.union([z.strictObject({ from: z.enum(['team', 'vendor']), id: z.uuid(), role }), newPerson]))
    .min(1, 'Choose at least one person')
    .max(MOST_ADDED, `Add at most ${MOST_ADDED} people at a time`),
})
export type NewPeople = z.output<typeof newPeople>

/** Body of `PATCH …/people/:personId`, with the version of the answers that were seen: some may be deleted. */
export const personChange = z.strictObject({ role, version: z.int().min(1) })
export type PersonChange = z.output<typeof personChange>

/** Body of `POST …/people/:personId/read`: the sensitive section that is read, which is audited. */
export const sectionInput = z.strictObject({ section: fieldKey })

/** Body of `POST …/people/:personId/answers`: what somebody said on the phone or in a mail. */
export const onBehalfInput = z.strictObject({
  section: fieldKey,
  field: fieldKey,
  value: fieldValue,
  version: z.int().min(0),
  source: z.enum(['phone', 'mail'], 'Choose how they told you'),
})
export type OnBehalfInput = z.output<typeof onBehalfInput>

/** Body of `POST …/requests/:requestId`. `version` is that of the person's answers which were seen. */
export const requestDecision = z.strictObject({
  decision: z.enum(['accepted', 'declined']),
  note: text(0, 1000, 'Note').default(''),
  version: z.int().min(1),
})
export type RequestDecision = z.input<typeof requestDecision>

/** Body of `POST …/export.csv`: the sensitive sections that are asked for by name, which is audited. */
export const sensitiveExport = z.strictObject({ sections: z.array(fieldKey).min(1).max(20) })

/** Body of `POST …/nudges`: these people, or with null everybody from whom something is missing. */
export const nudgeInput = z.strictObject({ personIds: z.array(z.uuid()).min(1).max(100).nullable() })
/** What became of nudges: how many went out, and why others did not. */
export type NudgeOutcome = { sent: number; refused: { id: string; name: string; refusal: string }[] }

/** How far an event is, over all its people. */
export type BoardSummary = {
  timeZone: string
  day: PlainDay
  now: Instant
  people: number
  /** People from whom a required answer is missing. */
  missing: number
  /** People who have not been sent their link. */
  unsent: number
  submitted: number
  requests: number
  /** Deliveries that were expected and have not arrived. */
  late: number
  contact: EventContact
}

/** A section of a person, as the organizers see it. Of a sensitive one no value is here. */
export type PersonSection = {
  key: string
  freezeAt: Instant
  deletedAt: Instant
  isFrozen: boolean
  /** Null for a sensitive section that was not asked for. */
  answers: Answers | null
  /** Whether any field has an answer. */
  isAnswered: boolean
  source: 'web' | 'phone' | 'mail' | null
  request: {
    id: string
    createdAt: Instant
    fields: string[]
    /** Null for a sensitive section that was not asked for. */
    values: Record<string, AnswerValue> | null
  } | null
}

/** Who changed which field and when, without values. */
export type LogisticsChange = { id: string; section: string; field: string; by: string; at: Instant }

/** One person of an event, for the organizers. */
export type PersonDetail = {
  person: Omit<PersonRow, 'sections'> & { version: number; hasLink: boolean }
  timeZone: string
  isCancelled: boolean
  sections: PersonSection[]
  changes: LogisticsChange[]
}

/** A sensitive section after it was asked for. */
export type OpenedSection = Pick<PersonSection, 'key'> & {
  answers: Answers
  values: Record<string, AnswerValue> | null
}

const deliveryFields = {
  title: text(1, 200, 'What it is'),
  /** Somebody of the event who sends it; null for one of the organizers' own. */
  personId: z.uuid('Choose someone on this event').nullable(),
  carrier: optionalText(100, 'Carrier'),
  tracking: optionalText(100, 'Tracking number'),
  pieces: z.int('Enter a whole number').min(1, 'At least 1 piece').max(999, 'At most 999 pieces'),
  /** Both on the clock of the event. */
  expectedOn: plainDay.nullable(),
  expectedAt: plainTime.nullable(),
}
/** Body of `POST …/deliveries`. The form chooses the id, so that a double click makes one. */
export const newDelivery = z.strictObject({ id: z.uuid(), ...deliveryFields })
export type NewDelivery = z.output<typeof newDelivery>
/** Body of `PATCH …/deliveries/:deliveryId`: the whole form again, with the version it was filled from. */
export const deliveryChange = z.strictObject({ ...deliveryFields, version: entryVersion })
export type DeliveryChange = z.output<typeof deliveryChange>
/** Body of `POST …/deliveries/:deliveryId/receipt`. */
export const deliveryReceipt = z.strictObject({
  isReceived: z.boolean(),
  receivedBy: optionalText(100, 'Received by'),
  storage: optionalText(200, 'Storage location'),
  version: entryVersion,
})
export type DeliveryReceipt = z.output<typeof deliveryReceipt>

/** Something that is shipped to the venue. */
export type Delivery = NewDelivery & {
  eventId: string
  personName: string | null
  receivedAt: Instant | null
  receivedBy: string | null
  storage: string | null
  /** `person` where somebody added it on their own logistics page. */
  enteredBy: 'organizer' | 'person'
  version: number
}

/** The most deliveries that one person has at an event. */
export const MOST_OWN_DELIVERIES = 20
/** Refuses to change or remove a delivery that an organizer has marked as received. */
export const DELIVERY_ARRIVED = 'This delivery has arrived and can no longer be changed here.'

const { personId: _sender, ...ownFields } = deliveryFields
/** Body of `POST /api/logistics/deliveries/add`. The page chooses the id, so that a double click makes one. */
export const ownDelivery = formToken.extend({ id: z.uuid(), ...ownFields })
/** Body of `POST /api/logistics/deliveries/change`: the whole form again, with the version it was filled from. */
export const ownDeliveryChange = ownDelivery.extend({ version: entryVersion })
/** Body of `POST /api/logistics/deliveries/remove`. */
export const ownDeliveryRemoval = formToken.extend({ id: z.uuid(), version: entryVersion })

/** A delivery as the person who sends it sees it. */
export type OwnDelivery = Omit<Delivery, 'eventId' | 'personId' | 'personName' | 'enteredBy'>

/** Whether a delivery was expected before now and has not arrived. A day without a time lasts until its end, in the zone of the event. */
export function isLate(
  { expectedOn, expectedAt, receivedAt }: Pick<Delivery, 'expectedOn' | 'expectedAt' | 'receivedAt'>,
  timeZone: string,
  now: Instant,
): boolean {
  if (expectedOn === null || receivedAt !== null) return false
  return now >= (expectedAt ? instantAt(expectedOn, expectedAt, timeZone) : startOfDayAfter(expectedOn, timeZone))
}

/** Body of `POST /api/admin/logistics-mails/test`: whose data the mails have. It names no recipient. (security LG11) */
export const logisticsTestInput = z.strictObject({ eventId: z.uuid(), personId: z.uuid() })
export type LogisticsTestInput = z.output<typeof logisticsTestInput>

/** What was sent: each mail with the placeholders that had no value, by their names. */
export type LogisticsTest = {
  /** The administrator's own address. */
  sentTo: string
  mails: { template: string; title: string; subject: string; empty: string[] }[]
}
