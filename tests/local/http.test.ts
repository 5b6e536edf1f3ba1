import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpServer, requireFreePort, startHttp } from '#netlify/local/http-server.ts'
import { openRelease } from '#netlify/local/release.ts'
import { createSite } from '#netlify/local/site.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aFolder, writeSite } from './a-site.ts'

let port: number
let http: HttpServer
let folder: Awaited<ReturnType<typeof aFolder>>

beforeAll(async () => {
  folder = await aFolder()
  await writeSite(folder.path, { revision: 1 })
  const release = await openRelease(folder.path)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const files = createSite({ functions: [], current: () => release, older: () => [], log })
  port = await freePort()
  http = await startHttp(port, async (request, ip) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/echo') return new Response(await request.text(), { headers: { 'x-ip': ip } })
    if (pathname === '/ignore') return new Response('not read', { status: 413 })
    if (pathname === '/stream') return new Response(countTo(3))
    if (pathname === '/cookies') return withCookies()
    return files(request, ip)
  })
})
afterAll(async () => {
  await http.stop()
  await folder[Symbol.asyncDispose]()
})

function countTo(last: number): ReadableStream {
  let count = 0
  return new ReadableStream({
    pull(controller) {
      count += 1
      controller.enqueue(new TextEncoder().encode(`${count} `))
      if (count === last) controller.close()
    },
  })
}

function withCookies(): Response {
  return new Response('', {
    headers: [
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2; Path=/'],
    ],
  })
}

/** Sends bytes as they stand: no client tidies them up. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (piece) => {
      answer += piece
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}
const ask = (line: string, headers = `Host: localhost:${port}\r\nConnection: close\r\n`) =>
  raw(`${line} HTTP/1.1\r\n${headers}\r\n`)

describe('requests as they come over the wire', () => {
  test.each([
    'GET /../../../../etc/passwd',
    'GET /_astro/../../../etc/passwd',
    'GET /%2e%2e/%2e%2e/etc/passwd',
    'GET /..%2f..%2fetc%2fpasswd',
    'GET /\\..\\..\\etc\\passwd',
    'GET //evil.example/etc/passwd',
  ])('%s stays in the site', async (line) => {
    const answer = await ask(line)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toContain('root:')
  })

  test.each([
    ['GET http://evil.example/', undefined],
    ['OPTIONS *', undefined],
    ['TRACE /', undefined],
    ['GET /', 'Host: a b\r\nConnection: close\r\n'],
    ['GET /', 'Host: user:pass@x/y\r\nConnection: close\r\n'],
    ['GET /%', undefined],
  ])('%s is refused, in our dress', async (line, headers) => {
    const answer = await ask(line, headers)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  test('HEAD is GET without the body', async () => {
    const [get, head] = [await ask('GET /'), await ask('HEAD /')]
    const headersOf = (answer: string) => answer.split('\r\n\r\n')[0]?.replace(/\r\nDate:.*/, '')
    expect(headersOf(head)).toBe(headersOf(get))
    expect(head.split('\r\n\r\n')[1]).toBe('')
  })

  test('a body reaches the function, and the socket’s address with it', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: 'ä'.repeat(100_000) })
    expect(await response.text()).toBe('ä'.repeat(100_000))
    expect(response.headers.get('x-ip')).toMatch(/127\.0\.0\.1$/)
  })

  test('a body that nobody reads does not keep the answer back', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/ignore`, { method: 'POST', body: 'x'.repeat(5_000_000) })
    expect([response.status, await response.text()]).toEqual([413, 'not read'])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  test('a streamed answer arrives whole, and each cookie as a line of its own', async () => {
    expect(await (await fetch(`http://127.0.0.1:${port}/stream`)).text()).toBe('1 2 3 ')
    expect((await fetch(`http://127.0.0.1:${port}/cookies`)).headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Path=/',
    ])
  })

  test('a port in use is named', async () => {
    await expect(requireFreePort(port)).rejects.toThrow(`Port ${port} is in use.`)
  })
})
