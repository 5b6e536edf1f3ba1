import type { CalendarEntry } from './calendar-links.ts'
import { resolveReferences } from './content-facts.ts'
import { type ShownSlot, toShownSlots } from './content-shown.ts'
import type { AgendaItem, EventConfig, EventRows, TeamMember, Vendor } from './event.ts'
import { formatCity, formatDay, formatShortDay, formatTimeRange } from './event-dates.ts'
import { FALLBACK, FALLBACK_AGENDA } from './fallback-copy.ts'
import type { Instant } from './instant.ts'
import {
  getBanner,
  getNotice,
  getOffer,
  getRegistration,
  isCalledOff,
  type NextEvent,
  type OfferCopy,
  type Registration,
  type StatusNotice,
  VENUE_UNKNOWN,
} from './landing-copy.ts'
import { type LetterCopy, writeLetter } from './letter.ts'
import { byPhase, getPhases, type Phase, type Phases, type Timed } from './phases.ts'
import type { Picture, PictureOf } from './picture.ts'
import { type SiteCopy, say } from './site-copy.ts'
import { getToday, type Today, todayMadeFrom } from './today.ts'
import { startOfDayAfter } from './wall-clock.ts'

/** A partner as the strip shows it; one without a logo is shown by name. */
export type Partner = Omit<Vendor, 'logoUrl'> & { logo: Picture | null }
/** A person as the About section shows them. */
export type Person = Omit<TeamMember, 'photoUrl'> & { photo: Picture | null }

/**
 * Everything the landing page shows: defaults applied, dates and prices formatted, one value per phase where time
 * matters. Only `toLanding` creates it; sections render it and decide nothing. (architecture 3)
 */
export type Landing = {
  slug: string
  /** The moment this value was made for: spans that hold then are the ones shown without scripts. */
  now: Instant
  phases: Phases
  /** The start: until then there are a register section, a letter and a calendar file. Absent for an event that is called off. */
  openUntil?: Instant
  /** The event's day is over in its own zone: the home page moves on. */
  upcomingUntil: Instant
  /** `<title>` and description for search engines and previews. */
  meta: { title: string; description: string }
  announcement?: string
  notice?: StatusNotice
  /** Top banner on the Early Bird Package. */
  banner: Timed<{ phase: Phase; lead: string; detail: string }>[]
  hero: {
    title: string
    subtitle: string
    description?: string
    /** `Thursday, January 21, 2027`. */
    date: string
    /** `Jan 21`. */
    shortDate: string
    /** `2027-01-21`, for `<time datetime>`. */
    dateTime: string
    /** Crossed out next to the new date if the event has moved. */
    previousDate?: string
    /** `8:30 AM - 3:45 PM Central Time`. */
    timeRange: string
    /** `Kansas City, Missouri`; absent when neither is known. */
    city?: string
    venue: { name: string; address?: string }
    offer: Timed<OfferCopy>[]
    /** The last day of the early-bird price, as `until Dec 4`, and the zone in which it ends; absent without a deadline. */
    earlyBird?: { until: string; zone: string }
  }
  /** True shows the 'Workshop #1' series promo. (product 2) */
  showSeriesPromo: boolean
  register: Timed<Registration>[]
  /** Null when vendors could not be read: the strip then shows its error text (product 2). */
  partners: Partner[] | null
  /** The two claims, and where each comes from. */
  why: { benefits: string[]; downtimeReductionClaim: string; downtimeSource: string; roi: string; roiSource: string }
  /** Null if there is no event; the section then says that details are unavailable. (product 2) */
  agenda: { slots: AgendaItem[]; learn: string[] } | null
  /** Absent for an event that is called off. */
  letter?: LetterCopy
  team: Person[]
  /** The standing texts that an editor changed, as this event says them; absent if there are none. */
  copy?: SiteCopy
  /** What an editor put into the slots of the page; absent if all are empty. */
  slots?: ShownSlot[]
  /** Address of the calendar file. */
  calendarHref: string
  /** What calendars in a browser are given. */
  calendar: CalendarEntry
  /** Landings made from this moment on have `today`. */
  todayMadeFrom: Instant
  /** What is shown on the day of the event. */
  today?: Today
}

/** An image of unknown size. */
export const unmeasured: PictureOf = (src) => ({ src })

type Surroundings = {
  /** Lets the build add sizes and drop pictures it knows to be missing. */
  findPicture?: PictureOf
  /** The same for the pictures of content, which are larger. */
  findContentPicture?: PictureOf
  /** The workshop that `nextOpening` leads to. */
  next?: NextEvent | undefined
}

