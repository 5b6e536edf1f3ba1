/**
 * What the letter, the calculator and sharing do on a landing page, without a framework. The page loads this once one of these parts
 * is in sight, and their controls are made then. What people type is used here and nowhere else. (decision 0066)
 */
import { calculate, startCalculator } from './calculator.ts'
import { placeControls } from './controls.ts'
import { fieldsOf, one } from './fields.ts'
import { fillLetter, fillMail, letterText } from './letter.ts'
import style from './story.css?inline'

const { dataset } = document.documentElement

/** Until when each button says what became of its press. */
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

/** For two seconds, a button and the status beside it say what became of the press. (product 9) */
function say(button: Element, state: 'done' | 'refused') {
  const places = [...(button.parentElement?.children ?? [])] as HTMLElement[]
  const show = (key: string) => {
    for (const place of places) place.textContent = place.dataset[key] ?? ''
  }
  clearTimeout(timers.get(button))
  show(state)
  if (state === 'done') timers.set(button, setTimeout(show, 2_000, 'copy'))
}

/** Copies the letter; if the browser refuses the clipboard, selects it. */
async function copy(button: Element) {
  try {
    await navigator.clipboard.writeText(letterText())
  } catch {
    getSelection()?.selectAllChildren(one('#letter pre') as HTMLElement)
    if (!document.execCommand('copy')) return say(button, 'refused')
  }
  say(button, 'done')
}

/** Through the device where it can share, else by a copied address: the page's own, without what led here. */
async function share(button: Element) {
  const url =
    document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ?? `${location.origin}${location.pathname}`
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(url)
    say(button, 'done')
  } catch (cause) {
    // Somebody who closes the list of programs meant to.
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) say(button, 'refused')
  }
}

function printLetter() {
  dataset.printing = 'letter'
  print()
}

const pressed = (event: Event, what: string) => (event.target as Element).closest?.(`#business-case ${what}`)

/** Makes what is missing on the page, and fills it in. */
export function prepare() {
  placeControls()
  fill()
  startCalculator()
}

// Browsers fill fields again when a page comes back, and the price changes while a page is open.
function fill() {
  fillLetter()
  calculate()
}

function start() {
  dataset.story = ''
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
  addEventListener('afterprint', () => (dataset.printing = ''))
  // Before the browser follows the link, with the middle button too.
  for (const type of ['click', 'auxclick'])
    addEventListener(
      type,
      (event) => {
        const link = pressed(event, '[href^=mailto]')
        if (link instanceof HTMLAnchorElement) fillMail(link)
      },
      true,
    )
  addEventListener('click', (event) => {
    const button = pressed(event, 'button')
    if (button?.matches('[data-share]')) void share(button)
    else if (button?.matches('[data-copy]')) void copy(button)
    if (button?.matches('[data-print]')) printLetter()
  })
  addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest('.typed'))) return
    // The cost of an hour is asked for twice, and is the same.
    for (const field of fieldsOf(target.name)) field.value = target.value
    fillLetter(target.name)
    calculate()
  })
  addEventListener('pageshow', fill)
  const letter = one('#letter')
  if (letter) new MutationObserver(fill).observe(letter, { attributeFilter: ['hidden'], subtree: true })
  prepare()
}

if (dataset.story === undefined) start()
