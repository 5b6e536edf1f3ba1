import { type Amount, FILL_IN_ALL } from '#src/contract/business-case.ts'
import { calendarLinks } from '#src/contract/calendar-links.ts'
import { all } from './fields.ts'

/** The looks of `src/ui/button-class.ts`, whose package is larger than all of this. */
const [STRONG, PLAIN] = ['btn btn-industrial label stripe letter-copy', 'btn btn-outline']

/** A field whose text stays on the page. */
function field(name: Amount | 'name' | 'manager', label: string): string {
  const isText = name === 'name' || name === 'manager'
  const kind = isText ? 'maxlength="100"' : 'maxlength="12" inputmode="decimal"'
  return `<label>${label}<input name="${name}" autocomplete="${name === 'name' ? name : 'off'}" ${kind}></label>`
}

const group = (legend: string, fields: string[], says: string) =>
  `<fieldset class="typed"><legend>${legend}</legend>${fields.join('')}<p><output>${says}</output>What you type stays on this page.</p></fieldset>`

/** What fewer hours of downtime are worth in the reader's plant. */
const CALCULATOR = group(
  'What is it worth in your plant?',
  [
    field('hours', 'Unplanned downtime (hours a month)'),
    field('hour', 'Cost of an hour of downtime ($)'),
    field('percent', 'Downtime you expect to prevent (%)'),
  ],
  FILL_IN_ALL,
)

/** What the letter leaves open. */
const STUDIO = group(
  'Fill in the letter',
  [
    field('name', 'Your name'),
    field('manager', 'Your manager'),
    field('hour', 'Cost of an hour of downtime ($)'),
    field('travel', 'Travel ($)'),
    field('cover', 'Shift cover ($)'),
  ],
  '',
)

/** A button that copies, with what it and the status beside it then say. */
const COPY = `<div><button type="button" data-copy="Copy letter" data-done="Copied!" data-refused="Select all, then copy" class="${STRONG}">Copy letter</button><span role="status" data-copy="" data-done="The letter is on your clipboard." data-refused="The letter is selected." class="sr-only"></span></div>`
const PRINT = `<button type="button" data-print="letter" class="${PLAIN}">Print it</button>`
/** Hands the page to another program, or copies its address. */
const SHARE = `<div><button type="button" data-copy="Share page" data-done="Link copied!" data-refused="Not copied" data-share="" class="${PLAIN}">Share page</button><span role="status" data-copy="" data-done="The link is on your clipboard." class="sr-only"></span></div>`

/** Makes the controls that a landing page has places for, where they are not there yet. */
export function placeControls() {
  for (const place of all('[data-calculator]:empty')) place.innerHTML = CALCULATOR
  for (const place of all('[data-studio]:empty')) place.innerHTML = STUDIO
  const canShare = 'share' in navigator || 'clipboard' in navigator
  for (const mail of all('#business-case [href^=mailto]:only-child')) {
    mail.insertAdjacentHTML('beforebegin', COPY)
    mail.insertAdjacentHTML('afterend', PRINT + (canShare ? SHARE : ''))
  }
  for (const list of all('[data-calendar]:empty')) fillCalendars(list)
}

function fillCalendars(list: HTMLElement) {
  const [startsAt, endsAt, title = '', place = ''] = (list.dataset.calendar ?? '').split('\n')
  for (const { service, href } of calendarLinks({ title, place, startsAt: Number(startsAt), endsAt: Number(endsAt) })) {
    const link = Object.assign(document.createElement('a'), {
      className: 'text-link',
      href,
      target: '_blank',
      rel: 'noopener',
    })
    const more = Object.assign(document.createElement('span'), {
      className: 'sr-only',
      textContent: ' (opens in a new tab)',
    })
    link.append(service, more)
    list.appendChild(document.createElement('li')).append(link)
  }
}