/** The landing page of an event at `now`. The only place that applies defaults and writes dates and prices out. (architecture 3) */
export function toLanding(
  rows: EventRows,
  now: Instant,
  { findPicture = unmeasured, findContentPicture = findPicture, next }: Surroundings = {},
): Landing {
  const { event } = rows
  const phases = getPhases(event)
  const openUntil = isCalledOff(event) ? undefined : phases.startsAt
  const notice = getNotice(event)
  const slots = rows.agenda?.length === 0 ? [...FALLBACK_AGENDA] : rows.agenda
  const today = getToday(rows, slots ?? [], now)
  const learn = orFallback(event.workshopDeliverables, FALLBACK.deliverables)
  const copy = resolveCopy(rows.content?.copy ?? {}, event)
  const paragraphs = {
    opening: resolveReferences(say(copy, 'letter.opening'), event),
    closing: say(copy, 'letter.closing'),
  }
  const shown = toShownSlots(rows.content?.slots ?? {}, { event, findPicture: findContentPicture })
  return {
    slug: event.eventSlug,
    now,
    phases,
    ...(openUntil !== undefined && { openUntil }),
    upcomingUntil: startOfDayAfter(event.eventDate, event.eventTimezone),
    meta: getMeta(event),
    ...(event.announcementText && { announcement: event.announcementText }),
    ...(notice && { notice }),
    banner: byPhase(phases, (phase) => getBanner(event, phase)),
    hero: getHero(event, phases),
    showSeriesPromo: event.showSeriesPromo,
    register: byPhase(phases, (phase) => getRegistration(event, phase, next)),
    partners: rows.vendors && getPartners(rows.vendors, findPicture),
    why: {
      benefits: orFallback(event.workshopBenefits, FALLBACK.benefits),
      downtimeReductionClaim: event.downtimeReductionClaim ?? FALLBACK.downtimeReductionClaim,
      downtimeSource: event.downtimeSource ?? FALLBACK.downtimeSource,
      roi: `${event.conservativeRoiPercentage ?? FALLBACK.conservativeRoiPercentage}%`,
      roiSource: event.roiSource ?? FALLBACK.roiSource,
    },
    agenda: slots && { slots, learn },
    ...(openUntil !== undefined && { letter: writeLetter({ rows, slots: slots ?? [], learn, paragraphs }) }),
    team: rows.team.map(({ photoUrl, ...person }) => ({
      ...person,
      photo: photoUrl === null ? null : findPicture(photoUrl),
    })),
    ...(Object.keys(copy).length > 0 && { copy }),
    ...(shown.length > 0 && { slots: shown }),
    calendarHref: `/event/${event.eventSlug}.ics`,
    calendar: {
      title: event.eventName,
      startsAt: phases.startsAt,
      endsAt: phases.endsAt,
      place: [event.venueName, event.venueAddress ?? formatCity(event)].filter(Boolean).join(', ') || VENUE_UNKNOWN,
    },
    todayMadeFrom: todayMadeFrom(event),
    ...(today && { today }),
  }
}

/** The edited texts as the page of an event says them. */
function resolveCopy(copy: SiteCopy, event: EventConfig): SiteCopy {
  const edited = Object.entries(copy).flatMap(([key, written]): [string, string][] =>
    written === undefined ? [] : [[key, resolveReferences(written, event)]],
  )
  return Object.fromEntries(edited)
}

function orFallback(own: readonly string[], fallback: readonly string[]): string[] {
  return [...(own.length > 0 ? own : fallback)]
}

/** Partners whose logo is known to be missing are left out; those that never had one are shown by name. (product 4) */
function getPartners(vendors: readonly Vendor[], findPicture: PictureOf): Partner[] {
  return vendors.flatMap(({ logoUrl, ...vendor }) => {
    const logo = logoUrl === null ? null : findPicture(logoUrl)
    return logoUrl !== null && logo === null ? [] : [{ ...vendor, logo }]
  })
}

function getMeta(event: EventConfig): Landing['meta'] {
  const place = formatCity(event)
  const spoken = [formatDay(event.eventDate), place].filter(Boolean).join(', ')
  return {
    title: event.metaTitle ?? `${event.eventName} | ${spoken}`,
    description:
      event.metaDescription ?? event.heroSubtitle ?? `One-day maintenance and reliability workshop. ${spoken}.`,
  }
}

function getHero(event: EventConfig, phases: Phases): Landing['hero'] {
  const city = formatCity(event)
  const movedFrom = event.previousEventDate !== event.eventDate ? event.previousEventDate : null
  return {
    title: event.heroTitle ?? event.eventName,
    subtitle: event.heroSubtitle ?? 'One day of maintenance and reliability work you can use on Monday morning.',
    ...(event.heroDescription && { description: event.heroDescription }),
    date: formatDay(event.eventDate),
    shortDate: formatShortDay(event.eventDate),
    dateTime: event.eventDate,
    ...(event.status === 'moved' && movedFrom && { previousDate: formatDay(movedFrom) }),
    timeRange: formatTimeRange(event),
    ...(city && { city }),
    venue: {
      name: event.venueName ?? VENUE_UNKNOWN,
      ...(event.venueAddress && { address: event.venueAddress }),
    },
    offer: byPhase(phases, (phase) => getOffer(event, phase)),
    ...(event.earlyBirdDeadline && {
      earlyBird: { until: `until ${formatShortDay(event.earlyBirdDeadline)}`, zone: event.eventTimezone },
    }),
  }
}
