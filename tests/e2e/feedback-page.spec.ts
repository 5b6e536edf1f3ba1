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
  test('are asked for again after a failed call, and shown in our words; everybody can use them in any state; the token leaves address and history', async ({
    page,
    trouble,
  }) => {
    trouble.allow(/Failed to load resource/)
    await take(page)
    const wish = { status: 'planned', target: 'March 2027' } as const
    const reports = [
      report({ status: 'in_progress', answer: 'We are on it.' }),
      report({ reportType: 'improvement', title: 'A packing list', status: 'resolved', wish }),
    ]
    const sent: unknown[] = []
    const held = Promise.withResolvers<void>()
    await page.route(STATUS, async (route) => {
      sent.push(route.request().postDataJSON())
      if (sent.length > 1) return route.fulfill({ json: { reports } })
      await held.promise
      await route.abort()
    })
    await page.goto('/feedback')
    await expect(own(page)).toBeHidden()
    await page.evaluate(() => {
      location.hash = '#reports=abc'
    })
    await expect(own(page)).toContainText('Loading your reports')
    await expectUsable(page, 'while they are loaded')
    held.resolve()
    const alert = own(page).getByRole('alert')
    await expect(alert).toContainText('Unable to load your reports.')
    const again = alert.getByRole('button', { name: 'Try again' })
    const [sentence, button] = [await alert.locator('p').last().boundingBox(), await again.boundingBox()]
    expect(button?.y, 'it is below the sentence').toBeGreaterThan((sentence?.y ?? 0) + (sentence?.height ?? 0))
    await expectUsable(page, 'after a failed call')
    await again.click()
    await expect(own(page).getByRole('listitem')).toHaveCount(2)
    await expect(own(page).getByRole('listitem').first()).toContainText('In progress')
    await expect(own(page).getByRole('listitem').first()).toContainText('We are on it.')
    await expect(own(page).getByRole('listitem').last()).toContainText('We plan to do it: March 2027.')
    await expectUsable(page, 'reports and answers')
    expect(sent).toEqual([{ token: 'abc' }, { token: 'abc' }])
    await expect(page).toHaveURL('/feedback#reports')
    const kept = await page.evaluate(() =>
      JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain('abc')

    await page.reload()
    await expect(own(page)).toContainText('this page does not keep the link to your reports')
    await page.unroute(STATUS)
    await page.route(STATUS, (route) => route.fulfill({ status: 404, json: problem }))
    await page.evaluate(() => {
      location.hash = '#reports=def'
    })
    await expect(own(page)).toContainText(LINK_DEAD)
    await expectUsable(page, 'a dead link')
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
    expect(await own(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual(CORPUS)
    await expect(own(page).locator('iframe, object, embed, base, form, img, svg, script, a')).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'xss'))).toBeUndefined()
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
