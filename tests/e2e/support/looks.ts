import type { RunOnly } from 'axe-core'
import { smallTargets } from './keyboard.ts'
import { violations } from './site-pages.ts'
import { expect, type Page } from './site-test.ts'

/** A window and a color scheme that a state is looked at in. */
type Look = {
  look: string
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  /** What is checked after all rules at the first look, where that is not both. The rest is seen in the other looks. */
  only?: 'colors' | 'sizes'
}

export const DESKTOP: Look = { look: 'desktop', width: 1280, height: 1024, colorScheme: 'light' }
export const PHONE: Look = { look: '320 px', width: 320, height: 700, colorScheme: 'light' }
export const TABLET: Look = { look: 'tablet', width: 768, height: 1024, colorScheme: 'light', only: 'sizes' }
/** 1280 by 1024 pixels at 400 % leave 320 by 256, as wide as a small phone. (WCAG 1.4.10) */
export const ZOOM: Look = { look: '400 % zoom, dark', width: 320, height: 256, colorScheme: 'dark' }
/** The two ends of what there is. A state that looks alike everywhere is seen in them. */
export const ENDS = [DESKTOP, ZOOM] as const
/** What a page is seen in as it arrives. */
export const LOOKS = [
  DESKTOP,
  { ...DESKTOP, look: 'desktop, dark', colorScheme: 'dark', only: 'colors' },
  ZOOM,
] as const

/** What a window and its colors can break. */
const RULES_OF = { colors: ['color-contrast'], sizes: ['target-size'] }

/** The bar and the menu of the admin area, which all its screens share. */
const SHELL = ['#admin-menu', 'header:has([popovertarget=admin-menu])']

type Options = {
  /** In the order they are taken, each from the one before; `ENDS` without them. */
  looks?: readonly [Look, ...Look[]]
  /** Waits until the page shows the state: some parts are drawn again at another width. */
  reached?: (page: Page) => Promise<unknown>
  /** Looks at the bar and the menu of the admin area, too: `admin-accessibility` does so in each place. */
  hasShell?: boolean
  /** What else is done while the page is as in the last look. */
  inLast?: () => Promise<unknown>
}

/** Everybody can use what the page shows now, in every look. (security AX1) */
export async function expectUsable(page: Page, state: string, options?: Options): Promise<void> {
  expect.soft(await flaws(page, options), state).toEqual([])
}

/**
 * What keeps somebody from using what the page shows now, each flaw with its look: rules of WCAG 2.2 A and AA, targets that
 * are too small, content wider than its box, icons that are squeezed. All rules are run at the first look; the page stays open for the others.
 */
export async function flaws(
  page: Page,
  { looks = ENDS, reached, hasShell = false, inLast }: Options = {},
): Promise<string[]> {
  const [first] = looks
  const found: string[] = []
  for (const each of looks) {
    await take(page, each)
    await reached?.(page)
    const broken = await violations(page, each === first ? undefined : rulesOf(each), hasShell ? [] : SHELL)
    const hasSizes = each === first || each.only !== 'colors'
    const sizes = hasSizes
      ? [...(await smallTargets(page)), ...(await overhang(page)), ...(await squeezedIcons(page))]
      : []
    found.push(...[...broken, ...sizes].map((flaw) => `${each.look}: ${flaw}`))
  }
  await inLast?.()
  await take(page, first)
  return found
}

function rulesOf({ only }: Look): RunOnly {
  return { type: 'rule', values: only ? RULES_OF[only] : Object.values(RULES_OF).flat() }
}

/** Gives the page the window and the colors of a look, and no motion. */
export async function take(page: Page, { width, height, colorScheme }: Look = DESKTOP): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Toasts stay, as while somebody points at them. A dialog has a region of its own; what is held is held in both. */
export async function holdToasts(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).first().dispatchEvent('pointerover')
}

/** What is wider than the window, or than an open dialog, so that one scrolls sideways. */
export function overhang(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .flatMap((box) => {
        const edge = box.getBoundingClientRect().left + box.clientWidth + 1
        const wide = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge)
        const names = wide.slice(0, 5).map(({ localName, className }) => `${localName}.${className}`)
        return `${box.localName} is ${box.scrollWidth - box.clientWidth} px too wide: ${names.join(', ')}`
      }),
  )
}

/** Icons of the set that all screens use, which are square, in a box that is not. */
function squeezedIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg[viewBox="0 0 24 24"]')].flatMap((icon) => {
      const { width, height } = icon.getBoundingClientRect()
      if (Math.abs(width - height) < 1) return []
      const owner = icon.closest('[aria-label]')?.getAttribute('aria-label') ?? icon.parentElement?.textContent
      return `the icon of ${owner} is ${Math.round(width)}x${Math.round(height)}`
    }),
  )
}

/** Text that is drawn over other text of its line. The bars at the top and the bottom of the window, and what scrolls by itself, are each looked at alone. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const layer = (element: Element) => element.closest('header, [data-actions], [tabindex="0"]') ?? document.body
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lines: { text: string; layer: Element; box: DOMRect }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr-only, [href="#content"]'))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) lines.push({ text: node.textContent ?? '', layer: layer(parent), box })
    }
    const shared = (a: number, b: number, c: number, d: number) => Math.min(b, d) - Math.max(a, c)
    const isOver = ({ box: a }: { box: DOMRect }, { box: b }: { box: DOMRect }) =>
      shared(a.left, a.right, b.left, b.right) > 1 &&
      shared(a.top, a.bottom, b.top, b.bottom) > Math.min(a.height, b.height) / 2
    return lines.flatMap((line, place) =>
      lines
        .slice(place + 1)
        .filter((other) => other.layer === line.layer && other.text !== line.text && isOver(line, other))
        .map((other) => `"${line.text}" and "${other.text}"`),
    )
  })
}

/** Runs in the page: adds up how far things move. (https://web.dev/articles/cls) */
export function countShifts(): void {
  Reflect.set(globalThis, 'shifts', 0)
  const add = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries())
      Reflect.set(globalThis, 'shifts', Reflect.get(globalThis, 'shifts') + Reflect.get(entry, 'value'))
  }
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
}
