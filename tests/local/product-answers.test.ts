import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { eventAgenda, eventConfig } from '#db/schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { CANARY } from '#db/seed/content/canary.ts'
import { SCREENS } from '#src/admin/routes.ts'
import { observe } from '#src/domain/checks/answers/observatory.ts'
import { giveMember, sessionLines } from '#tests/e2e/support/signed-in.ts'
import { ask } from '#tests/support/answers.ts'
import { expectDressed, expectQuiet, policyOf } from '#tests/support/dressed.ts'
import { ANSWERS, FILES, getName } from '#tests/support/every-answer.ts'
import { CLOSED_POLICY, PAGE_POLICY } from '#tests/support/policies.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

/** The product as `npm start` runs it, with the demo: everything about its answers that needs no browser. */
let product: Product
beforeAll(async () => {
  product = await startProduct()
}, 180_000)
afterAll(() => product.stop())

/** Every kind of page. */
const PAGES = [
  '/',
  '/events',
  '/event/kansas-city-2026',
  '/event/no-such-event',
  '/no-such-page',
  '/feedback',
  '/shop',
  '/shop/bearing-practice-kit',
  '/verify-report',
  '/unsubscribe',
  '/vendor-portal',
  '/event-sheet',
  '/shop/cart',
  '/shop/order',
  '/logistics-form/some-token',
  '/forum',
  '/forum/search?q=bearing',
  '/forum/no-such-page',
]
/** Addresses that pages lead to and that a visitor may not open. */
const NOT_FOR_VISITORS = ['/admin/event/setup']

const get = (path: string, headers: Record<string, string> = {}) => ask(product.url, { path, headers })

describe.each([
  ['files', FILES, PAGE_POLICY],
  ['functions', ANSWERS, CLOSED_POLICY],
] as const)('an answer of %s carries every security header', (_, answers, policy) => {
  test.each(answers.map((answer) => [answer[0], getName(answer[2]), answer] as const))(
    '%i for %s',
    async (status, _name, [, type, question]) => {
      const answer = await ask(product.url, question)
      expect(answer.status).toBe(status)
      if (type) expect(answer.headers['content-type']).toMatch(type)
      expectDressed(answer, policy)
      if (status >= 400) expectQuiet(answer)
    },
  )
})

test('files whose names carry a hash carry them too, and are kept for ever', async () => {
  for (const folder of ['_astro', '_media']) {
    const names = await readdir(join(product.release, folder))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const answer = await get(`/${folder}/${name}`)
      expect(answer.status, name).toBe(200)
      expect(answer.headers['content-type'], name).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/webp)$/i)
      expectDressed(answer, PAGE_POLICY)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  }
})

test('a caller who has the file already gets the same headers', async () => {
  const { headers } = await get('/events')
  const again = await get('/events', { 'If-None-Match': headers.etag ?? '' })
  expect(again.status).toBe(304)
  expectDressed(again, PAGE_POLICY)
})

describe('the policy of a page', () => {
  test.each(PAGES)('%s has exactly these directives', async (path) => {
    const { headers, body } = await get(path)
    const { 'script-src': scripts, 'style-src': styles, ...rest } = policyOf(headers)
    expect(rest).toEqual(PAGE_POLICY)
    for (const sources of [scripts, styles]) {
      expect(sources?.[0]).toBe("'self'")
      for (const source of sources?.slice(1) ?? []) expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/)
    }
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(body).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
  })
})

describe("Mozilla's Observatory", () => {
  test('finds nothing to take points for, and gives 125 or more', async () => {
    for (const path of [...PAGES, '/api/events']) {
      const { headers, body, cookies } = await get(path)
      const { score, findings } = observe({ headers, html: body, cookies })
      expect(
        findings.filter(({ modifier }) => modifier < 0),
        path,
      ).toEqual([])
      expect(score, path).toBeGreaterThanOrEqual(125)
    }
  })

  test('would notice what is missing', () => {
    const { score, findings } = observe({
      headers: {},
      html: '<script src="http://evil.example/x.js">',
      cookies: ['a=b'],
    })
    expect(findings.filter(({ modifier }) => modifier < 0)).toHaveLength(6)
    expect(score).toBe(100 - 25 - 20 - 20 - 5 - 20 - 50)
  })
})

