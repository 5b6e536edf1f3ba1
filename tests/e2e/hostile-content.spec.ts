import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { menuItems } from '#db/schema/site.ts'
import { atScale } from '#tests/support/scale.ts'
import { hostileEvent } from './support/hostile-event.ts'
import { test } from './support/hostile-product.ts'
import { CROWDED, HOSTILE, PLAIN, SCRIPT_ADDRESSES, SCRIPT_LINKS, SITE_NAME } from './support/hostile-site.ts'
import { parsePages } from './support/parsed-pages.ts'
import { expect, type Page } from './support/site-test.ts'
import { CORPUS } from './support/xss-corpus.ts'

test.describe.configure({ timeout: 120_000 })

/** Its events are more than the list of events shows. */
const MONTHS = ['/events/2090-03', '/events/2090-04', '/events/2090-12']

test.describe('built pages', () => {
  test('have the same elements whatever the texts say, and a heading and structured data that repeat them', async ({
    page,
    hostile,
  }) => {
    const read = async ({ slug }: { slug: string }) => (await fetch(`${hostile.url}/event/${slug}`)).text()
    const [plain, ...pages] = await parsePages(page, await Promise.all([PLAIN, ...HOSTILE].map(read)))
    expect(plain?.skeleton.length).toBeGreaterThan(100)
    for (const [at, { slug, text, date }] of HOSTILE.entries()) {
      expect(pages[at]?.skeleton, text).toEqual(plain?.skeleton)
      expect(pages[at]?.scriptLinks, text).toEqual([])
      expect(pages[at]?.heading).toBe(normalized(text))
      expectStructuredData(pages[at]?.structuredData ?? '', hostileEvent(slug, text, date))
    }
  })

  test('run nothing of the texts; those that tell of hostile wishes do so as texts, and their form holds nothing but its own', async ({
    context,
    page,
  }) => {
    const some = HOSTILE.filter((_, at) => at % atScale(16, 8) === 0)
    await onEach(context, some, async (tab, { slug, text }) => {
      await tab.goto(`/event/${slug}`)
      await expectUnharmed(tab, text)
      expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(normalized(text))
    })
    for (const path of ['/', '/events', ...MONTHS, `/event/${CROWDED.slug}`, '/nothing-here']) {
      await page.goto(path)
      await expectUnharmed(page, path)
      const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
      expect(ids, path).toHaveLength(new Set(ids).size)
      expect(await page.locator('script').count(), `scripts of our own on ${path}`).toBeLessThanOrEqual(3)
      await expect(page.locator('iframe, object, embed, base, form, meta[http-equiv=refresh]'), path).toHaveCount(0)
    }

    await page.goto('/feedback')
    const told = page.getByRole('region', { name: 'You asked, we did' })
    const titles = await told.getByRole('heading', { level: 3 }).allTextContents()
    expect(titles.length).toBeGreaterThan(40)
    for (const title of titles) expect(CORPUS.map(normalized)).toContain(title)
    await expect(told.locator('h3 *, li p *')).toHaveCount(0)
    await expectUnharmed(page, '/feedback')
    await expect(page.locator('iframe, object, embed, base, meta[http-equiv=refresh]')).toHaveCount(0)
    await expect(page.locator('form')).toHaveCount(1)
  })
})

test.describe('files beside the pages', () => {
  test('each calendar holds one event, with the texts of the database and nothing they smuggle in; the sitemap is well-formed and lists our own addresses only', async ({
    page,
    request,
    hostile,
  }) => {
    for (const { slug, text, date } of HOSTILE) {
      const calendar = new ICAL.Component(ICAL.parse(await (await request.get(`/event/${slug}.ics`)).text()))
      const [entry, ...others] = calendar.getAllSubcomponents('vevent')
      expect(others, text).toEqual([])
      const { eventName, venueName } = hostileEvent(slug, text, date)
      expect(entry?.getFirstPropertyValue('summary')).toBe(normalized(`MOVED: ${eventName}`))
      expect(entry?.getFirstPropertyValue('location')).toBe(normalized(`${venueName}, ${text}`))
      for (const name of ['attendee', 'x-evil', 'attach']) expect(entry?.getFirstProperty(name), name).toBeNull()
    }
    const xml = await (await request.get('/sitemap.xml')).text()
    const addresses = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      if (parsed.querySelector('parsererror')) return []
      return [...parsed.querySelectorAll('loc')].map((element) => element.textContent)
    }, xml)
    expect(addresses).toHaveLength(HOSTILE.length + 8 + MONTHS.length)
    expect(addresses).toEqual(expect.arrayContaining(MONTHS.map((path) => hostile.url + path)))
    for (const address of addresses) expect(address).toMatch(new RegExp(`^${hostile.url}/[a-z0-9/-]*$`))
  })
})

