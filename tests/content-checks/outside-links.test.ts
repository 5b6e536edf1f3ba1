import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkChecks } from '#db/schema/content-checks.ts'
import { askOutsideLinks, isLinkDue, readBroken, summarizeOutside } from '#src/domain/content-checks/outside-links.ts'
import { storeOutsideLinks } from '#src/domain/content-checks/store-outside-links.ts'
import { type LinkAnswer, openLinkAsker } from '#src/platform/outside-link.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { someRows } from '#tests/support/event-fixture.ts'

const SITE_URL = 'https://workshops.example'
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('another site', () => {
  const asked: string[] = []
  /** Redirects to the names that it is asked for, so that a test says where they lead. */
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${url.pathname}`)
    const to = url.searchParams.get('to')
    if (to !== null) {
      response.writeHead(302, { Location: to }).end()
      return
    }
    if (url.pathname === '/late') return
    const isRefused = url.pathname === '/no-head' && request.method === 'HEAD'
    const status = isRefused ? 405 : Number(/^\/(\d{3})$/.exec(url.pathname)?.[1] ?? 200)
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : 'x'.repeat(200_000))
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())
  beforeEach(() => {
    asked.length = 0
  })

  const NAMES: Record<string, string> = {
    'site.example': '127.0.0.1',
    'inner.example': '10.1.2.3',
    'metadata.example': '169.254.169.254',
    'six.example': '::ffff:192.168.1.1',
  }
  const resolve = async (host: string) => {
    const address = NAMES[host]
    if (address === undefined) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  const guarded = { siteUrl: SITE_URL, callTime: 400, resolve }
  /** The local server stands for one of the public net; everything else is judged as ever. */
  const ask = openLinkAsker({ ...guarded, isAllowed: (address) => address === '127.0.0.1' })
  const site = (path: string) => `http://site.example:${port}${path}`

  test.each([
    ['/page', { status: 'ok', reason: null }, ['HEAD site.example/page']],
    ['/no-head', { status: 'ok', reason: null }, ['HEAD site.example/no-head', 'GET site.example/no-head']],
    ['/404', { status: 'gone', reason: 'is not there: HTTP 404' }, ['HEAD site.example/404', 'GET site.example/404']],
    ['/410', { status: 'gone', reason: 'is not there: HTTP 410' }, ['HEAD site.example/410', 'GET site.example/410']],
    ['/403', { status: 'unknown', reason: 'answers with HTTP 403' }, ['HEAD site.example/403', 'GET site.example/403']],
    ['/429', { status: 'unknown', reason: 'answers with HTTP 429' }, ['HEAD site.example/429', 'GET site.example/429']],
    ['/late', { status: 'unknown', reason: 'did not answer within 0.4 seconds' }, ['HEAD site.example/late']],
    ['/a?to=/page', { status: 'ok', reason: null }, ['HEAD site.example/a', 'HEAD site.example/page']],
  ] as const)('%s is %j', async (path, answer, calls) => {
    expect(await ask(site(path))).toEqual(answer)
    expect(asked).toEqual(calls)
  })

  test.each(['http://inner.example/', 'http://metadata.example/latest', 'http://six.example/', 'http://10.0.0.1/'])(
    'a redirect to %s is refused before anything is dialled',
    async (to) => {
      const answer = await openLinkAsker({
        ...guarded,
        isAllowed: (address) => address === '127.0.0.1',
        resolve: async (host) => (host === '10.0.0.1' ? [{ address: host, family: 4 }] : resolve(host)),
      })(site(`/a?to=${encodeURIComponent(to)}`))
      expect(answer).toEqual({ status: 'unknown', reason: 'leads to an address that is not public' })
      expect(asked).toEqual(['HEAD site.example/a'])
    },
  )

  test.each([
    ['file:///etc/passwd', 'redirects to something that is no page'],
    ['http://ada:secret@site.example/', 'redirects to something that is no page'],
  ])('a redirect to %s is not followed', async (to, reason) => {
    expect(await ask(site(`/a?to=${encodeURIComponent(to)}`))).toEqual({ status: 'unknown', reason })
    expect(asked).toHaveLength(1)
  })

  test('by default no private address is dialled, and a site that redirects for ever is left', async () => {
    expect(await openLinkAsker(guarded)(site('/page'))).toMatchObject({ status: 'unknown' })
    expect(asked).toEqual([])
    const loop = site('/a?to=')
    expect(await ask(loop + encodeURIComponent(loop + encodeURIComponent('/page')))).toMatchObject({ status: 'ok' })
    const round = `/r?to=${encodeURIComponent('/r?to=%2Fr%3Fto%3D')}`
    expect((await ask(site(round))).status).toBe('unknown')
  })

  test('a name that does not exist is gone', async () => {
    expect(await ask('https://no-such-name.example/')).toEqual({
      status: 'gone',
      reason: 'has a name that does not exist',
    })
  })
})

