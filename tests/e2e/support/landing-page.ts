import { expect, type Locator, type Page } from '@playwright/test'
import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { letterText } from '#src/contract/letter.ts'
import { valueAt } from '#src/contract/phases.ts'

/** The link to the calendar file of an event. The same words in a mail are a sentence of their own. */
export const ADD_TO_CALENDAR = 'Add to your calendar'

/** The landing of a published event as the API has it: the measure for what its page must show. */
export async function landingFrom(origin: string, slug: string): Promise<Landing> {
  const response = await fetch(`${origin}/api/events/${slug}`)
  expect(response.status, `GET /api/events/${slug}`).toBe(200)
  return (await response.json()) as Landing
}

/** Banner, prices, register spots and letter are those of `at`, and nothing of another phase is visible. */
export async function expectLandingAt(page: Page, landing: Landing, at: Instant): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveText(landing.hero.title)
  await expectBanner(page, landing, at)
  await expectOffer(page, landing, at)
  await expectRegister(page, landing, at)
  await expectLetter(page, landing, at)
  await expectOneOfEach(page, at)
}

async function expectBanner(page: Page, landing: Landing, at: Instant): Promise<void> {
  const { lead, detail } = valueAt(landing.banner, at)
  const line = page.getByRole('region', { name: 'Announcements' }).locator('[data-from], [data-until]')
  await expect(shown(line)).toHaveText([`${lead}${detail}`])
}

/** The price is in the hero and beside the second register panel; once registration is over, only the first panel is there. */
async function expectOffer(page: Page, landing: Landing, at: Instant): Promise<void> {
  const { price, note, totalValue, isClosed } = valueAt(landing.hero.offer, at)
  await expect(shown(page.getByText(note, { exact: true }))).toHaveCount(isClosed ? 0 : 2)
  for (const { value } of landing.hero.offer) {
    if (value.price) await expect(shown(exactly(page, value.price))).toHaveCount(value.price === price ? 2 : 0)
    if (!value.totalValue) continue
    const total = shown(exactly(page, `Total value ${value.totalValue}`))
    await expect(total).toHaveCount(value.totalValue === totalValue ? 2 : 0)
  }
}

/** How many register spots show: the second goes when registration closes. */
const spotsOf = ({ openUntil = 0 }: Landing, at: Instant) => (at < openUntil ? 2 : 1)

async function expectRegister(page: Page, landing: Landing, at: Instant): Promise<void> {
  const spot = valueAt(landing.register, at)
  for (const { value } of landing.register) {
    if ('closed' in value) {
      const count = 'closed' in spot && spot.closed === value.closed ? spotsOf(landing, at) : 0
      await expect(shown(exactly(page, value.closed))).toHaveCount(count)
      continue
    }
    const links = shown(page.getByRole('link', { name: `${value.label} (opens in a new tab)`, exact: true }))
    await expect(links).toHaveCount('href' in spot ? 2 : 0)
    if (!('href' in spot)) continue
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', spot.href)
  }
}

async function expectLetter(page: Page, landing: Landing, at: Instant): Promise<void> {
  const letter = page.getByRole('region', { name: 'Letter template' })
  const isOpen = at < (landing.openUntil ?? 0)
  await expect(shown(page.getByRole('heading', { name: 'Register for this event' }))).toHaveCount(isOpen ? 1 : 0)
  await expect(shown(page.getByRole('link', { name: ADD_TO_CALENDAR }))).toHaveCount(isOpen ? 1 : 0)
  if (!isOpen) return expect(shown(letter)).toHaveCount(0)
  if (!landing.letter) throw new Error('An event that can be registered for has a letter')
  await expect(shown(letter.getByText('Subject: '))).toHaveText([`Subject: ${landing.letter.subject}`])
  await expect(shown(letter.locator('pre'))).toHaveText([letterText(landing.letter, at)], { useInnerText: true })
  await expect(shown(page.getByRole('link', { name: 'Email it' }))).toHaveCount(1)
}

/**
 * Every part that is bound to time is visible exactly while it holds. Of variants, each of which begins when the one before it ends, at most
 * one is visible, and one if the last has no end.
 */
async function expectOneOfEach(page: Page, at: Instant): Promise<void> {
  const wrong = await page.evaluate((now) => {
    const parts = [...document.querySelectorAll<HTMLElement>('[data-from], [data-until]')]
    const told = (part: HTMLElement) => `${part.outerHTML.slice(0, 120)}…`
    const holds = (part: HTMLElement) =>
      now >= Number(part.dataset.from ?? 0) && now < Number(part.dataset.until ?? Number.MAX_SAFE_INTEGER)
    const misplaced = parts.filter((part) => part.hidden === holds(part))
    const rows = new Map<HTMLElement, HTMLElement[]>()
    for (const part of parts) {
      const before = part.previousElementSibling as HTMLElement | null
      const isNext = before?.dataset.until !== undefined && before.dataset.until === part.dataset.from
      rows.set(part, [...((isNext && rows.get(before)) || []), part])
      if (isNext) rows.delete(before)
    }
    const notOne = [...rows.values()].filter((variants) => {
      const isWhole = variants.some(({ dataset }) => !dataset.until)
      const shown = variants.filter(({ hidden }) => !hidden).length
      return shown > 1 || (isWhole && variants.length > 1 && shown === 0)
    })
    return [...misplaced.map(told), ...notOne.map((variants) => `not one of: ${variants.map(told)}`)]
  }, at)
  expect(wrong, 'parts that are bound to time').toEqual([])
}

function shown(locator: Locator): Locator {
  return locator.filter({ visible: true })
}

function exactly(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true })
}
