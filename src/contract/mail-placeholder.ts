import { type MailAnchor, type MailAudience, type MailRuleDefinition, subjectOf } from './mail-rule.ts'

/** What a mail has to be about for a placeholder to have a value. */
type Subject = 'site' | 'person' | 'event' | 'vendor' | 'task' | 'week' | 'outcome' | 'figures' | 'order'

type Placeholder = {
  label: string
  example: string
  /** Absent for one that every mail can fill. */
  of?: Exclude<Subject, 'site'>
  /** Only an address has it: the words of its link where it is alone. */
  link?: string
  /** True for several lines: a list where it is alone, and separated by semicolons within a sentence. */
  isList?: true
}

/** Every placeholder of a mail. A value is text or an address, and never becomes Markdown or HTML. (security MR1) */
export const MAIL_PLACEHOLDERS = {
  'event.name': { label: 'Name', example: 'Reliability Workshop Tulsa', of: 'event' },
  'event.date': { label: 'Day', example: 'Thursday, January 21, 2027', of: 'event' },
  'event.start': { label: 'Start', example: '8:30 AM', of: 'event' },
  'event.end': { label: 'End', example: '3:45 PM', of: 'event' },
  'event.zone': { label: 'Time zone', example: 'Central Time', of: 'event' },
  'event.venue': { label: 'Venue', example: 'River Spirit Center', of: 'event' },
  'event.address': { label: 'Address of the venue', example: '8330 Riverside Parkway', of: 'event' },
  'event.city': { label: 'City and state', example: 'Tulsa, Oklahoma', of: 'event' },
  'event.team': { label: 'Team', example: 'Maria Ortiz and Sam Reed', of: 'event' },
  'event.contact': { label: 'Contact', example: 'Maria Ortiz, maria@plant.example, 918 555 0100', of: 'event' },
  'event.announcement': { label: 'Announcement', example: 'Parking is free in garage B.', of: 'event' },
  'event.earlyBirdPrice': { label: 'Early bird price', example: '$395', of: 'event' },
  'event.earlyBirdEnds': { label: 'Last early bird day', example: 'Thursday, January 7, 2027', of: 'event' },
  'event.standardPrice': { label: 'Standard price', example: '$495', of: 'event' },
  'event.page': { label: 'Page', example: 'https://…/event/tulsa', of: 'event', link: 'View the event' },
  'event.registration': { label: 'Registration', example: 'https://…', of: 'event', link: 'Register' },
  'event.calendar': {
    label: 'Calendar entry',
    example: 'https://…/event/tulsa.ics',
    of: 'event',
    link: 'Add to your calendar',
  },
  'event.room': {
    label: 'Forum room',
    example: 'https://…/forum/category/tulsa',
    of: 'event',
    link: 'Open the forum room',
  },
  'feedback.page': { label: 'Feedback page', example: 'https://…/feedback', link: 'Give feedback' },
  'recipient.name': { label: 'Recipient’s name', example: 'Maria Ortiz', of: 'person' },
  'vendor.name': { label: 'Vendor', example: 'Gauge & Co', of: 'vendor' },
  'task.title': { label: 'Task', example: 'Send the logo', of: 'task' },
  'task.due': { label: 'Due day of the task', example: 'Thursday, January 14, 2027', of: 'task' },
  'task.open': {
    label: 'Open tasks of the recipient',
    example: 'Send the logo (Thursday, January 14, 2027)',
    of: 'task',
  },
  'task.page': { label: 'Page of the tasks', example: 'https://…/vendor-portal', of: 'task', link: 'Open your tasks' },
  'week.period': { label: 'Week', example: 'Jan 4 to Jan 10, 2027', of: 'week' },
  'week.upTo': { label: 'Until when the figures go', example: 'the end of Sunday, January 10, 2027', of: 'week' },
  'week.none': { label: 'If there were no visits', example: 'No visits were counted.', of: 'week' },
  'week.visitors': { label: 'Daily visitors', example: '41 on average (38 in the week before)', of: 'week' },
  'week.visits': { label: 'Visits', example: '312 (290 in the week before)', of: 'week' },
  'week.views': { label: 'Page views', example: '705 (688 in the week before)', of: 'week' },
  'week.sources': { label: 'Top five sources', example: 'plantnews.example: 80 visits', of: 'week', isList: true },
  'week.pages': { label: 'Top five pages', example: '/event/tulsa: 120 views', of: 'week', isList: true },
  'week.events': {
    label: 'Upcoming events',
    example: 'Tulsa, in 12 days: registration pressed 14 times so far',
    of: 'week',
    isList: true,
  },
  'week.leftOut': { label: 'Visits that do not count', example: 'Bots: 120', of: 'week', isList: true },
  'outcome.upTo': {
    label: 'Until when the figures go',
    example: 'the end of Saturday, January 23, 2027',
    of: 'outcome',
  },
  'outcome.none': { label: 'If there were no visits', example: 'No visits were counted.', of: 'outcome' },
  'outcome.earlier': { label: 'What it is compared with', example: '4 earlier events', of: 'outcome' },
  'outcome.views': { label: 'Page views', example: '705 (average 610)', of: 'outcome' },
  'outcome.peak': { label: 'Most daily visitors', example: '64 on Tuesday, January 12, 2027', of: 'outcome' },
  'outcome.funnel': { label: 'From visit to registration', example: 'Visits: 312', of: 'outcome', isList: true },
  'outcome.sources': { label: 'Sources of registration', example: 'plantnews.example: 8', of: 'outcome', isList: true },
  'outcome.partners': { label: 'Partners', example: 'Gauge & Co: shown 210 times', of: 'outcome', isList: true },
  'figures.page': {
    label: 'Page of the figures',
    example: 'https://…/admin/analytics',
    of: 'figures',
    link: 'Open the analytics',
  },
  'order.number': { label: 'Number of the order', example: 'W-482913', of: 'order' },
  'order.total': { label: 'Total', example: '$148.50', of: 'order' },
  'order.due': { label: 'Due day, or until when it waits', example: 'Thursday, January 14, 2027', of: 'order' },
  'order.page': { label: 'Page of the order', example: 'https://…/shop/order', of: 'order', link: 'See the order' },
  'site.name': { label: 'Name of the site', example: 'Uptime Workshops' },
  'site.page': { label: 'Home page', example: 'https://…', link: 'Visit our site' },
} as const satisfies Record<string, Placeholder>
export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS

