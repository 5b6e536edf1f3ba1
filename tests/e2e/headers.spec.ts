import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ask, type Question } from './support/answers.ts'
import { expectDressed, expectQuiet, policyOf } from './support/dressed.ts'
import { ANSWERS, FILES } from './support/every-answer.ts'
import { observe } from './support/observatory.ts'
import { CLOSED_POLICY, PAGE_POLICY } from './support/policies.ts'
import { expect, test } from './support/site-test.ts'

for (const [expected, policy] of [
  [FILES, PAGE_POLICY],
  [ANSWERS, CLOSED_POLICY],
] as const) {
  for (const [status, type, question] of expected) {
    test(`${status} for ${told(question)} is fully dressed`, async ({ product }) => {
      const answer = await ask(product.url, question)
      expect(answer.status).toBe(status)
      if (type) expect(answer.headers['content-type']).toMatch(type)
      expectDressed(answer, policy)
      if (status >= 400) expectQuiet(answer)
    })
  }
}

test('files whose names carry a hash are dressed, and kept for ever', async ({ product }) => {
  const folders = ['_astro', '_media']
  for (const folder of folders) {
    const names = await readdir(join(product.release, folder))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const answer = await ask(product.url, { path: `/${folder}/${name}` })
      expect(answer.status, name).toBe(200)
      expect(answer.headers['content-type'], name).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/webp)$/i)
      expectDressed(answer, PAGE_POLICY)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  }
})

test('a caller who has the file already gets the same headers', async ({ product }) => {
  const { headers } = await ask(product.url, { path: '/events' })
  const again = await ask(product.url, { path: '/events', headers: { 'If-None-Match': headers.etag ?? '' } })
  expect(again.status).toBe(304)
  expectDressed(again, PAGE_POLICY)
})

test.describe('the policy of a page', () => {
  for (const path of [
    '/',
    '/events',
    '/event/kansas-city-2026',
    '/event/no-such-event',
    '/no-such-page',
    '/feedback',
    '/verify-report',
    '/unsubscribe',
    '/forum',
    '/forum/search?q=bearing',
    '/forum/no-such-page',
  ]) {
    test(`${path} has exactly these directives`, async ({ product }) => {
      const { headers, body } = await ask(product.url, { path })
      const { 'script-src': scripts, 'style-src': styles, ...rest } = policyOf(headers)
      expect(rest).toEqual(PAGE_POLICY)
      for (const sources of [scripts, styles]) {
        expect(sources?.[0]).toBe("'self'")
        for (const source of sources?.slice(1) ?? []) expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/)
      }
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(body).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
    })
  }
})

test.describe("Mozilla's Observatory", () => {
  test('finds nothing to take points for, and gives 125 or more', async ({ product }) => {
    for (const path of [
      '/',
      '/events',
      '/event/kansas-city-2026',
      '/event/no-such-event',
      '/no-such-page',
      '/feedback',
      '/verify-report',
      '/unsubscribe',
      '/forum',
      '/forum/no-such-page',
      '/api/events',
    ]) {
      const { headers, body, cookies } = await ask(product.url, { path })
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

test('no answer shares content with other origins, whoever asks', async ({ product }) => {
  for (const origin of ['https://evil.example', 'null', product.url]) {
    for (const path of ['/', '/events.ics', '/api/events', '/api/navigation']) {
      const { headers } = await ask(product.url, { path, headers: { Origin: origin } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  }
})

test('the port serves nothing by another spelling that it refuses by the right one', async ({ product }) => {
  for (const path of [
    '//_headers',
    '/%5fheaders',
    '/_fingerprint',
    '/_redirects',
    '/./_headers',
    '/event/../_headers',
  ]) {
    const answer = await ask(product.url, { path })
    expect(answer.status, path).toBe(404)
    expect(answer.body).not.toContain('Content-Security-Policy:')
  }
})

function told({ path, method = 'GET', headers = {}, body = '' }: Question): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [method, path, body.slice(0, 30), ...sent].filter((part) => part !== '').join(' ')
}
