import type { Instant } from './instant.ts'

/** What a calendar takes down of an event. */
type Entry = { title: string; startsAt: Instant; endsAt: Instant; place: string }

/** The page of a calendar service that offers to take the event. */
export type CalendarLink = { service: string; href: string }

/** `2027-01-21T14:30:00Z`. Times in UTC mean the same moment in every zone and season. */
const inUtc = (at: Instant) => new Date(at).toISOString().replace('.000', '')

/** `20270121T143000Z`. */
const compact = (at: Instant) => inUtc(at).replace(/[-:]/g, '')

/** Without escapes of signs that need none in a query. (RFC 3986 3.4) */
const inQuery = (text: string) => encodeURIComponent(text).replace(/%(?:2C|2F|3A)/g, decodeURIComponent)

/** The event in the calendars that people use in a browser, beside the file for all others. */
export function calendarLinks({ title, startsAt, endsAt, place }: Entry): CalendarLink[] {
  const [name, where] = [inQuery(title), inQuery(place)]
  const outlook = `/calendar/0/deeplink/compose?path=/calendar/action/compose&rru=addevent&subject=${name}&startdt=${inUtc(startsAt)}&enddt=${inUtc(endsAt)}&location=${where}`
  return [
    {
      service: 'Google Calendar',
      href: `https://calendar.google.com/calendar/render?action=TEMPLATE&text=${name}&dates=${compact(startsAt)}/${compact(endsAt)}&location=${where}`,
    },
    { service: 'Outlook.com', href: `https://outlook.live.com${outlook}` },
    { service: 'Office 365', href: `https://outlook.office.com${outlook}` },
    {
      service: 'Yahoo',
      href: `https://calendar.yahoo.com/?v=60&title=${name}&st=${compact(startsAt)}&et=${compact(endsAt)}&in_loc=${where}`,
    },
  ]
}
