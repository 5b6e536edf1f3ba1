import { createServer } from 'node:http'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import deliverNow from '#netlify/functions/deliver-now.ts'
import { couriersFor, deliver, deliveringAfter, deliverSoon, deliveryEnded, provideCouriers } from '#netlify/outbox.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { serve } from '#netlify/serve.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { enqueueMail } from '#src/domain/outbox/enqueue.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { missingMailer } from '#src/platform/mail.ts'
import { missingSms } from '#src/platform/sms.ts'
import { remoteWaker, WAKE_PATHS, wakeSecret } from '#src/platform/waker.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { fromOurPage, problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakeMailer } from '#tests/support/outside-services.ts'
import { mailServer, oddServer } from './mail-server.ts'

const DATABASE_URL = 'postgres://someone:secret@db.example/site'

describe('mail that a request leaves', () => {
  let opened: TestDb
  const answer = deliveringAfter(serve(authApi))
  beforeAll(async () => {
    opened = await testDb()
    const clock = () => Date.now()
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    provideRuntime({
      env: parseEnv({ SITE_URL, DATABASE_URL }),
      db: opened.db,
      clock,
      log,
      hook: { ask: async () => ({ ok: true }) },
      siteUrl: SITE_URL,
      readLive: async () => null,
      pace: LOCAL_TIMING,
      wakeOutbox: deliverSoon,
    })
  })
  afterEach(() => opened.db.delete(outbox))
  afterAll(() => opened.close())

  const sendThrough = (url: string) =>
    provideCouriers(couriersFor(parseEnv({ SITE_URL, SMTP_URL: url }), { mail: missingMailer, sms: missingSms }))
  let names = 0
  /** Registers somebody; the answer, and the work that goes on behind it. */
  const register = async () => {
    names += 1
    const body = JSON.stringify({
      username: `member_${names}x`,
      email: `m${names}@g.example`,
      password: 'gauge 41 leaks',
    })
    const request = new Request(`${SITE_URL}/api/auth/sign-up`, { method: 'POST', headers: fromOurPage, body })
    const behind: Promise<unknown>[] = []
    const response = await answer(request, {
      ip: nextIp(),
      requestId: `request-${names}000`,
      waitUntil: (work) => void behind.push(work),
    })
    return { status: response.status, behind }
  }
  const rows = () => opened.db.select().from(outbox).where(eq(outbox.template, 'registration-received'))

  test('is delivered right after the answer', async () => {
    await using server = await mailServer()
    sendThrough(server.url)
    const { status, behind } = await register()
    expect(status).toBe(202)
    expect(behind).toHaveLength(1)
    await Promise.all(behind)
    expect(server.arrived).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  })

  test('is waited for while it is delayed, and a mail that comes in the meantime does not wait with it', async () => {
    await using server = await mailServer()
    sendThrough(server.url)
    const letter = { template: 'held', subject: 'Held', text: 'words', html: '<p>words</p>' }
    await enqueueMail(opened.db, { to: 'held@g.example', ...letter, heldFor: 1_500 })
    const first = deliverSoon()
    const { behind } = await register()
    await vi.waitFor(() => expect(server.arrived).toHaveLength(1))
    expect(await opened.db.$count(outbox, and(eq(outbox.template, 'held'), eq(outbox.state, 'queued')))).toBe(1)
    await Promise.all([first, ...behind])
    expect(server.arrived).toHaveLength(2)
    expect(await opened.db.$count(outbox, eq(outbox.state, 'sent'))).toBe(2)
  })

  test('that is held stops no process from ending', async () => {
    await using server = await mailServer()
    sendThrough(server.url)
    const letter = { template: 'held', subject: 'Held', text: 'words', html: '<p>words</p>' }
    await enqueueMail(opened.db, { to: 'held@g.example', ...letter, heldFor: 9_000 })
    const running = deliverSoon()
    await deliveryEnded()
    await running
    expect(server.arrived).toHaveLength(0)
    expect(await opened.db.$count(outbox, eq(outbox.state, 'queued'))).toBe(1)
  })

  test('holds up no answer while the mail server hangs, and is sent once it answers', { timeout: 60_000 }, async () => {
    const sockets: unknown[] = []
    await using hanging = await oddServer((socket) => sockets.push(socket))
    sendThrough(hanging.url)
    const first = await register()
    // Everybody is answered although nothing behind the first answer has ended: it hangs until it gives up.
    let isOver = false
    const behind = Promise.all(first.behind).then(() => {
      isOver = true
    })
    const answers = [await register(), await register(), await register()]
    expect([first, ...answers].map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(isOver).toBe(false)
    expect(sockets.length).toBeLessThanOrEqual(1) // one at a time, however many ask
    expect((await rows()).map((row) => row.state)).toEqual(Array(4).fill('queued'))
    await using server = await mailServer()
    sendThrough(server.url)
    await behind
    await opened.db.update(outbox).set({ nextAttemptAt: sql`now()` })
    await deliver()
    expect((await rows()).map((row) => row.state)).toEqual(Array(4).fill('sent'))
    expect(new Set(server.arrived.flatMap(({ to }) => to)).size).toBe(4)
  })

  test('waits for the schedule if no function answers, and does not delay the request', async () => {
    await using gone = await oddServer((socket) => socket.destroy())
    sendThrough(gone.url)
    const { status, behind } = await register()
    expect(status).toBe(202)
    await Promise.all(behind)
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  })

  test('is delivered right after a run that had no time left for it', async () => {
    const mail = fakeMailer()
    const clock = performance.now.bind(performance)
    const send: typeof mail.send = async (letter, within) => {
      if (mail.sent.length === 0) {
        await register()
        // The first run is out of time before it looks for the second mail.
        vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10_000)
      }
      return mail.send(letter, within)
    }
    provideCouriers({ mail: { send }, sms: missingSms })
    const { behind } = await register()
    await Promise.all(behind).finally(() => vi.restoreAllMocks())
    expect((await rows()).map((row) => row.state)).toEqual(['sent', 'sent'])
  })

  test('is delivered by the function that ours alone can wake', async () => {
    const mail = fakeMailer()
    provideCouriers({ mail, sms: missingSms })
    await register()
    await vi.waitFor(() => expect(mail.sent).toHaveLength(1))
    await opened.db.update(outbox).set({ state: 'queued', nextAttemptAt: sql`now()` })
    const behind: Promise<unknown>[] = []
    const wake = (headers: Record<string, string>) =>
      deliverNow(new Request(`${SITE_URL}/api/deliver-outbox`, { method: 'POST', headers }), {
        waitUntil: (work) => void behind.push(work),
      })
    expect(await problemOf(await wake({}))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await wake({ Authorization: `Bearer ${wakeSecret('another')}` })).status).toBe(404)
    expect(behind).toEqual([])
    expect((await wake({ Authorization: `Bearer ${wakeSecret(DATABASE_URL)}` })).status).toBe(202)
    await Promise.all(behind)
    expect(mail.sent).toHaveLength(2)
  })

  test('is not asked for by a read or by what was refused', async () => {
    const mail = fakeMailer()
    provideCouriers({ mail, sms: missingSms })
    const waitUntil = vi.fn()
    const send = (method: string, path: string) =>
      answer(
        new Request(`${SITE_URL}/api/auth/${path}`, {
          method,
          headers: fromOurPage,
          ...(method === 'POST' && { body: '{}' }),
        }),
        {
          ip: nextIp(),
          requestId: 'request-0001',
          waitUntil,
        },
      )
    expect((await send('GET', 'session')).status).toBe(200)
    expect((await send('POST', 'sign-in')).status).toBe(400)
    expect(waitUntil).not.toHaveBeenCalled()
  })
})

test('waking the function that delivers fails without a word, and waits no longer than it may', async () => {
  const seen: { path?: string | undefined; authorization?: string | undefined }[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push({ path: incoming.url, authorization: incoming.headers.authorization })
    outgoing.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await remoteWaker(`http://127.0.0.1:${port}`, 'secret')()
  expect(seen).toEqual([{ path: WAKE_PATHS.outbox, authorization: 'Bearer secret' }])
  await new Promise((resolve) => server.close(resolve))
  await remoteWaker(`http://127.0.0.1:${port}`, 'secret')()
  await using hanging = await oddServer(() => {})
  await remoteWaker(hanging.url.replace('smtp:', 'http:'), 'secret', { within: 50 })()
})
