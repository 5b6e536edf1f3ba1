import type { Page } from '@playwright/test'

/** Address of the product under test. */
export function productUrl(): string {
  const url = process.env.PRODUCT_URL
  if (!url) throw new Error('PRODUCT_URL is not set: the browser tests run through playwright.config.ts')
  return url
}

type BuildFile = { featuredSlug: string }

/** Slug of the event the home page shows. */
export async function featuredSlug(): Promise<string> {
  const response = await fetch(`${productUrl()}/build.json`)
  const build = (await response.json()) as BuildFile
  return build.featuredSlug
}

/** Paths of all public pages, as the sitemap lists them, and the two that stand for what is not there. */
export async function publicPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${productUrl()}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
  return [...listed, '/no-such-page', '/event/no-such-event']
}

/** Collects what a page complains about: violations of the policy, errors thrown, errors logged. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Addresses of the scripts a page has asked for. */
export function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** A moment of the browser's clock; the page must be loaded after this. */
export async function setClock(page: Page, at: number): Promise<void> {
  await page.clock.install({ time: at })
}

/** The instants at which parts of the loaded page change, in order. */
export function boundariesOn(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('main [data-from]')]
    return [...new Set(parts.map((part) => Number(part.dataset.from)))].sort((a, b) => a - b)
  })
}
