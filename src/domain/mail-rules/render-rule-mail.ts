import type { EventConfig } from '#src/contract/event.ts'
import { formatCity, formatClock, formatDay } from '#src/contract/event-dates.ts'
import { FALLBACK } from '#src/contract/fallback-copy.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import {
  isList,
  isPlaceholder,
  linkWords,
  MAIL_PLACEHOLDERS,
  type MailPlaceholder,
  splitPlaceholders,
} from '#src/contract/mail-placeholder.ts'
import type { MailAudience, MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { type Cents, formatCents, formatDollars } from '#src/contract/money.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import { getPhases } from '#src/contract/phases.ts'
import { enumerate } from '#src/contract/plural.ts'
import { isWebAddress } from '#src/contract/url.ts'
import { zoneName } from '#src/contract/wall-clock.ts'
import { composeLetter, type Letter, type LetterSite, oneLine, siteLink } from '../outbox/letter.ts'
import { LINK_NOTE } from '../outbox/templates/order-letters.ts'
import { type FigureFacts, getFigureValues } from './figure-values.ts'
import { type MailValues, readMailBody } from './mail-body.ts'

/** What a mail says of its event: its fields, the slug of its forum room, the names of its team and whom to turn to. */
export type MailEvent = Pick<
  EventConfig,
  | 'id'
  | 'eventSlug'
  | 'eventName'
  | 'eventDate'
  | 'eventTimeStart'
  | 'eventTimeEnd'
  | 'eventTimezone'
  | 'venueName'
  | 'venueAddress'
  | 'city'
  | 'state'
  | 'announcementText'
  | 'registrationUrl'
  | 'earlyBirdPrice'
  | 'earlyBirdDeadline'
  | 'standardPrice'
> & { roomSlug: string | null; team: string[]; contact: PartnerContact | null }

/** A task of the recipient at an event. */
type DueTask = { title: string; dueDay: PlainDay }
/** The task that a mail is about, all that they still have to do there, and the path of the page where they do it, if there is one. */
type TaskFacts = DueTask & { open: readonly DueTask[]; path: string | null }

/**
 * What a mail says of an order: its day is when the number of a purchase order has to be there, or when the invoice is due. The path of
 * its page is null if there is no link to it.
 */
export type OrderFacts = { number: string; totalCents: Cents; due: string | null; path: string | null }

/** What one mail is filled from. */
export type MailFacts = {
  /** Null for a rule about an account or an order. */
  event: MailEvent | null
  recipient: { name: string | null; vendorName: string | null }
  /** Null unless the rule is about the due day of a task. */
  task: TaskFacts | null
  /** Absent unless the mail goes to people who want figures. */
  figures?: FigureFacts | null
  /** Null unless the rule is about an order. */
  order: OrderFacts | null
}

type RuleMail = MailFacts & {
  definition: Pick<MailRuleDefinition, 'subject' | 'body' | 'audience'>
  /** The token of the links that end such mails; null for people whose work these mails are, and for a sample. */
  unsubscribeToken: string | null
  /** True for a mail that somebody else than its recipient looks at: a sentence replaces the link. */
  isSample?: boolean
}

/** In a sample, in place of the link that ends such mails. */
export const OWN_LINK = 'Here, each recipient has their own link to stop these emails.'

/**
 * One mail of a rule, for one recipient. Values never become markup, and the subject is one line. The footer says why the
 * recipient gets the mail. (security MR1, OB6)
 */
export function renderRuleMail(
  site: LetterSite,
  { definition, unsubscribeToken, isSample = false, ...facts }: RuleMail,
): Letter {
  const values = getMailValues(site, facts)
  return composeLetter(site, {
    template: templateOf(definition.audience),
    subject: fillSubject(definition.subject, values),
    recipientName: values['recipient.name'],
    parts: [
      ...readMailBody(definition.body, values, site.siteUrl),
      ...(leadsToOrder(definition) && values['order.page'] !== null ? [LINK_NOTE] : []),
      explain(definition.audience, values),
      ...(isSample && mayUnsubscribe(definition.audience) ? [OWN_LINK] : []),
    ],
    unsubscribeToken,
  })
}

function templateOf(audience: MailAudience) {
  if (audience === 'figure-readers') return 'figures'
  return audience === 'buyers' ? 'order-reminder' : 'event-mail'
}

/** True for a text with a link to the page of the order. */
export const leadsToOrder = ({ body }: Pick<MailRuleDefinition, 'body'>) => body.includes('{{order.page}}')

/** Audiences whose mails have a link that ends them. For the others they are part of their work. */
export function mayUnsubscribe(audience: MailAudience): boolean {
  return ['room-followers', 'reporters', 'member', 'vendor-contacts', 'figure-readers'].includes(audience)
}

/** The placeholders of a mail that have no value for these facts, in the order of the catalogue. */
export function findEmptyPlaceholders(
  site: LetterSite,
  { subject, body }: Pick<MailRuleDefinition, 'subject' | 'body'>,
  facts: MailFacts,
): MailPlaceholder[] {
  const values = getMailValues(site, facts)
  const used = new Set(splitPlaceholders(`${subject}\n${body}`).filter((_, at) => at % 2 === 1))
  // Object.keys knows no key types.
  const names = Object.keys(MAIL_PLACEHOLDERS) as MailPlaceholder[]
  return names.filter((name) => used.has(name) && values[name] === null)
}

function fillSubject(subject: string, values: MailValues): string {
  const pieces = splitPlaceholders(subject)
  return oneLine(
    pieces
      .map((piece, at) => (at % 2 === 1 && isPlaceholder(piece) ? (values[piece] ?? '').replaceAll('\n', '; ') : piece))
      .join(''),
  )
}

function explain(audience: MailAudience, values: MailValues): string {
  const event = values['event.name'] ?? 'an event'
  const why = {
    'event-team': `you are on the team of ${event}`,
    'vendor-contacts': `you are the contact of ${values['vendor.name'] ?? 'a partner'} for ${event}`,
    'open-tasks': `you have an open task for ${event}`,
    'room-followers': `you follow the forum room of ${event}`,
    reporters: `you sent a report from the page of ${event}`,
    administrators: `you are an administrator of ${values['site.name']}`,
    'figure-readers': `you asked for figures of ${values['site.name']} by email`,
    member: `you have an account at ${values['site.name']}`,
    buyers: `order ${values['order.number'] ?? ''} was placed at ${values['site.name']} with this address`,
  } as const satisfies Record<MailAudience, string>
  return `You receive this email because ${why[audience]}.`
}

/** Characters that change the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Every value on one line, or a list of such lines, and addresses only as web addresses. (security MR1) */
function getMailValues(site: LetterSite, facts: MailFacts): MailValues {
  const raw: Record<MailPlaceholder, string | null> = {
    ...getEventValues(site, facts.event),
    ...getFigureValues(site, facts.figures ?? null),
    'feedback.page': siteLink(site.siteUrl, '/feedback'),
    'recipient.name': facts.recipient.name,
    'vendor.name': facts.recipient.vendorName,
    'task.title': facts.task?.title ?? null,
    'task.due': facts.task === null ? null : formatDay(facts.task.dueDay),
    'task.open': facts.task === null ? null : listTasks(facts.task.open),
    'task.page': facts.task?.path == null ? null : siteLink(site.siteUrl, facts.task.path),
    'order.number': facts.order?.number ?? null,
    'order.total': facts.order && formatCents(facts.order.totalCents),
    'order.due': facts.order?.due ?? null,
    'order.page': facts.order?.path == null ? null : siteLink(site.siteUrl, facts.order.path),
    'site.name': site.siteName,
    'site.page': siteLink(site.siteUrl, '/'),
  }
  const clean = (name: MailPlaceholder, value: string | null) => {
    const lines = isList(name) ? (value ?? '').split('\n') : [value ?? '']
    const line = lines.map((one) => oneLine(one.replace(DIRECTIONS, ''))).join('\n')
    return line === '' || (linkWords(name) !== undefined && !isWebAddress(line)) ? null : line
  }
  // Object.entries and Object.fromEntries know no key types.
  const entries = Object.entries(raw) as [MailPlaceholder, string | null][]
  return Object.fromEntries(entries.map(([name, value]) => [name, clean(name, value)])) as MailValues
}

const MOST_TASKS = 10

/** `Send the logo (Thursday, January 14, 2027) and Name the speakers (…)`. */
function listTasks(tasks: readonly DueTask[]): string | null {
  const named = tasks.slice(0, MOST_TASKS).map(({ title, dueDay }) => `${title} (${formatDay(dueDay)})`)
  const more = tasks.length - named.length
  return enumerate(more > 0 ? [...named, `${more} more`] : named)
}

/** `Maria Ortiz, maria@plant.example, 918 555 0100`, or what of it is set. */
const sayContact = ({ name, email, phone }: PartnerContact) => [name, email, phone].filter(Boolean).join(', ')

type EventValue = Extract<MailPlaceholder, `event.${string}`>

function getEventValues({ siteUrl }: LetterSite, event: MailEvent | null): Record<EventValue, string | null> {
  const of = <Value>(pick: (given: MailEvent) => Value): Value | null => (event === null ? null : pick(event))
  const page = of(({ eventSlug }) => siteLink(siteUrl, `/event/${eventSlug}`))
  const dollars = (amount: number | null | undefined) => (amount ? formatDollars(amount) : null)
  const deadline = event?.earlyBirdDeadline
  return {
    'event.name': of(({ eventName }) => eventName),
    'event.date': of(({ eventDate }) => formatDay(eventDate)),
    'event.start': of(({ eventTimeStart }) => formatClock(eventTimeStart ?? FALLBACK.timeStart)),
    'event.end': of(({ eventTimeEnd }) => formatClock(eventTimeEnd ?? FALLBACK.timeEnd)),
    'event.zone': of((given) => zoneName(given.eventTimezone, getPhases(given).startsAt)),
    'event.venue': of(({ venueName }) => venueName),
    'event.address': of(({ venueAddress }) => venueAddress),
    'event.city': of((given) => formatCity(given) ?? null),
    'event.team': of(({ team }) => enumerate(team)),
    'event.contact': of(({ contact }) => contact && sayContact(contact)),
    'event.announcement': of(({ announcementText }) => announcementText),
    'event.earlyBirdPrice': dollars(event?.earlyBirdPrice),
    'event.earlyBirdEnds': deadline ? formatDay(deadline) : null,
    'event.standardPrice': dollars(event?.standardPrice),
    'event.page': page,
    'event.registration': of(({ registrationUrl }) => registrationUrl),
    'event.calendar': page && `${page}.ics`,
    'event.room': of(({ roomSlug }) => (roomSlug === null ? null : siteLink(siteUrl, categoryPath(roomSlug)))),
  }
}
