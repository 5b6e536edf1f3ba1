import type { AgendaItem, EventRows } from './event.ts'
import { formatCity, formatDay, formatTimeRange } from './event-dates.ts'
import { FALLBACK } from './fallback-copy.ts'
import type { Instant } from './instant.ts'
import { getOffer, getRegistration, VENUE_UNKNOWN } from './landing-copy.ts'
import { byPhase, getPhases, holds, type Phase, type Timed } from './phases.ts'

/** What the letter leaves for its sender to fill in, or works out from that, and what it says until then. (decision 0066) */
export const BLANKS = {
  name: '[your name]',
  manager: '[manager]',
  travel: '[travel]',
  cover: '[shift cover]',
  hour: '[cost of an hour]',
  total: '[total cost]',
  time: '[hours]',
} as const
export type Blank = keyof typeof BLANKS

type LetterPart = string | { blank: Blank }

/** The price lines of one phase. `price` in US dollars is absent if only the registration page knows it. */
type LetterCost = { lines: string; price?: number }

/**
 * The business-case letter, ready to fill in, copy, mail or print. It is one text in which only the price lines change with the
 * phase.
 */
export type LetterCopy = {
  subject: string
  /** A mail with this subject and no text: the page adds the text when somebody presses it. */
  mailto: string
  /** Who asks for what, when and where. */
  ask: LetterPart[]
  /** Why it pays, and the agenda. A mail that would be too long for its address goes without it. */
  reasons: string
  /** What it costs in each phase before registration closes. */
  cost: Timed<LetterCost>[]
  /** What comes on top of the price, the break-even, and the promise to report. */
  end: LetterPart[]
}

type LetterFacts = {
  rows: EventRows
  slots: readonly AgendaItem[]
  learn: readonly string[]
  /** The first and the last paragraph, as this event says them. */
  paragraphs: { opening: string; closing: string }
}

/** The letter of an event: what, where, why, what the day covers and what it costs. (product 2) */
export function writeLetter({ rows, slots, learn, paragraphs }: LetterFacts): LetterCopy {
  const { event } = rows
  const subject = `Request to attend ${event.eventName}, ${formatDay(event.eventDate)}`
  const phases = getPhases(event)
  const registration = getRegistration(event, 'early-bird')
  const address = 'href' in registration ? registration.href : 'not open yet'
  return {
    subject,
    mailto: `mailto:?subject=${toMailtoText(subject)}`,
    ask: ask(rows, paragraphs.opening),
    reasons: [reasons(rows, learn), agenda(slots)].join('\n\n'),
    cost: byPhase(phases, (phase) => getCost(rows, phase)).filter(
      ({ until = Number.POSITIVE_INFINITY }) => until <= phases.startsAt,
    ),
    end: end(address, paragraphs.closing),
  }
}

/** The whole letter as plain text, as it is at `at` with nothing filled in; after the start, as it was last. */
export function letterText({ ask, reasons, cost, end }: LetterCopy, at: Instant): string {
  const text = (parts: readonly LetterPart[]) =>
    parts.map((part) => (typeof part === 'string' ? part : BLANKS[part.blank])).join('')
  const span = cost.find((candidate) => holds(candidate, at)) ?? cost.at(-1)
  return `${text(ask)}\n\n${reasons}\n\n${span?.value.lines}\n${text(end)}`
}

function ask({ event }: EventRows, opening: string): LetterPart[] {
  const place = [event.venueName, event.venueAddress ?? formatCity(event)].filter(Boolean).join(', ')
  return [
    'Dear ',
    { blank: 'manager' },
    `,

${opening}

When: ${formatDay(event.eventDate)}, ${formatTimeRange(event)}
Where: ${place || VENUE_UNKNOWN}`,
  ]
}

function reasons({ event }: EventRows, learn: readonly string[]): string {
  const claim = event.downtimeReductionClaim ?? FALLBACK.downtimeReductionClaim
  const roi = event.conservativeRoiPercentage ?? FALLBACK.conservativeRoiPercentage
  return [
    'Why it pays',
    `- Downtime reduction that the organizers aim for: ${claim}`,
    `- Conservative return on investment: ${roi}%`,
    '',
    'What I will bring back',
    ...learn.slice(0, 3).map((line) => `- ${line}`),
  ].join('\n')
}

function agenda(slots: readonly AgendaItem[]): string {
  return ['The agenda', ...slots.map((slot) => `- ${slot.timeSlot}  ${slot.title}`)].join('\n')
}

function getCost({ event }: EventRows, phase: Phase): LetterCost {
  const offer = getOffer(event, phase)
  const lines = [offer.price ? `${offer.label}: ${offer.price}` : offer.label, offer.note]
  if (offer.included) lines.push(`${offer.included} (total value ${offer.totalValue})`)
  const price = phase === 'early-bird' ? (event.earlyBirdPrice ?? FALLBACK.earlyBirdPrice) : event.standardPrice
  return {
    lines: ['Investment', ...lines.map((line) => `- ${line}`)].join('\n'),
    ...(price !== null && { price }),
  }
}

function end(registration: string, closing: string): LetterPart[] {
  return [
    '- Travel: ',
    { blank: 'travel' },
    '\n- Shift cover: ',
    { blank: 'cover' },
    '\n- Total cost: ',
    { blank: 'total' },
    '\n- Break-even: the day has paid for itself once it prevents ',
    { blank: 'time' },
    ' of downtime, at ',
    { blank: 'hour' },
    ` an hour\n- Registration: ${registration}

${closing}

Thank you,
`,
    { blank: 'name' },
  ]
}

/** Without escapes of signs that need none there, so that a page says its letter in fewer bytes. (RFC 6068 2) */
function toMailtoText(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|3A|3B|24|40)/g, decodeURIComponent)
}
