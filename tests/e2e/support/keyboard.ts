import type { Locator, Page } from '@playwright/test'

/** Where the focus was after one key press. Positions are pixels from the top of the window. */
export type FocusStop = {
  name: string
  isInBar: boolean
  /** It is somewhere inside a frame, which scrolls and shows the focus by itself. */
  isFrame: boolean
  top: number
  bottom: number
  /** Something shows that it is here. */
  hasOutline: boolean
  /** The least contrast of its ring with what the ring lies on; null where the browser draws the focus by itself. */
  contrast: number | null
}

const MOST_STOPS = 120

/** Presses a key until the focus leaves the page, and tells each stop on the way. */
export async function focusStops(page: Page, key: string, most = MOST_STOPS): Promise<FocusStop[]> {
  const stops: FocusStop[] = []
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate<FocusStop | null>(STOP_HERE)
    if (!stop) return stops
    if (!stop.isFrame) stops.push(stop)
  }
  throw new Error(`The focus never left the page: ${stops.map(({ name }) => name).join(', ')}`)
}

const MOST_FRAMES = 30

/** Runs in the page. A section far below is laid out, and so scrolled to, within the next frames. */
async function currentStop(mostFrames: number): Promise<Omit<FocusStop, 'contrast'> | null> {
  const focused = document.activeElement
  if (!focused || focused === document.body || focused === document.documentElement) return null
  const isInBar = focused.closest('header, #admin-menu, a[href="#content"]') !== null
  const bar = isInBar ? 0 : (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
  const isSeen = () => {
    const { top, bottom } = focused.getBoundingClientRect()
    return top < innerHeight && bottom > bar && (top >= bar || bottom - top > innerHeight - bar)
  }
  for (let frames = 0; frames < mostFrames && !isSeen(); frames += 1) await new Promise(requestAnimationFrame)
  const { top, bottom } = focused.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  // The browser draws the focus on the parts of these by itself: day, month, the button of its calendar.
  const hasParts = focused.matches('input[type=date], input[type=time], input[type=datetime-local]')
  return {
    name: (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim(),
    isFrame: focused.localName === 'iframe',
    isInBar,
    top: Math.round(top),
    bottom: Math.round(bottom),
    hasOutline: hasParts || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
  }
}

/**
 * Runs in the page: the contrast of the focus ring with the ground under the middle of each of its four sides, the least of them.
 * A ground is the colors of what lies there, from the top down to the first opaque one; pictures and patterns count as what is
 * behind them. Sides out of sight are left out. (WCAG 1.4.11)
 */
function ringContrast(): number | null {
  const { activeElement } = document
  // A control without a look of its own shows its focus around its label.
  const focused = activeElement?.matches('.sr-only') ? activeElement.closest('label, a') : activeElement
  if (!focused) return null
  const { outlineColor, outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(focused)
  if (outlineStyle === 'auto' || outlineStyle === 'none') return null
  const luminanceOf = (colors: readonly string[]) => {
    const known: Map<string, number> = Reflect.get(globalThis, 'luminances') ?? new Map()
    Reflect.set(globalThis, 'luminances', known)
    const name = colors.join()
    const luminance = known.get(name) ?? draw(colors)
    known.set(name, luminance)
    return luminance
  }
  /** The colors over each other, as the browser mixes them. To read a pixel takes longer than all the rest. */
  const draw = (colors: readonly string[]) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('This browser has no canvas')
    for (const color of colors) {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
  }
  const distance = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const [across, down] = [(left + right) / 2, (top + bottom) / 2]
  const sides = [
    [across, top - distance],
    [across, bottom + distance],
    [left - distance, down],
    [right + distance, down],
  ] as const
  const ring = luminanceOf([outlineColor])
  const contrasts = sides.flatMap(([x, y]) => {
    const colors = document.elementsFromPoint(x, y).map((one) => getComputedStyle(one).backgroundColor)
    if (colors.length === 0) return []
    const ground = luminanceOf(['Canvas', ...colors.toReversed()])
    return [(Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05)]
  })
  return contrasts.length > 0 ? Math.min(...contrasts) : null
}

/** Where the focus is and how clearly it shows, in one question: a page of links asks it a hundred times. */
const STOP_HERE = `(async () => {
  const stop = await (${currentStop})(${MOST_FRAMES})
  return stop && { ...stop, contrast: (${ringContrast})() }
})()`

/** Everything that Tab can come to. Of radio buttons, it is the one that is chosen. */
const CONTROLS = 'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, [tabindex]'

/**
 * Gives each control of the page the focus, in order or backwards, and tells how it shows there. A key does the same to the page,
 * which then scrolls and draws its ring, and takes ten times as long: walk with keys once, and like this in other windows.
 */
export async function controlStops(page: Page, order: 'forwards' | 'backwards' = 'forwards'): Promise<FocusStop[]> {
  // After a key, a page shows the focus that a script moves.
  await page.keyboard.press('Tab')
  const stops = await page.evaluate<FocusStop[]>(`(async () => {
    const isReached = (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true })
    const controls = [...document.querySelectorAll('${CONTROLS}')].filter(isReached)
    if (${order === 'backwards'}) controls.reverse()
    const stops = []
    for (const control of controls) {
      control.focus()
      if (document.activeElement === control) stops.push(await ${STOP_HERE})
    }
    return stops
  })()`)
  return stops.filter(({ isFrame }) => !isFrame)
}

/**
 * What somebody who uses keys would not see: each stop that is out of the window, under the bar at its top, of that height, or
 * without a clear ring. One list for one look: thousands of checks of a test one by one take longer than what they check.
 */
export function unseenStops(stops: readonly FocusStop[], { height, bar }: { height: number; bar: number }): string[] {
  return stops.flatMap(({ name, isInBar, top, bottom, hasOutline, contrast }) => {
    const fits = bottom - top <= height - bar
    const isUnderBar = !isInBar && ((fits && top < bar) || bottom <= bar)
    const faults = [
      isUnderBar && `is under the bar, from ${top} to ${bottom}`,
      (bottom <= 0 || top >= height) && `is out of the window, from ${top} to ${bottom}`,
      !hasOutline && 'has no ring',
      contrast !== null && contrast < 3 && `has a ring of ${contrast.toFixed(2)}:1`,
    ]
    return faults.flatMap((fault) => (fault ? `${name.slice(0, 60)} ${fault}` : []))
  })
}

/** Controls smaller than 24 by 24 CSS pixels, with their size. Links within a sentence may be. (WCAG 2.5.8) */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    const isWithinText = (control: Element) =>
      control.matches('p a') && control.parentElement?.textContent !== control.textContent
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isShown = control.checkVisibility() && !control.matches('.sr-only, [href="#content"]:not(:focus)')
      if (!isShown || isWithinText(control) || (width >= 24 && height >= 24)) return []
      const name = control.ariaLabel ?? control.textContent?.trim()
      return [`${name} is ${Math.round(width)}x${Math.round(height)}`]
    })
  })
}

/** Presses Tab until the focus is on this control. Throws with the stops on the way when it is not reached. */
export async function tabTo(page: Page, control: Locator, most = MOST_STOPS): Promise<void> {
  const stops: string[] = []
  const focused = page.locator(':focus')
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    const [found, name] = await Promise.all([
      control.and(focused).count(),
      focused.evaluateAll(([one]) => one?.getAttribute('aria-label') ?? one?.textContent ?? ''),
    ])
    if (found > 0) return
    stops.push(name)
  }
  throw new Error(`Tab never came to it: ${stops.join(', ')}`)
}
