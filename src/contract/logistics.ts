import { formatDay } from './event-dates.ts'
import type { Instant, PlainDay } from './instant.ts'
import {
  type BeforeEvent,
  LOGISTICS_SECTIONS,
  type LogisticsField,
  type LogisticsRole,
  type LogisticsSection,
} from './logistics-sections.ts'
import type { PartnerContact } from './partner-contact.ts'
import { plural } from './plural.ts'
import { addDays, dayIn, instantAt, zoneName } from './wall-clock.ts'

const DAY = 86_400_000

/** A form and its run sheet can be opened until this many days after the end of the event. (decision 0058) */
export const OPEN_DAYS = 7
/** People, their links and everything else about them are deleted this many days after the end. */
export const PEOPLE_KEPT_DAYS = 90
/** After a cancellation everything is deleted after this many days, if that is earlier. */
const CANCELLED_KEPT_DAYS = 3

/** What is answered whatever address a new link was asked for. (security LG2) */
export const NEW_LINK_SENT =
  'If this address belongs to an open form, a new link is on its way. If nothing arrives, ask the organizer.'
/** Refuses an answer to a section that is frozen. */
export const SECTION_FROZEN = 'This section can no longer be changed here. Ask for a change instead.'
/** Refuses a request for a change that needs none. */
export const NOT_FROZEN = 'This section can still be changed directly.'
/** Refuses answers for a workshop that does not take place. */
export const EVENT_CANCELLED = 'This workshop is cancelled. No more answers are needed.'
/** Refuses a submission in which a required answer is missing. */
export const ANSWERS_MISSING = 'Please answer the required questions first.'

/** The value of a field: text, also for days, times and choices, or a number. Null is no answer. */
export type AnswerValue = string | number | null
/** What is stored of a field. The version is that of its last change, and 0 before any. */
export type Answer = { value: AnswerValue; version: number }
/** What is stored of a section, by the names of its fields. */
export type Answers = Readonly<Record<string, Answer>>

/** The sections that people of a role fill in, in order, each with the fields they are asked. */
export function sectionsOf(role: LogisticsRole): LogisticsSection[] {
  return LOGISTICS_SECTIONS.flatMap((section) => {
    const fields = section.fields.filter(({ roles }) => roles?.includes(role) ?? true)
    return section.roles.includes(role) && fields.length > 0 ? [{ ...section, fields }] : []
  })
}

