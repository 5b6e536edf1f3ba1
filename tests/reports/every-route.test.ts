import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { reportsApi } from '#src/api/reports.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { aReport, CANARY, reportApi, SUBMIT } from './report-api.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']
const EVIL = 'https://evil.example'
const routes = declaredRoutes(reportsApi)
const paths = routes.map(({ path }) => path)
/** A body that each of them would do something with. */
const toBody = (path: string, token: string) => (path === SUBMIT ? aReport() : { token })

let opened: TestDb
let api: Awaited<ReturnType<typeof reportApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await reportApi(opened.db)
})
beforeEach(() => api.forgetLimits())
afterAll(() => opened.close())

const waiting = async () => {
  const report = aReport()
  await api.submit(report)
  return api.tokenTo(report.reporter_email)
}
const send = (path: string, method: string, headers: Record<string, string>, body?: BodyInit) =>
  api.request(path, { method, headers, ...(body !== undefined && { body }) }, { ip: nextIp() })

test('the routes are these, and everybody may call them', () => {
  expect(routes).toEqual(
    [SUBMIT, '/api/reports/verify', '/api/reports/status'].map((path) => ({ method: 'POST', path, policy: 'public' })),
  )
})

describe.each(paths)('%s', (path) => {
  test('answers to POST alone, and says so (AZ2)', async () => {
    for (const method of METHODS) {
      const answer = await send(path, method, api.fromOurPage)
      expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, 'POST'])
    }
    for (const other of [`${path}/x`, `${path}.json`, `${path}%00`, path.toUpperCase()])
      expect((await send(other, 'POST', api.fromOurPage, '{}')).status, other).toBe(404)
  })

  test('changes nothing for a GET or HEAD, whatever it carries (CS3)', async () => {
    const token = await waiting()
    const before = await fingerprint(opened.db)
    for (const method of ['GET', 'HEAD', 'GET'])
      for (const query of ['', `?token=${token}`, '?honeypot=&title=x']) await send(`${path}${query}`, method, {})
    expect(await fingerprint(opened.db)).toBe(before)
    expect((await api.send(path, toBody(path, token))).status).not.toBe(405)
    expect(await fingerprint(opened.db)).not.toBe(before)
  })

  test('takes nothing from another site, in whatever type (CS1, CS2)', async () => {
    const body = JSON.stringify(toBody(path, await waiting()))
    const before = await fingerprint(opened.db)
    const senders: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL },
      { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
      { 'Sec-Fetch-Site': 'same-site', Origin: SITE_URL },
      { Origin: EVIL },
      { Origin: 'null' },
      {},
    ]
    for (const from of senders)
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await send(path, 'POST', { ...from, 'Content-Type': type }, body)
        expect(await problemOf(answer), JSON.stringify([from, type])).toMatchObject({ status: 403, code: 'forbidden' })
      }
    expect(await fingerprint(opened.db)).toBe(before)
  })

  test('is kept by no cache and read by no other site, however it ends (SE10, CS5)', async () => {
    const token = await waiting()
    for (const body of [toBody(path, token), toBody(path, 'x'), {}]) {
      const answer = await api.send(path, body, { headers: { Origin: SITE_URL } })
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Vary')).toContain('Cookie')
      expect(answer.headers.get('Netlify-CDN-Cache-Control')).toBeNull()
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('takes JSON alone, and not too much of it (CS4, IV4)', async () => {
    const body = JSON.stringify(toBody(path, 'x'))
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      expect((await send(path, 'POST', { ...api.fromOurPage, 'Content-Type': type }, body)).status, type).toBe(415)
    const large = JSON.stringify({ ...toBody(path, 'x'), description: 'y'.repeat(64 * 1024) })
    expect((await send(path, 'POST', api.fromOurPage, large)).status).toBe(413)
  })

  test('never falls over what it is sent (IV2)', async () => {
    const bodies = ['', '{', '[]', 'null', '"x"', '1', '{"__proto__":1}', '{"a":1,"a":2}', '{"token":{"$gt":""}}']
    const texts = ['{"token":"\\u0000"}', '{"token":"\\ud800"}', '{"title":["x"],"honeypot":false,"context":[]}']
    for (const body of [...bodies, ...texts, '{"token":"%00\'; drop table event_reports --"}']) {
      const { status } = await send(path, 'POST', api.fromOurPage, body)
      expect([400, 404], body).toContain(status)
    }
  })

  test('says 503 without the database, and nothing of it or of what was sent', async () => {
    const { db, close } = openDb('postgres://app:canary-password@127.0.0.1:9/canary_database')
    const { post, lines } = await testApi({ db, area: reportsApi, isConnectionFault })
    const answer = await post(path, toBody(path, 'cnry-token'))
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await problemOf(answer.clone())).toMatchObject({ status: 503, code: 'unavailable' })
    expect([await answer.text(), ...lines].join()).not.toMatch(/canary|cnry|127\.0\.0\.1|gauge\.example/)
    await close()
  })

  test('says nothing of what was sent when something breaks in the middle (SC2)', async () => {
    const token = await waiting()
    const sent = { ...toBody(path, token) }
    const secrets = [CANARY.title, CANARY.text, token, 'gauge.example']
    const cause = Object.assign(new Error(`invalid input: ${secrets.join(' ')}`), { detail: secrets.join(' ') })
    const failure = new Error(`Failed query: insert\nparams: ${secrets.join(',')}`, { cause })
    // The first one reads how far the site is closed.
    let selects = 0
    const broken = new Proxy(opened.db, {
      get: (target, name) => {
        if (name === 'select') selects += 1
        if (name === 'transaction' || (name === 'select' && selects > 1 && path.endsWith('status'))) throw failure
        return Reflect.get(target, name)
      },
    })
    const { post, lines } = await testApi({ db: broken, area: reportsApi })
    const answer = await post(path, sent, {}, { ip: nextIp() })
    expect(answer.status).toBe(500)
    const told = [await answer.text(), ...lines].join()
    expect(told).toContain('unexpected error')
    for (const secret of secrets) expect(told).not.toContain(secret)
  })
})
