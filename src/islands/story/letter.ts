import { breakEven, type Costs, costSentence, formatHours, totalCost } from '#src/contract/business-case.ts'
import type { Blank } from '#src/contract/letter.ts'
import { formatDollars } from '#src/contract/money.ts'
import { all, amount, one, price, refuse, typed, write } from './fields.ts'

/** Longest `mailto:` address that every common mail program opens whole. */
const MAILTO_LIMIT = 1_900

/** The price that holds with what was typed. Without anything typed there is nothing to count. */
function costs(): Costs {
  const [travel, cover] = [amount('travel'), amount('cover')]
  const isCounted = [travel, cover, amount('hour')].some((value) => value !== undefined)
  return { price: isCounted ? price() : undefined, travel, cover }
}

/** What fills each blank of the letter now; empty for one that keeps the words of the page. */
function blanks(): Record<Blank, string> {
  const { travel, cover } = costs()
  const hour = amount('hour')
  const total = totalCost(costs())
  const time = breakEven(total, hour)
  const dollars = (value: number | undefined) => (value === undefined ? '' : formatDollars(value))
  return {
    name: typed('name'),
    manager: typed('manager'),
    travel: dollars(travel),
    cover: dollars(cover),
    hour: dollars(hour),
    total: dollars(total),
    time: time === undefined ? '' : formatHours(time),
  }
}

/** Fills the letter in, and shows the line that `changed` is in. */
export function fillLetter(changed?: string) {
  const values = blanks()
  for (const place of all('[data-blank]')) {
    // What the page says while nothing is typed.
    place.dataset.words ??= place.textContent ?? ''
    write(place, values[place.dataset.blank as Blank] || (place.dataset.words ?? ''))
  }
  const studio = one('[data-studio]')
  if (studio) write(studio.querySelector('output'), refuse(studio) ?? costSentence(costs(), amount('hour')))
  const [sheet, line] = [one('#letter'), one(`[data-blank=${changed}]`)]
  if (sheet && line && changed) {
    const place = line.getBoundingClientRect().top - sheet.getBoundingClientRect().top
    sheet.scrollTop += place - sheet.clientHeight / 2
  }
}

/** The letter that shows now, as text; `isShort` without its reasons and the agenda. */
export function letterText(isShort = false): string {
  const copy = one('#letter pre')?.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll(`[hidden]${isShort ? ',[data-long]' : ''}`)) part.remove()
  return copy.textContent
}

/** Gives the pressed link the letter as its text: the whole one where mail programs take it, else the short one. */
export function fillMail(link: HTMLAnchorElement) {
  const [subject = ''] = link.href.split('&')
  const [whole = '', short = ''] = [letterText(), letterText(true)].map(
    (text) => `${subject}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`,
  )
  link.href = whole.length > MAILTO_LIMIT ? short : whole
}