describe('the links of the content', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  const at = Date.parse('2026-11-20T12:00:00Z')
  const content = (...websites: string[]) => {
    const vendors = websites.map((websiteUrl, n) => {
      return { id: `v${n}`, vendorName: `V${n}`, logoUrl: null, websiteUrl, description: null }
    })
    return { events: [someRows({}, { vendors })], menu: [], products: [], blocks: [], pages: [], copy: {} }
  }
  const GAUGE = 'https://gauge.com/a'
  const run = async (answer: LinkAnswer, now: number) => {
    const seen: string[] = []
    const ask = async (url: string) => {
      seen.push(url)
      return answer
    }
    await askOutsideLinks(opened.db, { ask, clock: () => now, timeLeft: () => 60_000 })
    return seen
  }
  const gone: LinkAnswer = { status: 'gone', reason: 'is not there: HTTP 404' }
  const ok: LinkAnswer = { status: 'ok', reason: null }

  test('are stored once, without our own and those that nobody can have, and go with the text', async () => {
    const found = content(`${GAUGE}#top`, GAUGE, `${SITE_URL}/events`, 'https://pump.example/', 'http://10.0.0.1/')
    expect(await storeOutsideLinks(opened.db, found, SITE_URL)).toBe(1)
    expect(await storeOutsideLinks(opened.db, found, SITE_URL)).toBe(0)
    expect((await opened.db.select().from(linkChecks)).map(({ url }) => url)).toEqual([GAUGE])
    await storeOutsideLinks(opened.db, content(), SITE_URL)
    expect(await opened.db.$count(linkChecks)).toBe(0)
  })

  test('are broken once nothing was found twice, asked for less and less often, and mended by one answer', async () => {
    await storeOutsideLinks(opened.db, content(GAUGE), SITE_URL)
    await opened.db.update(linkChecks).set({ nextAt: new Date(at) })
    expect(await isLinkDue(opened.db, at - 1)).toBe(false)
    expect(await run(gone, at)).toEqual([GAUGE])
    expect(await readBroken(opened.db)).toEqual(new Map())
    expect(await run(gone, at + HOUR - 1)).toEqual([])
    expect(await run(gone, at + HOUR)).toEqual([GAUGE])
    expect([...(await readBroken(opened.db)).keys()]).toEqual([GAUGE])
    expect(await run(ok, at + 6 * HOUR)).toEqual([])
    expect(await run(ok, at + 7 * HOUR)).toEqual([GAUGE])
    expect(await readBroken(opened.db)).toEqual(new Map())
    expect(await run(ok, at + 7 * HOUR + 6 * DAY)).toEqual([])
    expect(await run({ status: 'unknown', reason: 'answers with HTTP 403' }, at + 8 * DAY)).toEqual([GAUGE])
    expect(await readBroken(opened.db)).toEqual(new Map())
    expect(await summarizeOutside(opened.db)).toMatchObject({
      links: 1,
      waiting: 0,
      unknown: [{ url: GAUGE, reason: 'answers with HTTP 403', checkedAt: at + 8 * DAY }],
    })
  })

  test('are asked for a bounded number at a time, each by one worker, and none without time', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `https://gauge.com/${n}`)
    await storeOutsideLinks(opened.db, content(...many), SITE_URL)
    const later = Date.now() + 1_000
    const idle = { ask: async () => ok, clock: () => later, timeLeft: () => 10_000 }
    expect(await askOutsideLinks(opened.db, idle)).toBe(0)
    const [first, second] = await Promise.all([run(ok, later), run(ok, later)])
    expect(first.length).toBeLessThanOrEqual(43)
    expect(new Set([...first, ...second]).size).toBe(60)
    expect(first.length + second.length).toBe(60)
  })
})