/** The questions that people of a role are asked and those of another are not, by section. */
export function lostWith(
  from: LogisticsRole,
  to: LogisticsRole,
): { section: LogisticsSection; fields: LogisticsField[] }[] {
  const asked = new Set(sectionsOf(to).flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`)))
  return sectionsOf(from).flatMap((section) => {
    const fields = section.fields.filter(({ key }) => !asked.has(`${section.key}.${key}`))
    return fields.length > 0 ? [{ section, fields }] : []
  })
}

/** The required questions of a section that have no answer. */
export function missingIn({ fields }: Pick<LogisticsSection, 'fields'>, answers: Answers): LogisticsField[] {
  return fields.filter(({ key, isRequired }) => isRequired && (answers[key]?.value ?? null) === null)
}

/** An answer as people read it: the label of a choice, a day in words. */
export function answerText({ kind, options = [] }: LogisticsField, value: AnswerValue): string {
  if (value === null) return ''
  if (kind === 'choice') return options.find(([option]) => option === value)?.[1] ?? String(value)
  return kind === 'date' ? formatDay(String(value)) : String(value)
}

type Dated = { eventDate: PlainDay; eventTimezone: string }

/** The moment so many days before an event, on its clock. */
export function momentBefore({ eventDate, eventTimezone }: Dated, { days, at }: BeforeEvent): Instant {
  return instantAt(addDays(eventDate, -days), at, eventTimezone)
}

/** The end of an event, and since when it is cancelled, if it is. */
export type Ending = { endsAt: Instant; cancelledAt: Instant | null }

/** When something ends that lasts so many days after an event. It is computed each time, because events move. (decision 0058) */
export function daysAfter({ endsAt, cancelledAt }: Ending, days: number): Instant {
  const regular = endsAt + days * DAY
  return cancelledAt === null ? regular : Math.min(regular, cancelledAt + CANCELLED_KEPT_DAYS * DAY)
}

/** How long the answers of a section are kept, for the person who gives them; of a workshop that is off, the day alone. */
export function keptSentence(keepDays: number, deletedAt: Instant, { zone, isOff }: { zone: string; isOff: boolean }) {
  if (isOff) return `Deleted on ${formatDay(dayIn(zone, deletedAt))}.`
  return `Kept for ${plural(keepDays, 'day')} after the workshop and deleted on ${formatDay(dayIn(zone, deletedAt))}.`
}

const MOMENT = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** A moment on the clock of an event, with its zone: `Thu, Jan 7, 6:00 PM Central Time`. */
export function formatVenueTime(zone: string, at: Instant): string {
  const words = new Intl.DateTimeFormat('en-US', { ...MOMENT, timeZone: zone }).format(at).replace('\u202f', ' ')
  return `${words} ${zoneName(zone, at)}`
}

/** What became of a saved field: it is stored, or somebody has changed it since. Either way `answer` is what is stored now. */
export type SavedField = { isSaved: boolean; answer: Answer }

/** What became of a change that somebody asked for. */
export type Decision = { isAccepted: boolean; note: string | null; at: Instant }

/** A section as its form shows it. The questions are in `LOGISTICS_SECTIONS`. */
export type FormSection = {
  key: string
  deadlineAt: Instant
  freezeAt: Instant
  deletedAt: Instant
  answers: Answers
  /** What the person asked to change, as long as nobody has decided. */
  requested: Record<string, AnswerValue> | null
  /** What became of their last request; null while nobody has decided, and without one. */
  decision: Decision | null
}

/** What a link to a form opens. (security LG1) */
export type LogisticsForm = {
  now: Instant
  person: {
    id: string
    name: string
    role: LogisticsRole
    submittedAt: Instant | null
    /** When the form was opened before this time. */
    lastOpenedAt: Instant | null
  }
  event: {
    name: string
    day: PlainDay
    times: string
    zone: string
    isCancelled: boolean
    venueName: string | null
    venueAddress: string | null
    city: string | null
    /** Its page; null while it is not published. */
    path: string | null
  }
  /** Until when the link works. */
  openUntil: Instant
  sections: FormSection[]
  /** The lines of the organizers' run sheet about set-up and tear-down, without whose work they are. */
  setup: { when: string; title: string }[]
  agenda: { timeSlot: string; title: string }[]
  /** What hosts say to everybody who works there. */
  shared: { label: string; value: string }[]
  /** Whom to turn to with questions; null if nothing is set. */
  contact: PartnerContact | null
}

/** A person of an event, and how complete their answers are, without any value. */
export type PersonRow = {
  id: string
  name: string
  email: string
  role: LogisticsRole
  state: 'new' | 'sent' | 'opened' | 'started' | 'submitted'
  submittedAt: Instant | null
  lastOpenedAt: Instant | null
  /** When an organizer last reminded them by hand. */
  nudgedAt: Instant | null
  /** Of each section of the role: how many required questions have no answer, whether any has one, and an open request. */
  sections: {
    key: string
    missing: number
    isAnswered: boolean
    hasRequest: boolean
    source: 'web' | 'phone' | 'mail' | null
  }[]
}

/** Somebody who can be added to an event: a person of its team, or a contact of one of its vendors. */
export type Candidate = {
  from: 'team' | 'vendor'
  id: string
  name: string
  email: string
  role: LogisticsRole
  isAdded: boolean
}

/** A contact in one line: `Ada Quill, ada@example.com, +1 555 0100`. */
export function contactLine({ name, email, phone }: PartnerContact): string {
  return [name, email, phone].filter(Boolean).join(', ')
}
