import type { z } from 'zod'
import { type EventConfig, eventInput, plainDay } from './event.ts'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'
import { isWebAddress } from './url.ts'

/** Shown with a restored draft if the event was saved after it. */
export const SAVED_SINCE = 'Someone has saved this event since'

/** What the form says if the browser cannot store drafts. */
export const DRAFT_NOT_KEPT = 'This browser cannot keep them. Save before you leave.'

type Schema = ReturnType<typeof eventInput>

/** The values of a form while it is being filled in: any field may be missing or invalid. */
export type EventDraft = Partial<z.input<Schema>>

/** The fields that a draft takes from the event it changes. */
type Known = Partial<Pick<EventConfig, 'id' | 'publishedAt' | 'version' | 'updatedAt'>>

/** Any origin: the preview checks a registration address by itself, because it is shown before it can be saved. */
const { shape } = eventInput('https://origin.example')

/**
 * The event that a form would make, for a preview while it is being filled in. A value that cannot be read counts as empty and
 * shows its fallback; text that is too long is shown in full. Null without a date, because then there is no page.
 */
export function draftEvent(draft: EventDraft, known: Known = {}): EventConfig | null {
  const eventDate = read('eventDate', draft)
  if (typeof eventDate !== 'string' || !plainDay.safeParse(eventDate).success) return null
  const start = read('eventTimeStart', draft)
  const end = read('eventTimeEnd', draft)
  const hasTimes = start !== null && end !== null && end > start
  const deadline = read('earlyBirdDeadline', draft)
  return {
    id: known.id ?? 'draft',
    publishedAt: known.publishedAt ?? null,
    version: known.version ?? 1,
    updatedAt: known.updatedAt ?? 0,
    eventDate,
    eventTimeStart: hasTimes ? start : null,
    eventTimeEnd: hasTimes ? end : null,
    earlyBirdDeadline: deadline !== null && deadline <= eventDate ? deadline : null,
    eventTimezone: read('eventTimezone', draft) ?? DEFAULT_TIME_ZONE,
    eventSlug: read('eventSlug', draft) ?? '',
    eventName: words('eventName', draft) ?? 'Event name',
    isPublished: read('isPublished', draft) ?? false,
    status: read('status', draft) ?? 'scheduled',
    previousEventDate: read('previousEventDate', draft),
    forumPath: read('forumPath', draft),
    registrationUrl: isWebAddress(String(draft.registrationUrl)) ? String(draft.registrationUrl) : null,
    earlyBirdPrice: read('earlyBirdPrice', draft),
    standardPrice: read('standardPrice', draft),
    courseValue: read('courseValue', draft),
    conservativeRoiPercentage: read('conservativeRoiPercentage', draft),
    workshopBenefits: read('workshopBenefits', draft) ?? filled(draft.workshopBenefits),
    workshopDeliverables: read('workshopDeliverables', draft) ?? filled(draft.workshopDeliverables),
    showSeriesPromo: read('showSeriesPromo', draft) ?? true,
    ...getTexts(draft),
  }
}

const TEXTS = [
  'statusNote',
  'city',
  'state',
  'venueName',
  'venueAddress',
  'heroTitle',
  'heroSubtitle',
  'heroDescription',
  'heroCtaText',
  'metaTitle',
  'metaDescription',
  'announcementText',
  'includedCourseName',
  'downtimeReductionClaim',
  'downtimeSource',
  'roiSource',
  'venueRoom',
  'guestWifi',
] as const satisfies readonly (keyof EventConfig & keyof EventDraft)[]

type Texts = Record<(typeof TEXTS)[number], string | null>

function getTexts(draft: EventDraft): Texts {
  return Object.fromEntries(TEXTS.map((field) => [field, words(field, draft)])) as Texts
}

type Field = keyof Schema['shape']

/** The value of a field as the schema stores it; null for one that is empty or does not fit. */
function read<Name extends Field>(field: Name, draft: EventDraft): z.output<Schema['shape'][Name]> | null {
  if (draft[field] === undefined) return null
  const parsed = shape[field].safeParse(draft[field])
  return parsed.success ? (parsed.data as z.output<Schema['shape'][Name]>) : null
}

function words(field: 'eventName' | (typeof TEXTS)[number], draft: EventDraft): string | null {
  const given: unknown = draft[field]
  return typeof given === 'string' && given !== '' ? given : null
}

function filled(lines: unknown): string[] {
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string' && line.trim() !== '') : []
}