const CATALOGUE: Readonly<Record<string, Placeholder>> = MAIL_PLACEHOLDERS
const NEEDS = {
  person: 'does not work in mails about an order, whose buyer typed the name',
  event: 'works only in mails about an event',
  vendor: 'works only in mails to vendor contacts or to people with open tasks',
  task: 'works only in mails about the due day of a task',
  week: 'works only in mails of every week',
  outcome: 'works only in mails about an event to administrators who want figures',
  figures: 'works only in mails to administrators who want figures',
  order: 'works only in mails about an order',
} as const

/** Refuses braces around anything but a name. */
export const BAD_BRACES = 'Double braces must enclose the name of a placeholder, such as {{event.name}}'

/** True for the name of a placeholder. */
export function isPlaceholder(name: string): name is MailPlaceholder {
  return Object.hasOwn(CATALOGUE, name)
}

/** A placeholder as it is written. */
const WRITTEN = /\{\{([^{}]*)\}\}/g

/** The text in pieces: at odd places the names that were written between double braces. */
export function splitPlaceholders(text: string): string[] {
  return text.split(WRITTEN)
}

/** The words of a link to a placeholder's address; undefined for one whose value is no address. */
export function linkWords(name: MailPlaceholder): string | undefined {
  return CATALOGUE[name]?.link
}

/** True for a placeholder whose value is several lines. */
export function isList(name: MailPlaceholder): boolean {
  return CATALOGUE[name]?.isList === true
}

/** The placeholders that a rule with this anchor and audience can fill, in the order of the catalogue. */
export function listPlaceholders(anchor: MailAnchor, audience: MailAudience): MailPlaceholder[] {
  // Object.keys knows no key types.
  const names = Object.keys(MAIL_PLACEHOLDERS) as MailPlaceholder[]
  return names.filter((name) => canFill(name, anchor, audience))
}

function canFill(name: MailPlaceholder, anchor: MailAnchor, audience: MailAudience): boolean {
  const subject = CATALOGUE[name]?.of
  if (subject === undefined) return true
  if (subject === 'task') return anchor === 'task-due'
  if (subject === 'week') return anchor === 'week'
  if (subject === 'outcome') return audience === 'figure-readers' && anchor !== 'week'
  if (subject === 'figures') return audience === 'figure-readers'
  if (subject === 'vendor') return audience === 'vendor-contacts' || audience === 'open-tasks'
  if (subject === 'person') return subjectOf(anchor) !== 'order'
  return subjectOf(anchor) === subject
}

type Texts = Pick<MailRuleDefinition, 'anchor' | 'audience' | 'subject' | 'body'>
/** What is wrong with one of a mail's two texts, as a sentence. */
export type TextFault = { field: 'subject' | 'body'; message: string }

/** Everything that is wrong with the placeholders of a mail: unknown names, braces without a name, values it cannot have. */
export function findTextFaults(texts: Texts): TextFault[] {
  return (['subject', 'body'] as const).flatMap((field) =>
    faultsOf(texts[field], texts).map((message) => ({ field, message })),
  )
}

function faultsOf(text: string, { anchor, audience }: Texts): string[] {
  const pieces = splitPlaceholders(text)
  const between = pieces.filter((_, at) => at % 2 === 0)
  const names = new Set(pieces.filter((_, at) => at % 2 === 1))
  const faults = [...names].flatMap((name) => {
    const written = `{{${name}}}`
    if (!isPlaceholder(name)) {
      const isSpaced = isPlaceholder(name.trim())
      return [isSpaced ? `Write {{${name.trim()}}} without spaces` : `${written} is not a placeholder`]
    }
    const subject = CATALOGUE[name]?.of
    return subject === undefined || canFill(name, anchor, audience) ? [] : [`${written} ${NEEDS[subject]}`]
  })
  const isTorn = /\{\{\{|\}\}\}/.test(text) || between.some((piece) => /\{\{|\}\}/.test(piece))
  return isTorn ? [...faults, BAD_BRACES] : faults
}
