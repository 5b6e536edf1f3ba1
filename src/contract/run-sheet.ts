import { z } from 'zod'
import { formatClock } from './event-dates.ts'
import type { Instant, PlainClock, PlainDay } from './instant.ts'
import { entryVersion } from './library.ts'
import { plainTime } from './logistics-input.ts'
import type { LogisticsRole } from './logistics-sections.ts'
import { optionalText, text } from './text.ts'

/** What a line that is typed in is about. */
export const RUN_KINDS = ['setup', 'teardown', 'other'] as const
export type RunKind = (typeof RUN_KINDS)[number]
export const RUN_KIND_WORDS: Record<RunKind, string> = { setup: 'Set-up', teardown: 'Tear-down', other: 'Other' }

const runFields = {
  title: text(1, 200, 'Activity'),
  kind: z.enum(RUN_KINDS, 'Choose a kind'),
  /** Days from the event's day: -1 is the day before. */
  days: z.int('Enter a whole number').min(-7, 'At most 7 days before').max(7, 'At most 7 days after'),
  startsAt: plainTime,
  minutes: z.int('Enter a whole number').min(0, 'At least 0 minutes').max(1440, 'At most 1,440 minutes'),
  owner: optionalText(100, 'Responsible'),
}
/** Body of `POST …/run-items`. The form chooses the id, so that a double click makes one. */
export const newRunItem = z.strictObject({ id: z.uuid(), ...runFields })
export type NewRunItem = z.output<typeof newRunItem>
/** Body of `PATCH …/run-items/:itemId`: the whole form again, with the version it was filled from. */
export const runItemChange = z.strictObject({ ...runFields, version: entryVersion })
export type RunItemChange = z.output<typeof runItemChange>
/** A line of the run sheet that was typed in. */
export type RunItem = NewRunItem & { eventId: string; version: number }

/** One line of the run sheet, on the clock of the event. */
export type SheetLine = {
  key: string
  kind: 'agenda' | 'arrival' | 'delivery' | 'pickup' | RunKind
  /** Whom it concerns: the role of who arrives or sends something; null for everybody. */
  role: LogisticsRole | null
  day: PlainDay
  /** Null where nobody said a time. */
  clock: PlainClock | null
  minutes: number | null
  title: string
  detail: string
  owner: string | null
}

/** Everything that happens around an event, by time and by role, as it is printed. Without phone numbers. */
export type SheetContent = {
  event: { name: string; day: PlainDay; times: string; zone: string; venue: string; isCancelled: boolean }
  lines: SheetLine[]
  roles: { role: LogisticsRole; people: { id: string; name: string; arrival: string }[] }[]
  /** What hosts say to everybody who works there. */
  shared: { label: string; value: string }[]
  /** Whom to turn to with questions, in one line; null if nothing is set. */
  contact: string | null
}

/** The run sheet as it is now. */
export type RunSheet = SheetContent & {
  now: Instant
  items: RunItem[]
  /** The newest printed revision, null before the first, and whether the sheet has changed since. */
  revision: number | null
  changes: string[]
}

/** Body of `POST …/run-sheet/print` and of new links. The caller chooses the id, so that a double click makes one. */
export const printInput = z.strictObject({ id: z.uuid() })
/** A revision as it is printed: what it says, its number, the address that says what has changed since, and that as a picture. */
export type PrintedSheet = { sheet: SheetContent; revision: number; url: string; qr: string }

/** Phone numbers and emergency contacts, on a sheet of their own. Reading it is an audit entry. (security LG10) */
export type ContactSheet = {
  /** A phone number `isFromLibrary` where the person gave none. */
  people: {
    id: string
    name: string
    role: LogisticsRole
    phone: string
    isFromLibrary: boolean
    emergency: string
  }[]
  siteContacts: string[]
}

/** Body of `POST /api/logistics/revision`: the link of a printed sheet, and its revision. */
export const revisionInput = z.strictObject({ token: z.string().max(200), revision: z.int().min(1).max(1_000_000) })
/** What has changed since a revision was printed. Nothing of it is about a person. */
export type RevisionAnswer = {
  eventName: string
  day: PlainDay
  isCancelled: boolean
  printed: number
  current: number
  changes: string[]
  now: Instant
}

/** Body of `POST …/caterer-links`. */
export const catererLinkInput = z.strictObject({ id: z.uuid(), note: text(0, 100, 'Note').default('') })
export type CatererLinkInput = z.output<typeof catererLinkInput>
/** One link of a caterer, without its token. */
export type CatererLink = { id: string; note: string; createdAt: Instant }

/** How many people eat what. There is no name in it, and of what people wrote only how many wrote something. (security LG9) */
export type MealCounts = {
  people: number
  choices: { label: string; count: number }[]
  /** People who have not said what they eat. */
  unknown: number
  /** People who wrote something about allergies and intolerances. */
  notes: number
}

/** What the link of a caterer opens. */
export type CatererSheet = {
  event: { name: string; day: PlainDay; times: string; venue: string; isCancelled: boolean }
  counts: MealCounts
  now: Instant
}

/** A sheet for one role: what concerns everybody or people of that role, and these people alone; the whole sheet without one. */
export function sheetFor<Sheet extends Pick<SheetContent, 'lines' | 'roles'>>(
  sheet: Sheet,
  role?: LogisticsRole,
): Sheet {
  if (role === undefined) return sheet
  return {
    ...sheet,
    lines: sheet.lines.filter((line) => line.role === null || line.role === role),
    roles: sheet.roles.filter((group) => group.role === role),
  }
}

/** Refuses a link or a print whose id is taken, as on a double click. */
export const ALREADY_MADE = 'This was already done.'

/** `8:30 AM`, with how long it takes. */
export function sayTime({ clock, minutes }: Pick<SheetLine, 'clock' | 'minutes'>): string {
  if (clock === null) return 'No time'
  return minutes ? `${formatClock(clock)}, ${minutes} min` : formatClock(clock)
}

/** When an agenda slot begins, from what was typed: `8:30am`, `1 pm`, `13:00`. Undefined for any other text. */
export function slotClock(slot: string): PlainClock | undefined {
  const [, hourText, minute = '00', half] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?m?/i.exec(slot) ?? []
  if (hourText === undefined) return undefined
  const hour = half ? (Number(hourText) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hourText)
  return hour > 23 || Number(minute) > 59 ? undefined : `${String(hour).padStart(2, '0')}:${minute}`
}
