import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { CouldNotRun } from '#src/contract/checks.ts'
import { openProbe } from './probe.ts'
import { PROBE_HEADER, readProbeMark, signProbe } from './probe-mark.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function siteThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const probeOf = (siteUrl: string, more: Partial<Parameters<typeof openProbe>[0]> = {}) =>
  openProbe({ siteUrl, secret: 'secret', now: () => NOW, bucket: 'round:headers.score', ...more })
const leadingTo = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})

describe('what the probe asks', () => {
  test('an answer comes with its status, all its headers and its body, and bears the mark of the probe', async () => {
    const asked: unknown[] = []
    const site = await siteThat((request, response) => {
      asked.push([request.method, request.url, readProbeMark('secret', String(request.headers['x-site-probe']), NOW)])
      response.writeHead(418, [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ])
      response.end('tea')
    })
    const answer = await probeOf(site).ask('//odd/%2e%2e?x=1', { method: 'POST', body: '{}' })
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([418, 'tea', ['a=1', 'b=2']])
    expect(asked).toEqual([['POST', '//odd/%2e%2e?x=1', 'round:headers.score']])
  })

  test('a body comes with its length, whatever the method, and is no second request', async () => {
    const lengths: unknown[] = []
    const site = await siteThat((request, response) => {
      lengths.push(request.headers['content-length'])
      request.resume().on('end', () => response.writeHead(403).end())
    })
    for (const method of ['DELETE', 'POST']) {
      const answer = await probeOf(site).ask('/', { method, body: '{"a":"é"}' })
      expect([method, answer.status]).toEqual([method, 403])
    }
    expect(lengths).toEqual(['10', '10'])
  })

  test('a redirect is an answer and is not followed', async () => {
    let asked = 0
    const site = await siteThat((_request, response) => {
      asked += 1
      response.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end()
    })
    expect((await probeOf(site).ask('/')).status).toBe(302)
    expect(asked).toBe(1)
  })

  test('a body is read up to one megabyte', async () => {
    const site = await siteThat((_request, response) => void response.end('x'.repeat(3_000_000)))
    expect((await probeOf(site).ask('/')).body).toHaveLength(1_000_000)
  })
})

describe('what the probe refuses', () => {
  const refused = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(CouldNotRun)

  test.each(['https://evil.example/', 'evil.example', '@evil.example/', '', '/a\r\nHost: evil.example', '/a b'])(
    'an address that is not a path of the site: %j',
    async (path) => refused(probeOf('https://workshops.example', leadingTo('203.0.114.7')).ask(path)),
  )

  test.each([
    ['127.0.0.1'],
    ['10.0.0.8'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['fd00::1'],
    ['fe80::1'],
    ['::ffff:10.0.0.8'],
    // The first one is public: which one is dialled would be chance.
    ['93.184.216.34', '10.0.0.8'],
  ])('a public name that leads to %s', async (...addresses) => {
    const probe = probeOf('https://workshops.example', leadingTo(...addresses))
    await refused(probe.ask('/'))
    await refused(probe.tls())
  })

  test('a local name that leads into the local network', () =>
    refused(probeOf('http://localhost:8888', leadingTo('10.0.0.8')).ask('/')))

  test('TLS and plain HTTP beside it, where the site is served without TLS', async () => {
    const probe = probeOf(await siteThat((_request, response) => void response.end()))
    await expect(probe.tls()).rejects.toThrow('The site is served without TLS.')
    await refused(probe.ask('/', { isHttp: true }))
  })

  test('waiting longer than its time, and longer than the signal that it is given', async () => {
    const site = await siteThat(() => {})
    await expect(probeOf(site, { callTime: 50 }).ask('/')).rejects.toThrow('did not answer')
    await refused(probeOf(site).ask('/', { signal: AbortSignal.timeout(50) }))
  })

  test('a site that is not there', async () => {
    const site = await siteThat(() => {})
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
    await expect(probeOf(site).ask('/')).rejects.toThrow('The site cannot be reached.')
  })
})

test('the mark is good for a minute, under the same secret and for its own bucket', () => {
  const mark = signProbe('secret', 'bucket', NOW)
  expect(PROBE_HEADER).toBe('X-Site-Probe')
  expect(readProbeMark('secret', mark, NOW)).toBe('bucket')
  expect(readProbeMark('secret', mark, NOW + 59_999)).toBe('bucket')
  expect(readProbeMark('secret', mark, NOW + 60_000)).toBeNull()
  expect(readProbeMark('other', mark, NOW)).toBeNull()
  expect(readProbeMark('secret', mark.replace('bucket', 'another'), NOW)).toBeNull()
  expect(readProbeMark('secret', signProbe('secret', 'bucket', NOW + 3_600_000), NOW)).toBeNull()
  for (const odd of ['', 'x', '1.2.3', `${mark}x`, 'é'.repeat(90)]) expect(readProbeMark('secret', odd, NOW)).toBeNull()
})
