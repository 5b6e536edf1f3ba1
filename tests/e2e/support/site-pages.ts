import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import type { NodeResult, RunOnly, RunOptions } from 'axe-core'
import { parseBuildInfo } from '#src/contract/build.ts'

/** Path of the event the home page shows. */
export async function featuredPath(origin: string): Promise<string> {
  const build = parseBuildInfo(await (await fetch(`${origin}/build.json`)).json())
  if (!build?.featuredSlug) throw new Error('The product features no event')
  return `/event/${build.featuredSlug}`
}

/** Paths of all public pages, as the sitemap lists them, and one that is not there. */
export async function publicPaths(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
  return [...listed, '/404']
}

/** The 2 kB that the page of an event loads once its agenda, partners or letter are in sight: it tells so, and serves their fields. */
const TELLS_SEEN = /\/_astro\/p\.[\da-f]{8}\.js$/

/** Addresses of the scripts a page asks for from now on, without the small one of an event's page. */
export function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && !TELLS_SEEN.test(pathname)) scripts.push(pathname)
  })
  return scripts
}

/** Waits until the page has nothing left to do. A browser without windows is never idle on a page that draws nothing more. */
export function idle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })))
}

/**
 * Waits until everything is laid out, also what the browser leaves for a moment after the first paint. Until then what is below
 * moves: a press that begins on a button there may end beside it, and is no click. (`later` in `src/styles/foundation.css`)
 */
export async function laidOut(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.later')].every((part) => getComputedStyle(part).contentVisibility === 'visible'),
  )
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Less than half as large as `axe.source`, which each page that is looked at would have to read, and with ASCII alone: seventeen
 * other signs would have the browser keep all of it in two bytes a sign, and read it a quarter slower.
 */
const SMALL_AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
)
/** Axe, which also looks into frames that have no address and so no origin of their own. */
const AXE = `${SMALL_AXE};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
const EVERY_RULE: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/** Rules of good practice that are no part of WCAG: content in landmarks, each with a name of its own. */
const LANDMARKS = { region: { enabled: true }, 'landmark-unique': { enabled: true } }

/**
 * What breaks a rule of WCAG 2.2 A or AA, or one of these alone, on the page as it is and in its frames, without the parts that
 * fit these selectors. While a dialog is open, nobody can reach the rest: it is looked at alone. (security AX1)
 */
export async function violations(
  page: Page,
  rules: RunOnly = EVERY_RULE,
  except: readonly string[] = [],
): Promise<string[]> {
  await settled(page)
  await Promise.all(page.frames().map(bringAxe))
  const options = { runOnly: rules, ...(rules === EVERY_RULE && { rules: LANDMARKS }) }
  return page.evaluate(brokenRules, { options, except: [...except] })
}

/** One page is looked at many times: axe stays there. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => Reflect.has(globalThis, 'axe')))) await frame.evaluate(AXE)
}

type Chosen = Pick<RunOptions, 'runOnly' | 'rules'>

/**
 * Runs in the page. Axe describes what is broken alone: what passed is far more. It does not read the style sheets: the one
 * rule that is about them, on screens that allow one orientation alone, is not among ours.
 */
async function brokenRules({ options, except }: { options: Chosen; except: string[] }): Promise<string[]> {
  const { run }: typeof axe = Reflect.get(globalThis, 'axe')
  const shown = document.querySelector('dialog:modal') ? 'dialog:modal' : 'html'
  const context = { include: [[shown]], exclude: except.map((selector) => [selector]) }
  const how: RunOptions = { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } }
  const { violations: broken } = await run(context, how)
  // The landmarks of a page in a frame are its own.
  const isShared = ({ any }: NodeResult) =>
    any.some(({ relatedNodes = [] }) => relatedNodes.some(({ target }) => target.length === 1))
  return broken.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => id !== 'landmark-unique' || isShared(node))
      .map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** Ends what moves or changes its color: half-way there, contrast is anything. What moves for ever moves on. */
async function settled(page: Page): Promise<void> {
  // New colors start to change with the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  // Nothing is waited for in a document that is embedded: where scripts are off, no timer and no frame calls back.
  await Promise.all(page.frames().map((frame) => frame.evaluate(endAnimations)))
}

/** Runs in a document. */
function endAnimations(): void {
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
}
