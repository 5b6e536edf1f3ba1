import { randomUUID } from 'node:crypto'
import {
  ARRIVALS,
  BUTTONS,
  COUNTRIES,
  HOURS,
  LETTERS,
  MACHINES,
  OTHER_PAGES,
  type Weighted,
} from '#db/seed/content/visits.ts'
import { STATISTICS_ZONE, type VisitAct } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import type { ViewRow } from '#src/domain/analytics/count-day.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000

/** An event that visitors of the demo look at. */
export type SeenEvent = {
  slug: string
  day: PlainDay
  announcedAt: Instant
  isCancelled: boolean
  vendors: readonly string[]
}

/** Draws numbers that look random and are the same for each seed. (mulberry32) */
type Draw = () => number
function drawing(seed: number): Draw {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pick<T>(draw: Draw, from: Weighted<T>): T {
  let left = draw() * from.reduce((sum, [weight]) => sum + weight, 0)
  const found = from.find(([weight]) => {
    left -= weight
    return left < 0
  })
  const chosen = found ?? from.at(-1)
  if (!chosen) throw new RangeError('Nothing to draw from')
  return chosen[1]
}

/**
 * The rows of a day of the demo up to `now`, by visitor and moment: the same for the same events and the same number of days `ago`. The
 * site grows slowly, weekends are quiet, and more people look at an event when it is announced, before its prices rise and before its day.
 */
export function drawDay(
  day: PlainDay,
  ago: number,
  { events, now }: { events: readonly SeenEvent[]; now: Instant },
): ViewRow[] {
  const draw = drawing(ago * 7_919 + 17)
  const interests = events.map((event): readonly [number, SeenEvent] => [interestIn(event, day), event])
  const ofEvents = interests.reduce((sum, [interest]) => sum + interest, 0)
  const ofSite = 7 + 13 * Math.max(0, 1 - ago / 300)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  const calm = weekday === 0 || weekday === 6 ? 0.35 : weekday === 5 ? 0.8 : 1
  const visits = Math.round((ofSite + ofEvents) * calm * (0.8 + 0.4 * draw()))
  const rows = Array.from({ length: visits }, () => {
    const isOfEvent = draw() * (ofSite + ofEvents) < ofEvents
    return drawVisitor(draw, day, isOfEvent ? pick(draw, interests) : undefined)
  })
  return rows.flat().filter(({ micros }) => micros < now * 1000)
}

/** How many visits a day an event brings: none before it is announced, fewer each day after it. */
function interestIn({ day: eventDay, announcedAt, isCancelled }: SeenEvent, day: PlainDay): number {
  const today = Date.parse(`${day}T12:00:00Z`)
  const sinceNews = (today - announcedAt) / DAY
  const ahead = (Date.parse(`${eventDay}T12:00:00Z`) - today) / DAY
  if (sinceNews < -0.5 || isCancelled) return 0
  if (ahead < 0) return 6 * Math.exp(ahead / 6)
  const beforePrices = 7 * Math.exp(-(((ahead - 30) / 5) ** 2))
  return 4 + 9 * Math.exp(-sinceNews / 5) + beforePrices + 14 * Math.exp(-ahead / 18)
}

/** One visitor, who comes back the same day at times. */
function drawVisitor(draw: Draw, day: PlainDay, event: SeenEvent | undefined): ViewRow[] {
  const hex = () =>
    Math.floor(draw() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  const visitor = { visitorKey: hex() + hex(), ...pick(draw, MACHINES), country: pick(draw, COUNTRIES) }
  const begin = instantAt(day, '00:00', STATISTICS_ZONE) + pick(draw, HOURS) * HOUR + Math.floor(draw() * HOUR)
  const first = drawVisit(draw, { ...visitor, ...pick(draw, ARRIVALS) }, { begin, event })
  if (draw() > 0.09 || begin > instantAt(day, '18:00', STATISTICS_ZONE)) return first
  return [...first, ...drawVisit(draw, visitor, { begin: begin + (1 + 3 * draw()) * HOUR, event })]
}

const EMPTY = { source: '', utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '', utmTerm: '' }
type Told = Pick<ViewRow, 'visitorKey' | 'device' | 'browser' | 'country'> & Partial<ViewRow>
type Beginning = { begin: Instant; event: SeenEvent | undefined }

function drawVisit(
  draw: Draw,
  { visitorKey, device, browser, country, ...arrival }: Told,
  { begin, event }: Beginning,
): ViewRow[] {
  const rows: ViewRow[] = []
  let [at, from] = [Math.floor(begin), arrival]
  const tell = (kind: VisitAct, pagePath: string, eventSlug: string | null, place = '') => {
    const row = { kind, place, pagePath, eventSlug, visitorKey, device, browser, country }
    rows.push({ id: randomUUID(), ...EMPTY, ...from, ...row, micros: at * 1000 })
  }
  const pass = (minutes: number) => {
    at += Math.floor((0.2 + draw() * minutes) * MINUTE)
    from = {}
  }
  if (!event || draw() < 0.3) {
    tell('view', event ? '/' : pick(draw, OTHER_PAGES), null)
    for (pass(2); draw() < 0.35; pass(2)) tell('view', pick(draw, OTHER_PAGES), null)
  }
  if (event) readEvent(draw, event, { tell, pass })
  return rows
}

type Telling = {
  tell: (kind: VisitAct, pagePath: string, eventSlug: string | null, place?: string) => void
  pass: (minutes: number) => void
}

/** What is done on the page of an event: less and less, the further down it is. */
function readEvent(draw: Draw, { slug, vendors }: SeenEvent, { tell, pass }: Telling): void {
  const act = (kind: VisitAct, place?: string) => {
    tell(kind, `/event/${slug}`, slug, place)
    pass(2)
  }
  act('view')
  if (draw() < 0.38) return
  act('agenda')
  if (draw() < 0.16) act('letter', pick(draw, LETTERS))
  if (draw() < 0.3) {
    for (const vendor of vendors) tell('partner_shown', `/event/${slug}`, slug, vendor)
    pass(1)
    if (vendors.length > 0 && draw() < 0.3)
      act(
        'partner_pressed',
        pick(
          draw,
          vendors.map((id, at) => [12 - at, id] as const),
        ),
      )
  }
  if (draw() < 0.17) act('register', pick(draw, BUTTONS))
}
