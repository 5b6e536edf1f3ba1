import type { Instant } from './instant.ts'
import { enumerate, plural } from './plural.ts'

/** Errors are plainly broken and stop what would publish them; warnings need a person to have seen them. */
export type FindingLevel = 'error' | 'warning'

/** What content belongs to, in words. */
export const SUBJECT_LABELS = {
  event: 'Event',
  agenda: 'Agenda',
  vendor: 'Vendor',
  team: 'Team member',
  location: 'Location',
  menu: 'Menu',
  product: 'Product',
  block: 'Content block',
  page: 'Page',
  copy: 'Standing text',
} as const
export type SubjectType = keyof typeof SUBJECT_LABELS

/** The checks of content in the order in which their findings are shown, with how serious each finding is. */
export const CONTENT_CHECKS = {
  'link.inside': { level: 'error', title: 'Links within the site' },
  'link.anchor': { level: 'error', title: 'Links to a place on a page' },
  'alt.missing': { level: 'error', title: 'Missing descriptions of pictures' },
  'link.outside': { level: 'warning', title: 'Links to other sites' },
  'fact.date': { level: 'warning', title: 'Dates that differ from the event' },
  'fact.place': { level: 'warning', title: 'Places that differ from the event' },
  'fact.price': { level: 'warning', title: 'Prices that differ from the event' },
  'alt.poor': { level: 'warning', title: 'Descriptions of pictures that describe nothing' },
  'link.text': { level: 'warning', title: 'Link texts that name no destination' },
  'heading.order': { level: 'warning', title: 'Order of headings' },
  'length.title': { level: 'warning', title: 'Length of the title in search results' },
  'length.description': { level: 'warning', title: 'Length of the description in search results' },
  'length.hero': { level: 'warning', title: 'Length of the title at the top of the page' },
  'text.reading': { level: 'warning', title: 'Sentences that are hard to read' },
  'text.repeated': { level: 'warning', title: 'Repeated words' },
} as const satisfies Record<string, { level: FindingLevel; title: string }>
export type ContentCheckKey = keyof typeof CONTENT_CHECKS

/** What a finding is about: a row, with the name that people know it by. */
export type FindingSubject = { type: SubjectType; id: string; label: string }

/** One thing that a check found in the content of the site. */
export type Finding = {
  key: ContentCheckKey
  level: FindingLevel
  subject: FindingSubject
  /** The field of the subject's form, such as `heroTitle`; null where the whole subject is meant. */
  field: string | null
  /** What is wrong, in sentences. */
  text: string
  /** The address in the admin area of the form that mends it; its hash is the field, which then has the focus. */
  href: string
}

/** What makes two findings the same: the subject and the sentence, wherever they lead. */
export function findingId({ subject: { type, id }, text }: Pick<Finding, 'subject' | 'text'>): string {
  return `${type} ${id} ${text}`
}

/**
 * Names a finding in few characters, so that a long list of them can be sent: the check, and a hash (FNV-1a) of its subject and
 * sentence. It changes with the words that were found.
 */
export function findingCode(finding: Pick<Finding, 'key' | 'subject' | 'text'>): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(findingId(finding))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return `${finding.key}-${hash.toString(36)}`
}

/** What stops an event from being published: errors, and warnings that nobody accepted. */
export function openFindings(findings: readonly Finding[], accepted: readonly string[]): Finding[] {
  return findings.filter((finding) => finding.level === 'error' || !accepted.includes(findingCode(finding)))
}

/** What the checks found, and how much they know of links to other sites. */
export type ContentChecks = {
  findings: Finding[]
  outside: {
    /** How many links to other sites the content has. */
    links: number
    /** How many of them were not asked for yet. */
    waiting: number
    /** Links that could not be checked: another site refused, or was too slow. Never a fault of ours. */
    unknown: { url: string; reason: string; checkedAt: Instant }[]
  }
}

const FORMS: Record<SubjectType, (id: string) => string> = {
  event: (id) => `/admin/event/setup?id=${id}`,
  agenda: (id) => `/admin/event/vendors?event=${id}&part=agenda`,
  vendor: (id) => `/admin/library/vendors?edit=${id}`,
  team: (id) => `/admin/library/team?edit=${id}`,
  location: (id) => `/admin/library/locations?edit=${id}`,
  menu: (id) => `/admin/menu?edit=${id}`,
  product: (id) => `/admin/library/products?edit=${id}`,
  block: (id) => `/admin/library/content?edit=${id}`,
  page: (id) => `/admin/library/content?tab=pages&edit=${id}`,
  copy: (id) => `/admin/library/content?tab=texts&edit=${id}`,
}

/** A finding of one check: its level is that of the check, and its address leads to the field. */
export function toFinding(key: ContentCheckKey, subject: FindingSubject, field: string | null, text: string): Finding {
  const form = FORMS[subject.type](encodeURIComponent(subject.id))
  return {
    key,
    level: CONTENT_CHECKS[key].level,
    subject,
    field,
    text,
    href: field === null ? form : `${form}#${field}`,
  }
}

/** True if something is plainly broken. */
export function hasErrors(findings: readonly Pick<Finding, 'level'>[]): boolean {
  return findings.some(({ level }) => level === 'error')
}

/** The screen that shows all of them. */
export const CONTENT_CHECKS_TITLE = 'Content checks'
export const CONTENT_CHECKS_LEAD =
  'What visitors see now, checked for links, pictures, facts and wording. Events that are over are left out.'

/** The sentence over the findings: `1 error and 3 warnings.` */
export function sayFindings(findings: readonly Pick<Finding, 'level'>[]): string {
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.length - errors
  const counts = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')]
  return `${enumerate(counts.filter((count) => count !== false)) || 'The checks found nothing'}.`
}

/** What is known of links to other sites, in a sentence or two. */
export function sayOutside({ links, waiting, unknown }: ContentChecks['outside']): string {
  if (links === 0) return 'No link to another site is checked.'
  const rest = [
    waiting > 0 && ` ${waiting} of them ${waiting === 1 ? 'was' : 'were'} not checked yet.`,
    unknown.length > 0 && ` ${unknown.length} could not be checked, which stops nothing:`,
  ].filter((part) => part !== false)
  return `${plural(links, 'link')} to other sites, each checked once a week.${rest.join('')}`
}

/** Over the findings of what is about to be published. */
export const PUBLISH_STOPPED = 'Mend the errors before you publish this.'
/** The same of a change set. */
export const SET_STOPPED = 'Mend the errors before this set goes live.'
export const PUBLISH_WARNED = 'Publish in spite of the warnings?'
export const WARNINGS_READ = 'I have read the warnings'
/** The same where some of several events have errors. */
export const SOME_STOPPED =
  'Events with errors stay drafts until you mend them. Publish the others in spite of the warnings?'

/** Why the server did not publish an event: `1 error. Mend the errors before you publish this.` */
export function sayStopped(findings: readonly Pick<Finding, 'level'>[]): string {
  const rest = hasErrors(findings) ? PUBLISH_STOPPED : 'Read and accept the warnings to publish this.'
  return `${sayFindings(findings)} ${rest}`
}
