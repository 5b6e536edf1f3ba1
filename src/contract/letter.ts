import type { AgendaItem, EventRows } from './event.ts'
import { formatCity, formatDay, formatTimeRange } from './event-dates.ts'
import { FALLBACK } from './fallback-copy.ts'
import { offerOf, registrationOf } from './landing-copy.ts'
import type { Phase } from './phases.ts'

/** The business-case letter in one phase, ready to copy, mail or print. There is no `mailto` while nobody can register. */
export type Letter = { subject: string; text: string; mailto?: string }

/** Longest `mailto:` address that every common mail program opens whole. */
const MAILTO_LIMIT = 1_900
const HIGHLIGHTS = 5

type LetterFacts = { rows: EventRows; slots: readonly AgendaItem[]; learn: readonly string[]; phase: Phase }

/**
 * The business-case letter of one phase: what, where, why, what the day covers and what it costs in that phase.
 * While nobody can register there is nothing to ask for, and it says so. (product 2)
 */
export function letterOf(facts: LetterFacts): Letter {
  const { event } = facts.rows
  const subject = `Request to attend ${event.eventName}, ${formatDay(event.eventDate)}`
  const registration = registrationOf(event, facts.phase)
  if ('closed' in registration) return { subject, text: `${event.eventName}\n\n${registration.closed}` }
  const ask = opening(facts.rows)
  const price = investment(facts, registration.href)
  const text = [ask, reasons(facts), highlights(facts.slots), price, closing].join('\n\n')
  return { subject, text, mailto: mailto(subject, [text, [ask, price, closing].join('\n\n')]) }
}

function opening({ event }: EventRows): string {
  const place = [event.venueName, event.venueAddress ?? formatCity(event)].filter(Boolean).join(', ')
  return `Dear [manager],

I would like to attend ${event.eventName}, a one-day maintenance and reliability workshop.

When: ${formatDay(event.eventDate)}, ${formatTimeRange(event)}
Where: ${place || 'Venue to be announced'}`
}

function reasons({ rows, learn }: LetterFacts): string {
  const claim = rows.event.downtimeReductionClaim ?? FALLBACK.downtimeReductionClaim
  const roi = rows.event.conservativeRoiPercentage ?? FALLBACK.conservativeRoiPercentage
  const outcomes = learn.slice(0, 3).map((line) => `- ${line}`)
  return [
    'Why it pays',
    `- Downtime reduction that the organizers aim for: ${claim}`,
    `- Conservative return on investment: ${roi}%`,
    'What I will bring back',
    ...outcomes,
  ].join('\n')
}

function highlights(slots: readonly AgendaItem[]): string {
  return ['From the agenda', ...slots.slice(0, HIGHLIGHTS).map((slot) => `- ${slot.timeSlot}  ${slot.title}`)].join(
    '\n',
  )
}

function investment({ rows, phase }: LetterFacts, href: string): string {
  const offer = offerOf(rows.event, phase)
  const lines = [offer.price ? `${offer.label}: ${offer.price}` : offer.label, offer.note]
  if (offer.included) lines.push(`${offer.included} (total value ${offer.totalValue})`)
  return ['Investment', ...lines.map((line) => `- ${line}`), `- Registration: ${href}`].join('\n')
}

const closing = `I will share what I learn with the team within a week and report on our first three actions after 90 days.

Thank you,
[your name]`

function mailto(subject: string, bodies: readonly string[]): string {
  const addresses = bodies.map(
    (body) =>
      `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`,
  )
  return addresses.find((address) => address.length <= MAILTO_LIMIT) ?? `mailto:?subject=${encodeURIComponent(subject)}`
}