test('no answer shares content with other origins', async () => {
  for (const origin of ['https://evil.example', 'null', product.url]) {
    for (const path of ['/', '/events.ics', '/api/events', '/api/navigation']) {
      const { headers } = await get(path, { Origin: origin })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  }
})

test('the port serves nothing by another spelling that it refuses by the right one', async () => {
  for (const path of [
    '//_headers',
    '/%5fheaders',
    '/_fingerprint',
    '/_redirects',
    '/./_headers',
    '/event/../_headers',
  ]) {
    const answer = await get(path)
    expect(answer.status, path).toBe(404)
    expect(answer.body).not.toContain('Content-Security-Policy:')
  }
})

test('any other path is a 404 page with a way home', async () => {
  const { status, body } = await get('/no-such-page')
  expect([status, body]).toEqual([404, expect.stringMatching(/<h1[^>]*>Oops! Page not found/)])
  expect(body).toMatch(/<a [^>]*href="\/"[^>]*>Back to home<\/a>/)
})

test('the button to report is on the home page alone', async () => {
  const paths = ['/', '/events', '/event/kansas-city-2026', '/no-such-page']
  const bodies = await Promise.all(paths.map(async (path) => (await get(path)).body))
  expect(bodies.map((body) => body.includes('<div data-report-button'))).toEqual([true, false, false, false])
})

test('a renamed event is found under its old address', async () => {
  const { status, headers } = await get('/event/kansas-city')
  expect([status, headers.location]).toEqual([301, '/event/kansas-city-2026'])
})

test('a month without a page of its own leads to the list of events, if it has workshops', async () => {
  const [, month] = / dateTime="(\d{4}-\d{2})-\d{2}"/i.exec((await get('/events')).body) ?? []
  const { status, headers } = await get(`/events/${month}`)
  expect([status, headers.location]).toEqual([302, '/events'])
  expect((await get('/events/2001-01')).status).toBe(404)
})

describe('the shop', () => {
  test('shows its products in order, with prices and what is left, to everybody alike', async () => {
    const { status, body } = await get('/shop')
    expect(status).toBe(200)
    const words = body
      .slice(body.indexOf('<main'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    const titles = [
      'Reliability workbook',
      'Bearing fit card',
      'Bearing practice kit',
      'Loose Bolts First',
      'Seat voucher',
    ]
    const places = titles.map((title) => words.indexOf(title))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(words).toContain('From $24.50')
    expect(words).toMatch(/Coupling practice kit .*?\$345\.00 Sold out/)
    expect(body).toMatch(/<img[^>]* src="\/_media\/[0-9a-f]{16}\.webp"[^>]* width="1200" height="900"/)
  })

  test('says of a product what it costs, what is left and how to order it without scripts', async () => {
    const { body } = await get('/shop/bearing-fit-card')
    expect(body).toContain('<link rel="canonical" href="http')
    expect(body).toMatch(/<meta property="og:image" content="http[^"]+\/_media\/[0-9a-f]{16}\.webp">/)
    expect(body).toMatch(/data-stock="in"[^>]*>In stock</)
    expect(body).toMatch(/data-stock="low"[^>]*>Few left</)
    expect(body).toContain('To order, turn on JavaScript')
    const buttons = body.match(/<button[^>]*data-shop-add[^>]*>/g) ?? []
    expect(buttons).toHaveLength(2)
    for (const button of buttons) expect(button).toMatch(/ disabled[^>]* data-price-cents="\d+"/)
    const [data] = [...body.matchAll(/<script type="application\/ld\+json">([^<]+)</g)].map((found) =>
      JSON.parse(found[1] ?? ''),
    )
    expect(data).toMatchObject({
      '@type': 'Product',
      name: 'Bearing fit card',
      offers: [
        { sku: 'JA-BRG-P', price: '9.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
        { sku: 'JA-BRG-W', price: '29.00', availability: 'https://schema.org/LimitedAvailability' },
      ],
    })
  })

  test('finds a renamed product under its old address, and no other', async () => {
    const { status, headers } = await get('/shop/walts-book')
    expect([status, headers.location]).toEqual([301, '/shop/loose-bolts-first'])
    for (const first of ['/shop/page', '/shop/page/1']) expect((await get(first)).headers.location).toBe('/shop')
    for (const wrong of ['/shop/no-such-product', '/shop/page/2', '/shop/%3Cscript%3E'])
      expect((await get(wrong)).status, wrong).toBe(404)
  })

  test('is in the sitemap and in the bar', async () => {
    const { body } = await get('/sitemap.xml')
    const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => new URL(found[1] ?? '').pathname)
    expect(listed.filter((path) => path.startsWith('/shop'))).toHaveLength(9)
    expect((await get('/')).body).toMatch(/<a[^>]* href="\/shop"[^>]*>\s*Shop/)
  })
})

test('an icon is found under the name that programs ask for by themselves', async () => {
  expect((await get('/favicon.ico')).headers.location).toBe('/favicon.svg')
})

test.each([`phoenix-${CANARY}`, '%3Cscript%3E', 'a/b', '..%2f..%2fapi'])(
  'an event at %s is not found, by its page or by the API',
  async (slug) => {
    expect((await get(`/event/${slug}`)).status).toBe(404)
    expect((await get(`/api/events/${slug}`)).status).toBe(404)
  },
)

test.each([
  ['/account', 'no-store', 'strict-origin-when-cross-origin', 'noindex'],
  ['/verify-report', 'no-store', 'no-referrer', 'noindex'],
  ['/unsubscribe', 'no-store', 'no-referrer', 'noindex'],
  ['/vendor-portal', 'no-store', 'no-referrer', 'noindex'],
  ['/event-sheet', 'no-store', 'no-referrer', 'noindex'],
  ['/shop/order', 'no-store', 'no-referrer', 'noindex'],
  ['/shop/cart', 'public, max-age=0, must-revalidate', 'strict-origin-when-cross-origin', 'noindex'],
  ['/logistics-form/some-token', 'no-store', 'no-referrer', 'noindex'],
  ['/preview', 'no-store', 'no-referrer', 'noindex'],
  ['/feedback', 'public, max-age=0, must-revalidate', 'no-referrer', undefined],
])('%s says who may keep it, list it and learn where its visitors came from', async (path, cache, referrer, robots) => {
  const { headers, body } = await get(path)
  expect([headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
    cache,
    referrer,
    robots,
  ])
  expect(body.includes('<meta name="robots" content="noindex">')).toBe(robots !== undefined)
})

describe('the admin area', () => {
  test('is the same file at every address for everyone, signed in or not (AZ8)', async () => {
    const shell = await readFile(join(product.release, 'admin.html'), 'utf8')
    const lines = await sessionLines(product, await giveMember(product, { approval: 'approved', role: 'owner' }))
    const owner = { Cookie: lines.map((line) => line.split(';')[0]).join('; ') }
    const viewer = JSON.parse((await get('/api/auth/session', owner)).body).viewer
    expect(viewer.roles).toEqual(['owner'])
    const addresses = SCREENS.map(({ path }) => path.replaceAll(/\$\w+/g, 'any'))
    for (const address of [...addresses, '/admin/anything', '/admin/no/such/screen']) {
      for (const headers of [owner, {}]) {
        const answer = await get(address, headers)
        expect([answer.status, answer.cookies], address).toEqual([200, []])
        expect(answer.body, address).toBe(shell)
      }
    }
  })

  test('contains no person’s address, no draft and nothing that only admins see, in its file or a script (AZ7)', async () => {
    const secrets = await product.query(async (db) => {
      const people = await db.select({ text: users.email }).from(users)
      const vendors = await db.select({ text: vendorLibrary.contactEmail }).from(vendorLibrary)
      const team = await db.select({ text: teamLibrary.email }).from(teamLibrary)
      const places = await db.select({ text: locationLibrary.notes }).from(locationLibrary)
      return [...people, ...vendors, ...team, ...places].flatMap(({ text }) => (text ? [text] : []))
    })
    expect(secrets.length).toBeGreaterThan(5)
    const scripts = await readdir(join(product.release, '_astro'))
    expect(scripts.filter((name) => name.includes('Screen')).length).toBeGreaterThan(5)
    for (const name of ['admin.html', ...scripts.map((script) => `_astro/${script}`)]) {
      const bytes = await readFile(join(product.release, name))
      expect(
        [CANARY, ...secrets].filter((secret) => bytes.includes(secret)),
        name,
      ).toEqual([])
    }
  })
})

describe('the pages of the sitemap', () => {
  test('lead only to addresses that are there, and to places that are on the page', async () => {
    const addresses = new Set<string>()
    for (const [path, html] of await pagesOfSitemap()) {
      const ids = new Set(idsOf(html))
      const base = new URL(path, product.url)
      for (const link of listLinks(html, base)) {
        if (link.pathname === base.pathname && link.hash) expect([...ids], path).toContain(link.hash.slice(1))
        if (link.origin === base.origin) addresses.add(link.pathname)
      }
    }
    expect(addresses.size).toBeGreaterThan(12)
    for (const address of addresses)
      expect((await get(address)).status, address).toBe(NOT_FOR_VISITORS.includes(address) ? 404 : 200)
  })

  test('give each id to one element alone', async () => {
    for (const [path, html] of [...(await pagesOfSitemap()), ['/no-such-page', (await get('/no-such-page')).body]]) {
      const ids = idsOf(html ?? '')
      expect(ids.length, path).toBeGreaterThan(0)
      expect(ids, path).toEqual([...new Set(ids)])
    }
  })
})

describe('drafts and rows that are not active', () => {
  test('are in the demo and carry its canary', async () => {
    const counts = await product.query((db) =>
      Promise.all([
        db.$count(eventConfig, like(eventConfig.heroTitle, `%${CANARY}%`)),
        db.$count(eventAgenda, like(eventAgenda.title, `%${CANARY}%`)),
        db.$count(teamLibrary, like(teamLibrary.fullName, `%${CANARY}%`)),
        db.$count(vendorLibrary, like(vendorLibrary.vendorName, `%${CANARY}%`)),
      ]),
    )
    expect(counts).toEqual([1, 1, 1, 1])
  })

  test('are in no file of the release', async () => {
    const files = await readdir(product.release, { recursive: true, withFileTypes: true })
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) {
      const path = join(file.parentPath, file.name)
      expect(path).not.toContain(CANARY)
      if (file.isFile()) expect((await readFile(path)).includes(CANARY), path).toBe(false)
    }
  })

  test('are in no answer of the API', async () => {
    const { items } = JSON.parse((await get('/api/events?limit=100')).body)
    const slugs: string[] = items.map(({ slug }: { slug: string }) => slug)
    expect(slugs.length).toBeGreaterThanOrEqual(4)
    const paths = ['/api/health', '/api/events?limit=100', '/api/events/featured', '/api/navigation']
    for (const path of [...paths, ...slugs.map((slug) => `/api/events/${slug}`)]) {
      const { status, body } = await get(path)
      expect([status, body.includes(CANARY)], path).toEqual([200, false])
    }
  })

  test('answer like an event that never was', async () => {
    const answersTo = (slug: string) =>
      Promise.all(
        [`/api/events/${slug}`, `/event/${slug}`, `/event/${slug}.ics`, `/og/${slug}.png`].map(async (path) => {
          const { status, body } = await get(path)
          return [status, path.endsWith('.png') ? '' : body]
        }),
      )
    const draft = await answersTo(`phoenix-${CANARY}`)
    expect(draft).toEqual(await answersTo('never-was'))
    expect(draft.map(([status]) => status)).toEqual([404, 404, 404, 404])
  })
})

/** Path and HTML of each page of the sitemap. */
async function pagesOfSitemap(): Promise<[path: string, html: string][]> {
  const paths = [...(await get('/sitemap.xml')).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  )
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, (await get(path)).body]))
}

function listLinks(html: string, base: URL): URL[] {
  return [...html.matchAll(/<a\s[^>]*\bhref="([^"]*)"/g)].map(([, href]) => new URL(href ?? '', base))
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/<[a-z][^<>]*\sid="([^"]*)"/g)].map(([, id]) => id ?? '')
}
