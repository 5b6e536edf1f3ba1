import type { Route } from '@playwright/test'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { OwnReport } from '#src/contract/report.ts'
import { expectUsable, take } from './support/looks.ts'
import { expect, type Page, test } from './support/site-test.ts'
import { CORPUS } from './support/xss-corpus.ts'

const STATUS = '**/api/reports/status'
const OWN = '/feedback#reports=abc'

const own = (page: Page) => page.getByRole('region', { name: 'Your reports' })
const report = (fields: Partial<OwnReport>): OwnReport => ({
  id: crypto.randomUUID(),
  reportType: 'problem',
  title: 'The agenda prints without its times',
  status: 'open',
  answer: null,
  wish: null,
  createdAt: Date.parse('2026-10-01T12:00:00Z'),
  updatedAt: Date.parse('2026-10-01T12:00:00Z'),
  ...fields,
})
const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: LINK_DEAD }

test('the footer of every page leads here, and this page lists what was asked for and done', async ({ page }) => {
  await page.goto('/events')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Feedback' }).click()
  await expect(page).toHaveURL('/feedback')
  const done = page.getByRole('region', { name: 'You asked, we did' })
  await expect(done.getByRole('heading', { level: 3 })).toHaveText([
    'One workshop for your calendar',
    'A letter for your manager',
    'Times with their time zone',
  ])
  await expect(done.getByRole('listitem').first()).toContainText(/[A-Z][a-z]+ 20\d\d/)
  await expect(own(page)).toBeHidden()
})

test.describe('one\u2019s own reports', () => {
  test('are asked for again after a failed call, and shown in our words; the token leaves address and history', async ({
    page,
    trouble,
  }) => {
    trouble.allow(/Failed to load resource/)
    const wish = { status: 'planned', target: 'March 2027' } as const
    const reports = [
      report({ status: 'in_progress', answer: 'We are on it.' }),
      report({ reportType: 'improvement', title: 'A packing list', status: 'resolved', wish }),
    ]
    const sent: unknown[] = []
    await page.route(STATUS, (route) => {
      sent.push(route.request().postDataJSON())
      return sent.length === 1 ? route.abort() : route.fulfill({ json: { reports } })
    })
    await page.goto('/feedback')
    await expect(own(page)).toBeHidden()
    await page.evaluate(() => {
      location.hash = '#reports=abc'
    })
    const alert = own(page).getByRole('alert')
    await expect(alert).toContainText('Unable to load your reports.')
    const again = alert.getByRole('button', { name: 'Try again' })
    const [sentence, button] = [await alert.locator('p').last().boundingBox(), await again.boundingBox()]
    expect(button?.y, 'it is below the sentence').toBeGreaterThan((sentence?.y ?? 0) + (sentence?.height ?? 0))
    await again.click()
    await expect(own(page).getByRole('listitem')).toHaveCount(2)
    await expect(own(page).getByRole('listitem').first()).toContainText('In progress')
    await expect(own(page).getByRole('listitem').first()).toContainText('We are on it.')
    await expect(own(page).getByRole('listitem').last()).toContainText('We plan to do it: March 2027.')
    expect(sent).toEqual([{ token: 'abc' }, { token: 'abc' }])
    await expect(page).toHaveURL('/feedback#reports')
    const kept = await page.evaluate(() =>
      JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain('abc')

    await page.reload()
    await expect(own(page)).toContainText('this page does not keep the link to your reports')
  })

  test('a script that did not come is fetched when the page is looked at again', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/)
    await page.route(STATUS, (route) => route.fulfill({ json: { reports: [report({})] } }))
    await page.route('**/islands.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto(OWN)
    await failed
    await page.unroute('**/islands.js')
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(own(page).getByRole('listitem')).toHaveCount(1, { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  })

  test('hostile texts stay texts', async ({ page }) => {
    const reports = CORPUS.map((text) =>
      report({ title: text, answer: text, wish: { status: 'planned', target: text } }),
    )
    await page.route(STATUS, (route) => route.fulfill({ json: { reports } }))
    await page.goto(OWN)
    await expect(own(page).getByRole('listitem')).toHaveCount(CORPUS.length)
    for (const [at, text] of CORPUS.entries())
      expect(await own(page).getByRole('heading', { level: 3 }).nth(at).textContent()).toBe(text)
    await expect(own(page).locator('iframe, object, embed, base, form, img, svg, script, a')).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'xss'))).toBeUndefined()
  })

  test('everybody can use them in any state', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource/)
    await take(page)
    for (const [shown, answer] of [
      ['Loading your reports', () => new Promise<void>(() => {})],
      ['Unable to load your reports.', (route: Route) => route.abort()],
      [LINK_DEAD, (route: Route) => route.fulfill({ status: 404, json: problem })],
      ['Our answer', (route: Route) => route.fulfill({ json: { reports: [report({ answer: 'Yes.' })] } })],
    ] as const) {
      await page.unroute(STATUS)
      await page.route(STATUS, answer)
      await page.goto('about:blank')
      await page.goto(OWN)
      await expect(own(page)).toContainText(shown)
      await expect(page.locator('[data-from="#reports"] astro-island[ssr]')).toHaveCount(0)
      await expectUsable(page, shown)
    }
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed, and shows what was done', async ({ page }) => {
    await page.goto('/feedback')
    await expect(page.getByText('The form needs JavaScript')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'A letter for your manager' })).toBeVisible()
  })
})
