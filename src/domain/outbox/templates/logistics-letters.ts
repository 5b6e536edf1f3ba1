import { formatDay } from '#src/contract/event-dates.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { contactLine } from '#src/contract/logistics.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import { plural } from '#src/contract/plural.ts'
import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'

/** One event that somebody takes part in, and the way to their form. */
type FormLink = { eventName: string; day: PlainDay; token: string }

/** Where a form is. The page sends the token in the body of its calls alone. (security LG1) */
function formPath(token: string): string {
  return `/logistics-form/${token}`
}

type LinkLetter = { name: string; links: readonly FormLink[]; contact: PartnerContact | null }

/** Whom to ask, or the way to the feedback form where nothing is set. */
function questions(contact: PartnerContact | null): LetterPart {
  return contact ? `Questions? ${contactLine(contact)}` : { link: 'Ask us a question', path: '/feedback' }
}

/** To somebody who takes part in events: the links to their forms, which become their run sheets. */
export function logisticsLink(site: LetterSite, { name, links, contact }: LinkLetter) {
  const [first] = links
  const buttons = links.flatMap(({ eventName, day, token }): LetterPart[] => [
    `You take part in ${eventName} on ${formatDay(day)}. Please tell us what you bring and what you need.`,
    { button: links.length === 1 ? 'Open my form' : `Open my form for ${eventName}`, path: formPath(token) },
  ])
  return composeLetter(site, {
    template: 'logistics-link',
    subject: links.length === 1 && first ? `Your details for ${first.eventName}` : 'Links to your forms',
    recipientName: name,
    parts: [
      ...buttons,
      'Each answer is saved as you type, and you can come back as often as you like. Once you have handed it in, the same link shows your times, the address and your contacts for the day.',
      'You can pass the link on to someone who fills in the form for you. Anyone who has it can read and change your answers.',
      questions(contact),
    ],
  })
}

/** To somebody from whom something is missing: the titles of the sections, and never what is in them. */
export function logisticsNudge(
  site: LetterSite,
  { name, link, titles, contact }: Omit<LinkLetter, 'links'> & { link: FormLink; titles: readonly string[] },
) {
  return composeLetter(site, {
    template: 'logistics-nudge',
    subject: `Still missing: your details for ${link.eventName}`,
    recipientName: name,
    parts: [
      `We are preparing ${link.eventName} on ${formatDay(link.day)}. We still need your answers in ${plural(titles.length, 'section')}:`,
      { items: titles.map((title) => [title]), isNumbered: false },
      { button: 'Open my form', path: formPath(link.token) },
      'You can also answer this email, or call us: we then fill in the form for you.',
      questions(contact),
    ],
  })
}

type Decided = Pick<LinkLetter, 'name' | 'contact'> & {
  eventName: string
  /** Of the section; what should change in it is never said. */
  title: string
  isAccepted: boolean
  /** What the organizer wrote; null where it is read on the form alone, as in a sensitive section. */
  note: string | null
  /** Their form; null for a person whose links were ended. */
  path: string | null
}

/** To somebody who asked for a change of a section that is closed. */
export function logisticsDecided(
  site: LetterSite,
  { name, contact, eventName, title, isAccepted, note, path }: Decided,
) {
  const verdict = isAccepted
    ? `The change that you asked for in the section “${title}” for ${eventName} is accepted. Your form shows the new answers.`
    : `The change that you asked for in the section “${title}” for ${eventName} could not be made. Your earlier answers stay as they are.`
  return composeLetter(site, {
    template: 'logistics-decided',
    subject: `${isAccepted ? 'Accepted' : 'Not accepted'}: your change for ${eventName}`,
    recipientName: name,
    parts: [
      verdict,
      ...(note ? [{ quote: note }] : []),
      ...(path === null ? [] : [{ button: 'Open my form', path }]),
      questions(contact),
    ],
  })
}
