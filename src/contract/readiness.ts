import { draftEvent, type EventDraft } from './draft-event.ts'
import { type EventConfig, type EventRows, eventInput, plainDay } from './event.ts'
import { FALLBACK } from './fallback-copy.ts'
import { type Landing, toLanding } from './landing.ts'
import { PAGE_ADDRESS } from './slug.ts'
import { isTimeZone } from './time-zone.ts'
import { isWebAddress } from './url.ts'

/** Introduces the fields that keep an event from being saved. */
export const FIX_FIELDS = 'Fix these fields'

/** What a required field lacks that is empty. */
const REQUIRED_FIELD = 'Required'

/** The state of a field: filled, missing for a save, shown with our fallback, or left out of the page. */
type ReadinessState = 'done' | 'missing' | 'fallback' | 'left out'

/** One line of the list before publishing. `note` says what is wrong, or what the page shows instead. */
export type ReadinessItem = { field: ReadinessField; label: string; state: ReadinessState; note: string | null }

type PartField = 'agenda' | 'team' | 'vendors'
export type ReadinessField = keyof EventDraft | PartField

/** Without these nothing is saved, so nothing is published. (product 5) */
const REQUIRED = {
  eventName: 'Event name',
  eventSlug: PAGE_ADDRESS,
  eventDate: 'Date',
  eventTimeStart: 'Start time',
  eventTimeEnd: 'End time',
  eventTimezone: 'Time zone',
  registrationUrl: 'Registration URL',
  earlyBirdPrice: 'Early bird price',
} as const satisfies Partial<Record<keyof EventDraft, string>>

/** What the page says instead of an empty field; null where it then says nothing. (product 9) */
const INSTEAD = {
  venueName: ['Venue', ({ hero }) => hero.venue.name],
  venueAddress: ['Venue address', () => null],
  city: ['City', () => null],
  earlyBirdDeadline: ['Early bird deadline', () => 'The early bird price holds until the workshop starts'],
  standardPrice: ['Standard price', () => "The registration page shows today's price"],
  includedCourseName: ['Included course', () => FALLBACK.includedCourseName],
  heroTitle: ['Hero title', ({ hero }) => hero.title],
  heroSubtitle: ['Hero subtitle', ({ hero }) => hero.subtitle],
  heroCtaText: ['Button text', () => FALLBACK.heroCtaText],
  workshopBenefits: ['Benefits', ({ why }) => why.benefits.join(' · ')],
  workshopDeliverables: ["What you'll learn", ({ agenda }) => agenda?.learn.join(' · ') ?? null],
  downtimeReductionClaim: ['Downtime claim', ({ why }) => why.downtimeReductionClaim],
  conservativeRoiPercentage: ['ROI percentage', ({ why }) => why.roi],
  downtimeSource: ['Source of the downtime claim', ({ why }) => why.downtimeSource],
  roiSource: ['Source of the ROI percentage', ({ why }) => why.roiSource],
  metaTitle: ['Page title', ({ meta }) => meta.title],
  metaDescription: ['Page description', ({ meta }) => meta.description],
} as const satisfies Partial<Record<keyof EventDraft, [label: string, shown: (landing: Landing) => string | null]>>

type Setting = { registrationOrigin: string; parts: Omit<EventRows, 'event'> }

/**
 * What an event still needs, field by field: first what keeps it from being saved and published, then what its page shows
 * in place of empty fields. Both come from the very schema and page that save and show it. (product 5, 9)
 */
export function readiness(draft: EventDraft, { registrationOrigin, parts }: Setting): ReadinessItem[] {
  const faults = getFaults(draft, registrationOrigin)
  const event = draftEvent(draft)
  const landing = event && toLanding({ event, ...parts }, 0)
  const required = toEntries(REQUIRED).map(([field, label]): ReadinessItem => {
    const note = faults.get(field) ?? null
    return { field, label, state: note === null ? 'done' : 'missing', note }
  })
  const others = [...faults].flatMap(([field, note]): ReadinessItem[] =>
    field in REQUIRED || field in INSTEAD ? [] : [{ field, label: getFieldLabel(field), state: 'missing', note }],
  )
  const optional = toEntries(INSTEAD).map(([field, [label, shown]]): ReadinessItem => {
    const fault = faults.get(field)
    if (fault !== undefined) return { field, label, state: 'missing', note: fault }
    return { field, label, ...shownFor(draft[field], landing && shown(landing)) }
  })
  return [...required, ...others, ...optional, ...getParts(parts)]
}

/** A stored event as the form would send it. */
export function toDraft(event: EventConfig): EventDraft {
  const { id: _id, publishedAt: _publishedAt, version: _version, updatedAt: _updatedAt, ...fields } = event
  // The form leaves an empty value of the course out, too.
  return { ...fields, courseValue: fields.courseValue ?? undefined } as EventDraft
}

/** True when nothing is in the way of publishing. */
export function isReady(items: readonly ReadinessItem[]): boolean {
  return items.every(({ state }) => state !== 'missing')
}

/** The first fault of each field. */
function getFaults(draft: EventDraft, registrationOrigin: string): Map<keyof EventDraft, string> {
  const parsed = eventInput(registrationOrigin).safeParse(draft)
  const faults = new Map<keyof EventDraft, string>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as keyof EventDraft
    if (!faults.has(field)) faults.set(field, isEmpty(draft[field]) ? REQUIRED_FIELD : message)
  }
  return faults
}

function shownFor(value: unknown, instead: string | null): Pick<ReadinessItem, 'state' | 'note'> {
  if (!isEmpty(value)) return { state: 'done', note: null }
  return instead === null ? { state: 'left out', note: null } : { state: 'fallback', note: instead }
}

function getParts({ agenda, team, vendors }: Setting['parts']): ReadinessItem[] {
  return [
    { field: 'agenda', label: 'Agenda', ...shownFor(agenda, 'The standard agenda with nine entries') },
    { field: 'team', label: 'Team', ...shownFor(team, null) },
    { field: 'vendors', label: 'Partners', ...shownFor(vendors, null) },
  ]
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === '' || Number.isNaN(value)
}

function getFieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toEntries<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}

/**
 * What keeps an event from being published, as nouns for a sentence; empty when nothing does.
 * Only what no page can do without counts: for the rest there is fallback copy. (product 9)
 */
export function missingForPublishing(
  event: Pick<EventConfig, 'registrationUrl' | 'eventDate' | 'eventTimezone' | 'eventTimeStart' | 'eventTimeEnd'>,
): string[] {
  const { registrationUrl, eventDate, eventTimezone, eventTimeStart, eventTimeEnd } = event
  return [
    ...(registrationUrl !== null && isWebAddress(registrationUrl) ? [] : ['a registration URL']),
    ...(plainDay.safeParse(eventDate).success ? [] : ['a date that exists']),
    ...(isTimeZone(eventTimezone) ? [] : ['a known time zone']),
    ...((eventTimeStart === null) === (eventTimeEnd === null) ? [] : ['both a start and an end time']),
  ]
}