test.describe('the live fallback', () => {
  test('makes the same elements and attributes whatever the texts say, and shows an event whose lists hold them all', async ({
    context,
    page,
  }) => {
    await page.goto(`/event/${PLAIN.unbuilt}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // What a script adds to it comes with the script.
    const story = (tab: Page) => expect(tab.locator('html')).toHaveAttribute('data-story', '')
    await story(page)
    const plain = await skeletonOf(page)
    const some = HOSTILE.filter((_, at) => at % atScale(20, 10) === 0)
    await onEach(context, some, async (tab, { unbuilt, text }) => {
      await tab.goto(`/event/${unbuilt}`)
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(text)
      await story(tab)
      expect(await skeletonOf(tab), text).toEqual(plain)
      await expectUnharmed(tab, text)
    })

    await page.goto(`/event/${CROWDED.unbuilt}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectUnharmed(page, 'all')
    await expect(page.locator('iframe, object, embed, base, form')).toHaveCount(0)
  })
})

test.describe('addresses that are scripts', () => {
  test('are refused by the database', async ({ empty }) => {
    for (const websiteUrl of SCRIPT_ADDRESSES) {
      const insert = empty.query((db) => db.insert(vendorLibrary).values({ vendorName: 'Partner', websiteUrl }))
      await expect(insert, websiteUrl).rejects.toThrow()
    }
    for (const href of [...SCRIPT_ADDRESSES, '//evil.example']) {
      const insert = empty.query((db) => db.insert(menuItems).values({ label: 'Link', href }))
      await expect(insert, href).rejects.toThrow()
    }
  })

  test('run nothing even when one gets past the database; the policy stops a script that got into a page all the same', async ({
    page,
    trouble,
  }) => {
    trouble.allow(/violates the following Content Security Policy|Not allowed to (navigate|launch)/)
    await page.goto(`/event/${SCRIPT_LINKS}`)
    const links = page.getByRole('link', { name: /^Partner \d/ })
    await expect(links).toHaveCount(SCRIPT_ADDRESSES.length)
    for (const link of await links.all()) {
      await link.click()
      await link.click({ modifiers: ['ControlOrMeta'] })
      await expectUnharmed(page, (await link.getAttribute('href')) ?? '')
    }
    trouble.takeViolations()

    const injected = {
      'script-src-elem': () => document.body.append(Object.assign(document.createElement('script'), { text: 'xss=1' })),
      'script-src-attr': () => document.body.insertAdjacentHTML('beforeend', '<img src=/favicon.svg onload="xss=1">'),
      'style-src-attr': () => document.body.insertAdjacentHTML('beforeend', '<p style="color:red">'),
      'frame-src': () => document.body.insertAdjacentHTML('beforeend', '<iframe src="https://evil.example">'),
    }
    await page.goto(`/event/${PLAIN.slug}`)
    for (const [directive, inject] of Object.entries(injected)) {
      await page.evaluate(inject)
      await expect.poll(() => trouble.takeViolations().join(), directive).toContain(directive)
    }
    await expectUnharmed(page, 'injected')
  })
})

test('no secret and nothing that is not for visitors is in the release', async ({ hostile }) => {
  const { planted = [] } = hostile
  expect(planted.length).toBeGreaterThan(7)
  const { databaseUrl, hookUrl } = await hostile.secrets()
  const { password, port } = new URL(databaseUrl)
  const hookSecret = hookUrl.split('/').at(-1) ?? ''
  expect([password, hookSecret].every((secret) => secret.length >= 20)).toBe(true)
  const folders = [hostile.dataDir, process.cwd()]
  const secrets = [...planted, password, hookSecret, `127.0.0.1:${port}`, ...folders]
  const files = await getFiles(hostile.release)
  expect(files.map(([name]) => name)).toContain('index.html')
  for (const [name, bytes] of files) {
    expect(name).not.toMatch(/\.map$|\.sql$|\.tsx?$|(^|\/)\.|node_modules/)
    expect(
      secrets.filter((secret) => bytes.includes(secret)),
      name,
    ).toEqual([])
  }
})

/** Runs `check` on each item, four tabs at a time. */
async function onEach<T>(
  context: { newPage: () => Promise<Page> },
  items: readonly T[],
  check: (tab: Page, item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  await Promise.all(
    tabs.map(async (tab) => {
      for (const item of rest) await check(tab, item)
    }),
  )
}

/** Every element with the names of its attributes. */
function skeletonOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].map((element) => `${element.localName} ${element.getAttributeNames().sort()}`),
  )
}

async function expectUnharmed(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xss')), what).toBeUndefined()
}

function expectStructuredData(text: string, event: ReturnType<typeof hostileEvent>): void {
  const data = JSON.parse(text)
  const { eventName, metaDescription, venueName, venueAddress, city, state, registrationUrl } = event
  expect(data).toMatchObject({
    name: eventName,
    description: metaDescription,
    location: {
      name: venueName,
      address: { streetAddress: venueAddress, addressLocality: city, addressRegion: state },
    },
    organizer: { name: SITE_NAME },
    offers: [{ price: 395, url: registrationUrl }],
  })
  expect([data.offers.length, data.performer.length]).toEqual([1, 1])
}

/** HTML and calendars know one kind of line break. */
function normalized(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

async function getFiles(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [name.slice(folder.length + 1), await readFile(name)]),
  )
}
