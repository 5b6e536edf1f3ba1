import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpServer, PATIENCE, requireFreePort, startHttp } from '#netlify/local/http-server.ts'
import { openRelease } from '#netlify/local/release.ts'
import { createSite } from '#netlify/local/site.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aFolder, writeSite } from './a-site.ts'

const HASTE = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 10, keepAliveTimeout: 50 }

let port: number
let http: HttpServer
/** The same server with less patience. */
let hasty: { port: number; http: HttpServer }
/** Paths that a handler has seen. */
const seen: string[] = []
let folder: Awaited<ReturnType<typeof aFolder>>

beforeAll(async () => {
  folder = await aFolder()
  await writeSite(folder.path, { revision: 1 })
  const release = await openRelease(folder.path)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const files = createSite({ functions: [], current: () => release, older: () => [], log })
  port = await freePort()
  const answer = async (request: Request, ip: string) => {
    const { pathname } = new URL(request.url)
    seen.push(pathname)
    if (pathname === '/echo') return new Response(await request.text(), { headers: { 'x-ip': ip } })
    if (pathname === '/ignore') return new Response('not read', { status: 413 })
    if (pathname === '/stream') return new Response(countTo(3))
    if (pathname === '/cookies') return withCookies()
    if (pathname === '/read-little') return readLittle(request)
    return files(request, ip)
  }
  http = await startHttp({ port }, answer)
  const another = await freePort()
  hasty = { port: another, http: await startHttp({ port: another }, answer, HASTE) }
})
afterAll(async () => {
  await Promise.all([http.stop(), hasty.http.stop()])
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

/** Gives up in the middle of a body, as the API does beyond its limit. */
async function readLittle(request: Request): Promise<Response> {
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > 1000) break
  }
  return new Response('too much', { status: 413 })
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
function raw(text: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(to, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (piece) => {
      answer += piece
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}
/** What has arrived so far. */
function collect(socket: Socket): () => string {
  let heard = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    heard += piece
  })
  return () => heard
}

/** Chunks, one after the other, as fast as they are taken. */
function sendWithoutEnd(socket: Socket): void {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  const send = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
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
    ['GET /', 'Host: localhost\r\nHost: evil.example\r\nConnection: close\r\n'],
    ['GET /', 'Host: localhost\r\nHost: localhost\r\nConnection: close\r\n'],
    ['GET /', 'Host: localhost, evil.example\r\nConnection: close\r\n'],
    ['GET /%', undefined],
  ])('%s is refused, in our dress', async (line, headers) => {
    const answer = await ask(line, headers)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  test('HEAD is GET without the body', async () => {
    const [get, head] = [await ask('GET /'), await ask('HEAD /')]
    const getHeaders = (answer: string) => answer.split('\r\n\r\n')[0]?.replace(/\r\nDate:.*/, '')
    expect(getHeaders(head)).toBe(getHeaders(get))
    expect(head.split('\r\n\r\n')[1]).toBe('')
  })

  test('a body reaches the function, and the socket’s address with it', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: 'ä'.repeat(100_000) })
    expect(await response.text()).toBe('ä'.repeat(100_000))
    expect(response.headers.get('x-ip')).toMatch(/127\.0\.0\.1$/)
  })

  test('a body that is not read does not delay the answer', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/ignore`, { method: 'POST', body: 'x'.repeat(5_000_000) })
    expect([response.status, await response.text()]).toEqual([413, 'not read'])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  test.each([
    ['/ignore', 'not read'],
    ['/read-little', 'too much'],
  ])('who sends too much to %s hears so and then the end, while they are still sending', async (path, text) => {
    const socket = connect(port, '127.0.0.1')
    const heard = collect(socket)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
    sendWithoutEnd(socket)
    await new Promise((resolve, reject) => socket.once('end', resolve).once('error', reject))
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
    expect(heard().toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(heard().endsWith(`\r\n\r\n${text}`)).toBe(true)
    socket.destroy()
  })

  test('who goes on sending is cut off', async () => {
    const socket = connect(hasty.port, '127.0.0.1')
    const heard = collect(socket)
    socket.write('POST /ignore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n')
    sendWithoutEnd(socket)
    await new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('what follows a refused body on the same connection reaches no handler', async () => {
    const head = `POST /ignore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n`
    const answer = await raw(`${head}${'x'.repeat(200_000)}GET /after-the-refused HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*not read$/)
    expect(seen).not.toContain('/after-the-refused')
  })

  test.each([
    ['nothing', ''],
    ['half a line', 'GET / HT'],
    ['half a head', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow'],
    ['half a body', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf'],
    ['half a chunk', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\na\r\nhalf'],
  ])('a caller who sends %s is let go', async (_what, text) => {
    expect(await raw(text, hasty.port)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('and that after fifteen seconds at most', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = PATIENCE
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(15_000)
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(15_000)
  })

  test('a connection that waits for the next request is ended after a time, later than proxies end theirs', async () => {
    const answer = await raw('HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n', hasty.port)
    expect(answer).toContain('200 OK')
    expect(PATIENCE.keepAliveTimeout).toBeGreaterThan(120_000)
  })

  test('a streamed answer arrives whole, and each cookie as a line of its own', async () => {
    expect(await (await fetch(`http://127.0.0.1:${port}/stream`)).text()).toBe('1 2 3 ')
    expect((await fetch(`http://127.0.0.1:${port}/cookies`)).headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Path=/',
    ])
  })

  test('a port in use is named', async () => {
    await expect(requireFreePort({ port })).rejects.toThrow(`Port ${port} is in use.`)
  })
})
