import { z } from 'zod'
import type { SlotBlocks } from './content-block.ts'
import { FALLBACK } from './fallback-copy.ts'
import type { Instant, PlainClock, PlainDay } from './instant.ts'
import type { SiteCopy } from './site-copy.ts'
import { slugSchema } from './slug.ts'
import { optionalText, text } from './text.ts'
import { DEFAULT_TIME_ZONE, timeZoneSchema } from './time-zone.ts'
import { isRegistrationUrl } from './url.ts'

/** What happened to the occasion itself. (product 4) Publication is a separate matter. */
export const EVENT_STATUSES = ['scheduled', 'postponed', 'moved', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** A calendar day that exists: 2026-02-30 does not. */
export const plainDay = z.iso.date('Enter a date as YYYY-MM-DD')

const plainClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time as HH:MM')

const money = (label: string) =>
  z
    .number(`${label} must be a number`)
    .positive(`${label} must be a positive number`)
    .max(99_999_999, `${label} is too large`)

const shortList = (label: string) =>
  z
    .array(text(1, 300, label))
    .max(20, `${label}: at most 20 entries`)
    .default([])

/** A field that may be missing; it is then null. */
const orNull = <Value>(value: z.ZodType<Value, Value>) => value.nullish().transform((given) => given ?? null)

/** Refuses an early bird deadline after the day of the event. */
export const DEADLINE_AFTER_EVENT = 'Early bird deadline must not be after the event'

/** What the page says on the day of the event. */
const ON_THE_DAY = {
  venueRoom: optionalText(100, 'Room'),
  guestWifi: optionalText(200, 'Guest Wi-Fi'),
  forumPath: optionalText(200, 'Forum page').refine(
    (path) => path === null || /^\/forum(\/[a-z0-9/-]*)?$/.test(path),
    'Forum page must be a path of the forum, such as /forum/category/general',
  ),
}

/** The fields an editor may send for an event. The registration host is a setting, so the schema is made for one. (product 5) */
export function eventInput(registrationOrigin: string) {
  return z
    .strictObject({
      eventSlug: slugSchema,
      eventName: text(5, 200, 'Event name'),
      eventDate: plainDay,
      eventTimeStart: plainClock,
      eventTimeEnd: plainClock,
      eventTimezone: timeZoneSchema.default(DEFAULT_TIME_ZONE),
      isPublished: z.boolean().default(false),
      status: z.enum(EVENT_STATUSES).default('scheduled'),
      statusNote: optionalText(500, 'Status note'),
      previousEventDate: orNull(plainDay),
      city: optionalText(100, 'City'),
      state: optionalText(50, 'State'),
      venueName: optionalText(200, 'Venue name'),
      venueAddress: optionalText(500, 'Venue address'),
      registrationUrl: z
        .string()
        .max(2000, 'Registration URL is too long')
        .refine(
          (url) => isRegistrationUrl(url, registrationOrigin),
          `Registration URL must start with ${registrationOrigin}/`,
        ),
      earlyBirdPrice: money('Early bird price'),
      earlyBirdDeadline: orNull(plainDay),
      standardPrice: orNull(money('Standard price')),
      courseValue: money('Course value').default(FALLBACK.courseValue),
      heroTitle: optionalText(200, 'Hero title'),
      heroSubtitle: optionalText(500, 'Hero subtitle'),
      heroDescription: optionalText(1000, 'Hero description'),
      heroCtaText: optionalText(50, 'Button text'),
      metaTitle: optionalText(100, 'Page title'),
      metaDescription: optionalText(200, 'Page description'),
      announcementText: optionalText(500, 'Announcement'),
      includedCourseName: optionalText(200, 'Included course'),
      downtimeReductionClaim: optionalText(50, 'Downtime claim'),
      conservativeRoiPercentage: orNull(z.number().min(0).max(1000)),
      downtimeSource: optionalText(500, 'Source of the downtime claim'),
      roiSource: optionalText(500, 'Source of the ROI percentage'),
      ...ON_THE_DAY,
      workshopBenefits: shortList('Benefit'),
      workshopDeliverables: shortList('Deliverable'),
      showSeriesPromo: z.boolean().default(true),
      locationId: orNull(z.uuid()),
      agendaTemplateGroupId: orNull(z.uuid()),
    })
    .refine((event) => event.eventTimeEnd > event.eventTimeStart, {
      path: ['eventTimeEnd'],
      message: 'End time must be after start time',
    })
    .refine((event) => !event.earlyBirdDeadline || event.earlyBirdDeadline <= event.eventDate, {
      path: ['earlyBirdDeadline'],
      message: DEADLINE_AFTER_EVENT,
    })
}
export type EventInput = z.output<ReturnType<typeof eventInput>>

/** One row of `event_config`. (product 3) Null means empty: the page then shows fallback copy. */
export type EventConfig = {
  id: string
  eventSlug: string
  eventName: string
  eventDate: PlainDay
  eventTimeStart: PlainClock | null
  eventTimeEnd: PlainClock | null
  eventTimezone: string
  isPublished: boolean
  /** When it first was published; null for one that never was. */
  publishedAt: Instant | null
  status: EventStatus
  /** A sentence from the organiser about a cancellation, postponement or move. */
  statusNote: string | null
  /** The day first announced, once an event has moved. */
  previousEventDate: PlainDay | null
  city: string | null
  state: string | null
  venueName: string | null
  venueAddress: string | null
  registrationUrl: string | null
  /** US dollars. */
  earlyBirdPrice: number | null
  /** Last day of the early-bird price, in the event's zone. */
  earlyBirdDeadline: PlainDay | null
  /** US dollars; null means that the price after the deadline is shown on the registration page only. */
  standardPrice: number | null
  /** US dollars. */
  courseValue: number | null
  heroTitle: string | null
  heroSubtitle: string | null
  heroDescription: string | null
  heroCtaText: string | null
  metaTitle: string | null
  metaDescription: string | null
  announcementText: string | null
  includedCourseName: string | null
  /** A range as text, such as `15-25%`. */
  downtimeReductionClaim: string | null
  /** Whole percent. */
  conservativeRoiPercentage: number | null
  /** Where the range comes from. */
  downtimeSource: string | null
  /** Where the percentage comes from. */
  roiSource: string | null
  /** Where in the venue it is. This, the network and the forum page are shown on the day of the event. */
  venueRoom: string | null
  /** Name and password of the network for guests. */
  guestWifi: string | null
  /** A page of the forum for those who are there, such as `/forum/category/general`. */
  forumPath: string | null
  workshopBenefits: string[]
  workshopDeliverables: string[]
  /** False hides the 'Workshop #1' series promo. (product 2; true is the default) */
  showSeriesPromo: boolean
  /** Counts every change that a calendar should notice. */
  version: number
  updatedAt: Instant
}

/** One active entry of an event's day. */
export type AgendaItem = { timeSlot: string; title: string; description: string | null }

/** One active member of an event's team. */
export type TeamMember = {
  id: string
  fullName: string
  title: string
  bio: string
  photoUrl: string | null
  credentials: string | null
}

/** One active partner of an event. */
export type Vendor = {
  id: string
  vendorName: string
  logoUrl: string | null
  websiteUrl: string | null
  description: string | null
}

/** What editors put on the landing page beside the event's own fields: edited standing texts, and blocks in slots. */
export type EventContent = { copy: SiteCopy; slots: SlotBlocks }

/** An event and its lists, active rows only, in display order. Null marks a part that could not be read. */
export type EventRows = {
  event: EventConfig
  agenda: AgendaItem[] | null
  team: TeamMember[]
  vendors: Vendor[] | null
  /** Absent as long as no editor put anything there. */
  content?: EventContent | undefined
}
