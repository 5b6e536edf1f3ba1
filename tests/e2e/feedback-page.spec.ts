import type { OwnReport } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { forgetLimits, freshName } from './support/people.ts'
import { verifyPath } from './support/reports.ts'
import { violations, watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'
import { CORPUS } from './support/xss-corpus.ts'

const STATUS = '**/api/reports/status'
const OWN = '/feedback#reports=abc'
const LOOKS = [
  { look: 'desktop', width: 1280, height: 1024, colorScheme: 'light' },
  { look: '320 px, dark', width: 320, height: 700, colorScheme: 'dark' },
] as const

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
const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: REPORT_LINK_DEAD }

test('the footer of every page leads here, and here stands what was asked for and done', async ({ page }) => {
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

test('where nothing was done yet it says so', async ({ page, empty }) => {
  await page.goto(`${empty.url}/feedback`)
  await expect(page.getByRole('region', { name: 'You asked, we did' })).toContainText('Nothing is ticked off yet.')
})

test('the form is there before any script of it, and what is typed meanwhile is kept', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.goto('/feedback', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  const title = page.getByLabel('Title')
  await title.fill('Typed before the script came')
  release()
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeEnabled()
  await expect(title).toHaveValue('Typed before the script came')
  expect(scripts.length).toBeGreaterThan(0)
})

test('a report sent from here is verified by the link in its mail, and then stands among one\u2019s own', async ({
  page,
  product,
}) => {
  await forgetLimits(product)
  const sent = { email: `${freshName()}@gauge.example`, title: 'A packing list' }
  await page.goto('/feedback')
  await page.getByRole('tab', { name: 'Suggest Improvement' }).click()
  await page.getByLabel('Title').fill(sent.title)
  await page.getByLabel('Description').fill('Which gloves and shoes we need for the afternoon.')
  await page.getByLabel('Email').fill(sent.email)
  await page.getByRole('button', { name: 'Submit Report' }).click()
  const news = page.getByRole('region', { name: 'Notifications' })
  await expect(news.getByText('Report submitted! Please check your email to verify.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.goto(await verifyPath(product, sent))
  await page.getByRole('button', { name: 'Verify my report' }).click()
  await page.getByRole('link', { name: 'See my reports' }).click()
  await expect(own(page).getByRole('heading', { name: sent.title })).toBeVisible()
  await expect(own(page).getByText('Suggestion, sent')).toBeVisible()
})

test.describe('one\u2019s own reports', () => {
  test('a link shows them, in our words, and the token leaves the address and the history', async ({ page }) => {
    const wish = { status: 'planned', target: 'March 2027' } as const
    const reports = [
      report({ status: 'in_progress', answer: 'We are on it.' }),
      report({ reportType: 'improvement', title: 'A packing list', status: 'resolved', wish }),
    ]
    let sent: unknown
    await page.route(STATUS, (route) => {
      sent = route.request().postDataJSON()
      return route.fulfill({ json: { reports } })
    })
    await page.goto(OWN)
    await expect(own(page).getByRole('listitem')).toHaveCount(2)
    await expect(own(page).getByRole('listitem').first()).toContainText('In progress')
    await expect(own(page).getByRole('listitem').first()).toContainText('We are on it.')
    await expect(own(page).getByRole('listitem').last()).toContainText('We plan to do it: March 2027.')
    expect(sent).toEqual({ token: 'abc' })
    await expect(page).toHaveURL('/feedback#reports')
    const kept = await page.evaluate(() =>
      JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain('abc')

    await page.reload()
    await expect(own(page)).toContainText('This page keeps no link to your reports')
  })

  test('opened where the page is open already, the link works as well', async ({ page }) => {
    await page.route(STATUS, (route) => route.fulfill({ json: { reports: [report({})] } }))
    await page.goto('/feedback')
    await expect(own(page)).toBeHidden()
    await page.evaluate(() => {
      location.hash = '#reports=abc'
    })
    await expect(own(page).getByRole('listitem')).toHaveCount(1)
  })

  test('a failed call can be made again, with the same link', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource/)
    await page.route(STATUS, (route) => route.abort())
    await page.goto(OWN)
    const alert = own(page).getByRole('alert')
    await expect(alert).toContainText('Unable to load your reports.')
    const again = alert.getByRole('button', { name: 'Try again' })
    const [sentence, button] = [await alert.locator('p').last().boundingBox(), await again.boundingBox()]
    expect(button?.y, 'it stands below the sentence').toBeGreaterThan((sentence?.y ?? 0) + (sentence?.height ?? 0))
    await page.unroute(STATUS)
    await page.route(STATUS, (route) => route.fulfill({ json: { reports: [] } }))
    await again.click()
    await expect(own(page).getByRole('status')).toContainText('There is no verified report of yours any more.')
  })

  test('a script that did not come is fetched when the page is looked at again', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/)
    await page.route(STATUS, (route) => route.fulfill({ json: { reports: [report({})] } }))
    await page.route('**/_astro/islands.*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto(OWN)
    await failed
    await page.unroute('**/_astro/islands.*')
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

  for (const { look, colorScheme, ...size } of LOOKS) {
    test(`no violation in any state, ${look}`, async ({ page, trouble }) => {
      trouble.allow(/Failed to load resource/)
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const answers = [
        () => page.route(STATUS, () => {}),
        () => page.route(STATUS, (route) => route.abort()),
        () => page.route(STATUS, (route) => route.fulfill({ status: 404, json: problem })),
        () => page.route(STATUS, (route) => route.fulfill({ json: { reports: [report({ answer: 'Yes.' })] } })),
      ]
      const shown = ['Loading your reports', 'Unable to load your reports.', REPORT_LINK_DEAD, 'Our answer']
      for (const [at, answer] of answers.entries()) {
        await page.unroute(STATUS)
        await answer()
        await page.goto('about:blank')
        await page.goto(OWN)
        await expect(own(page)).toContainText(shown[at] ?? '')
        await expect(page.locator('[data-from="#reports"] astro-island[ssr]')).toHaveCount(0)
        expect(await violations(page), shown[at]).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed, and tells what was done', async ({ page }) => {
    await page.goto('/feedback')
    await expect(page.getByText('The form needs JavaScript')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'A letter for your manager' })).toBeVisible()
  })
})
