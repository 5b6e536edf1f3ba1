import { eq } from 'drizzle-orm'
import { dkimSign } from 'mailauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailRoundTrips } from '#db/schema/deliveries.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { auditPending } from '#db/schema/site.ts'
import { type MailRoundTrip, MOST_SOURCE } from '#src/contract/mail-round-trip.ts'
import { judgeSources } from '#src/domain/mail-round-trips/judge-sources.ts'
import { pruneRoundTrips } from '#src/domain/mail-round-trips/mail-round-trips.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { missingSms } from '#src/platform/sms.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { type Somebody, userApi } from '#tests/admin/user-api.ts'
import { mailServer } from '#tests/outbox/mail-server.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { DOMAIN, mailSite, PRIVATE_KEY, SENDING_IP } from './mail-means.ts'

const DAY = 86_400_000
const SECRET = 'inbound-7f1d4c0b9a2e4f6d8c3b5a7e9f0d1c2b'

let opened: TestDb
let api: Awaited<ReturnType<typeof userApi>>
let inbound: Awaited<ReturnType<typeof testApi>>
let site: Awaited<ReturnType<typeof mailSite>>
let admin: Somebody
beforeAll(async () => {
  opened = await testDb()
  api = await userApi(opened.db)
  admin = await api.enter('admin')
  site = await mailSite()
  const env = { siteUrl: 'https://workshops.example', siteName: 'Uptime', mailInboundSecret: SECRET }
  inbound = await testApi({ db: opened.db, env })
})
beforeEach(async () => {
  site.mend()
  for (const table of [mailRoundTrips, outbox, rateLimits]) await opened.db.delete(table)
})
afterAll(async () => {
  await site.close()
  await opened.close()
})

const start = (): Promise<MailRoundTrip> =>
  api.take(admin, 'POST', 'mail-round-trips', { to: 'inbox@receiver.example.net' })
const read = ({ id }: MailRoundTrip): Promise<MailRoundTrip> => api.take(admin, 'GET', `mail-round-trips/${id}`)
const paste = ({ id }: MailRoundTrip, source: string) =>
  api.send(admin, 'POST', `mail-round-trips/${id}/source`, { source })
const judge = (more: Partial<Parameters<typeof judgeSources>[1]> = {}) =>
  judgeSources(opened.db, {
    judge: site.means.judge,
    clock: () => NOON,
    timeLeft: () => 60_000,
    onFault: () => {},
    ...more,
  })
const sourceOf = async ({ id }: MailRoundTrip) =>
  (await opened.db.select().from(mailRoundTrips).where(eq(mailRoundTrips.id, id)))[0]?.source

/** The mail of a round trip as our outbox really hands it over. */
async function send(): Promise<string> {
  await using server = await mailServer()
  const sender = { from: `Uptime <no-reply@${DOMAIN}>`, host: 'workshops.example' }
  const delivering = { worker: 'test', timeLeft: () => 10_000, mail: smtpMailer(server.url, sender), sms: missingSms }
  expect(await deliverDue(opened.db, delivering)).toMatchObject({ sent: 1 })
  return server.arrived[0]?.raw ?? ''
}

type Signing = Partial<Parameters<typeof dkimSign>[1]> & { bounces?: string; ip?: string }
const ONE_CLICK = 'From:To:Subject:Date:Message-ID:List-Unsubscribe:List-Unsubscribe-Post'

/** Signs a mail and adds what the receiver's server writes above it. */
async function receive(raw: string, { bounces = DOMAIN, ip = SENDING_IP, ...given }: Signing = {}): Promise<string> {
  const signing = { signingDomain: DOMAIN, selector: 'main', privateKey: PRIVATE_KEY, headerList: ONE_CLICK, ...given }
  const { signatures } = await dkimSign(raw, { ...signing, signatureData: [signing] })
  return above(signatures + raw, bounces, ip)
}
const above = (signed: string, bounces = DOMAIN, ip = SENDING_IP) =>
  `Return-Path: <no-reply@${bounces}>\r\nReceived: from mail.${DOMAIN} (mail.${DOMAIN} [${ip}])\r\n by mx.receiver.example.net with ESMTPS; Fri, 20 Nov 2026 18:00:00 +0000\r\n${signed}`

/** The verdicts on a source, as `check: state`, with the sentences of those that did not pass. */
async function verdictsOn(change: (raw: string) => Promise<string>): Promise<Record<string, string>> {
  const trip = await start()
  const source = await change(await send())
  expect((await paste(trip, source)).status).toBe(202)
  expect(await judge()).toBe(1)
  const { results, state } = await read(trip)
  expect([state, await sourceOf(trip)]).toEqual(['judged', null])
  return Object.fromEntries(
    (results?.verdicts ?? []).map(({ check, state: found, said }) => [
      check,
      found === 'pass' ? 'pass' : `${found}: ${said}`,
    ]),
  )
}
const PASS = { spf: 'pass', dkim: 'pass', dmarc: 'pass', alignment: 'pass', arc: 'pass', unsubscribe: 'pass' }

describe('a mail that was sent, signed and received', () => {
  test('passes all, also when line ends were changed by copying', async () => {
    expect(await verdictsOn((raw) => receive(raw))).toEqual(PASS)
    expect(await verdictsOn(async (raw) => `\n${(await receive(raw)).replaceAll('\r\n', '\n')}\n`)).toEqual(PASS)
    const [{ results }] = (await api.take(admin, 'GET', 'mail-round-trips')).items
    expect(results).toMatchObject({
      ip: SENDING_IP,
      bounceDomain: DOMAIN,
      fromDomain: DOMAIN,
      isAligned: true,
      signatures: [{ domain: DOMAIN, selector: 'main' }],
    })
  })

  test('fails DKIM when its body was changed, and is not aligned when SPF does not count either', async () => {
    const change = (raw: string) => receive(raw, { bounces: 'receiver.example.net' })
    const broken = async (raw: string) => (await change(raw)).replace('This is a test.', 'This is a fraud.')
    expect(await verdictsOn(broken)).toMatchObject({
      spf: 'fail: The domain receiver.example.net has no SPF record.',
      dkim: `fail: The text of the mail is not the one that ${DOMAIN} signed. Was the whole source copied, unchanged?`,
      dmarc: `fail: DMARC fails for ${DOMAIN}, and its policy is reject.`,
      alignment: `fail: Neither SPF nor DKIM is valid, so nothing counts for ${DOMAIN}.`,
      unsubscribe:
        'warn: No valid signature covers the headers that offer to unsubscribe, so mail programs may ignore them.',
    })
  })

  test('fails DMARC when another domain signed it and takes its bounces', async () => {
    const other = 'mailer.example.net'
    const { TXT: key } = await keyOf()
    site.spoil({
      zone: { [`main._domainkey.${other}`]: { TXT: key }, [other]: { TXT: [`v=spf1 ip4:${SENDING_IP} -all`] } },
    })
    expect(await verdictsOn((raw) => receive(raw, { signingDomain: other, bounces: other }))).toMatchObject({
      spf: 'pass',
      dkim: 'pass',
      dmarc: `fail: DMARC fails for ${DOMAIN}, and its policy is reject.`,
      alignment: `fail: SPF and DKIM are valid for ${other}, which is not ${DOMAIN}.`,
    })
  })

  test('without a signature is named as such, and aligned by SPF alone', async () => {
    expect(await verdictsOn(async (raw) => above(raw))).toMatchObject({
      dkim: 'fail: The mail has no DKIM signature.',
      dmarc: 'pass',
      alignment: `warn: Only SPF counts for ${DOMAIN}, so a mail that is forwarded fails.`,
    })
  })

  test('that a subdomain signed counts when alignment is relaxed, and not when it is strict', async () => {
    const below = `news.${DOMAIN}`
    const { TXT: key } = await keyOf()
    const spoiled = {
      zone: { [`main._domainkey.${below}`]: { TXT: key }, [below]: { TXT: [`v=spf1 ip4:${SENDING_IP} -all`] } },
    }
    site.spoil(spoiled)
    const sign = (raw: string) => receive(raw, { signingDomain: below, bounces: below })
    expect(await verdictsOn(sign)).toEqual(PASS)
    site.spoil({ zone: { [`_dmarc.${DOMAIN}`]: { TXT: ['v=DMARC1; p=reject; adkim=s; aspf=s'] } } })
    expect(await verdictsOn(sign)).toMatchObject({
      dmarc: `fail: DMARC fails for ${DOMAIN}, and its policy is reject.`,
      alignment: `fail: SPF and DKIM are valid for ${below}, which is not exactly ${DOMAIN}.`,
    })
  })

  test('is not called bad where the DNS does not answer', async () => {
    site.spoil({ zone: { [DOMAIN]: 'fails', [`main._domainkey.${DOMAIN}`]: 'fails', [`_dmarc.${DOMAIN}`]: 'fails' } })
    const verdicts = await verdictsOn((raw) => receive(raw))
    for (const check of ['spf', 'dkim', 'dmarc']) expect(verdicts[check]).toMatch(/^unknown: The DNS did not answer/)
  })
})

const keyOf = async () => ({ TXT: await site.means.dns.readTexts(`main._domainkey.${DOMAIN}`) })

describe('starting a round trip', () => {
  test('sends one plain mail that says what it is, with the mark in its subject and a header', async () => {
    const trip = await start()
    expect(trip).toMatchObject({ state: 'waiting', receivedAt: null, results: null })
    const raw = await send()
    expect(raw).toContain(`X-Round-Trip: ${trip.token}\r\n`)
    expect(raw.replaceAll('\r\n ', ' ')).toMatch(new RegExp(`^Subject: .*${trip.token}`, 'm'))
    expect(raw).toContain('This is a test.')
  })

  test('is for administrators, to one address, five times an hour, and in the audit log without the address', async () => {
    const member = await api.enter('approved')
    const status = async (who: Somebody | null, to: unknown) =>
      (await api.send(who, 'POST', 'mail-round-trips', { to })).status
    expect([await status(null, 'a@b.example'), await status(member, 'a@b.example')]).toEqual([401, 403])
    for (const bad of ['', 'a', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 7])
      expect(await status(admin, bad), String(bad)).toBe(400)
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push(await status(admin, 'inbox@receiver.example.net'))
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    const entries = await opened.db.select().from(auditPending).where(eq(auditPending.action, 'mail.round_trip'))
    expect(JSON.stringify(entries)).not.toContain('inbox@')
  })
})

describe('a source that is pasted', () => {
  test('must be that of this mail, has at most 256 KB, and is taken once', async () => {
    const trip = await start()
    const raw = await send()
    const other = await start()
    for (const bad of ['x', raw.replace(trip.token, other.token), `Subject: x\r\n\r\nX-Round-Trip: ${trip.token}\r\n`])
      expect(await problemOf(await paste(trip, bad))).toMatchObject({
        status: 400,
        detail: expect.stringContaining('not the source'),
      })
    expect((await paste(trip, raw + 'x'.repeat(MOST_SOURCE))).status).toBe(400)
    expect((await paste(trip, '"'.repeat(4 * MOST_SOURCE))).status).toBe(413)
    expect((await paste(trip, raw)).status).toBe(202)
    expect((await paste(trip, raw)).status).toBe(409)
    expect(await read(trip)).toMatchObject({ state: 'judging', results: null })
  })

  test('may be anything: what cannot be judged is said so and forgotten, and no name is asked without end', async () => {
    const trip = await start()
    const signature = (at: number) =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=d${at}.${DOMAIN}; s=s; c=relaxed/relaxed; h=from; bh=AAAA; b=AAAA\r\n`
    const many = Array.from({ length: 500 }, (_, at) => signature(at)).join('')
    const nested = `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(500)}`
    site.asked.length = 0
    const hostile = `X-Round-Trip: ${trip.token}\r\nFrom: <img src=x>@${DOMAIN}>\r\n${many}BIMI-Location: v=BIMI1; l=https://127.0.0.1/x.svg\r\n${nested}`
    expect((await paste(trip, hostile)).status).toBe(202)
    expect(await judge()).toBe(1)
    const { results } = await read(trip)
    expect(results?.verdicts).toHaveLength(6)
    expect(JSON.stringify(results)).not.toContain('<')
    expect(site.asked.length).toBeLessThan(80)
    expect(await sourceOf(trip)).toBeNull()
  })

  test('is forgotten when judging it fails, also when it has ended a worker', async () => {
    const broken = { judgeMail: () => Promise.reject(new Error('no')) }
    for (const more of [
      { judge: broken },
      { judge: { judgeMail: () => new Promise<never>(() => {}) }, clock: () => NOON + DAY },
    ]) {
      const trip = await start()
      await paste(trip, await send())
      expect(await judge(more)).toBe(1)
      expect((await read(trip)).results?.verdicts.map(({ state }) => state)).toEqual(Array(6).fill('unknown'))
      expect(await sourceOf(trip)).toBeNull()
    }
  })
})

describe('a source that a provider posts', () => {
  const post = async (body: BodyInit, secret = SECRET, type?: string) =>
    (
      await inbound.request(`/api/mail-inbound/${secret}`, {
        method: 'POST',
        body,
        ...(type && { headers: { 'Content-Type': type } }),
      })
    ).status

  test('is taken raw or from the field of a form, once, for a mail that is waited for', async () => {
    const wraps: ((raw: string) => [BodyInit, string?])[] = [
      (raw) => [raw, 'message/rfc822'],
      (raw) => [new URLSearchParams({ 'body-mime': raw })],
      (raw) => {
        const form = new FormData()
        form.append('email', raw)
        return [form]
      },
    ]
    for (const wrap of wraps) {
      await opened.db.delete(rateLimits)
      const trip = await start()
      const [body, type] = wrap(await receive(await send()))
      expect(await post(body, SECRET, type)).toBe(202)
      await judge()
      expect((await read(trip)).results?.verdicts.map(({ state }) => state)).toEqual(Array(6).fill('pass'))
      expect(await post('X-Round-Trip: x\r\n\r\n', SECRET, 'message/rfc822')).toBe(404)
      const [again, sameType] = wrap(`X-Round-Trip: ${trip.token}\r\n\r\n`)
      expect(await post(again, SECRET, sameType)).toBe(404)
    }
  })

  test('is refused with another secret, another type, or beyond its size, and after a week', async () => {
    const trip = await start()
    const raw = await send()
    expect(await post(raw, `${SECRET}x`, 'message/rfc822')).toBe(404)
    expect(await post(raw, SECRET.replace('i', 'j'), 'message/rfc822')).toBe(404)
    expect(await post(raw, SECRET, 'application/json')).toBe(415)
    expect(await post(new URLSearchParams({ text: raw }))).toBe(400)
    expect(await post(raw + 'x'.repeat(MOST_SOURCE), SECRET, 'message/rfc822')).toBe(413)
    expect(await post('x'.repeat(4 * MOST_SOURCE), SECRET, 'message/rfc822')).toBe(413)
    await opened.db.update(mailRoundTrips).set({ createdAt: new Date(NOON - 8 * DAY) })
    expect(await post(raw, SECRET, 'message/rfc822')).toBe(404)
    expect(await read(trip)).toMatchObject({ state: 'expired' })
    expect(inbound.lines.join()).not.toContain(SECRET)
    const without = await testApi({ db: opened.db })
    const answer = await without.request('/api/mail-inbound/undefined', { method: 'POST', body: raw })
    expect(answer.status).toBe(404)
  })
})

test('round trips are forgotten after 90 days', async () => {
  await start()
  expect(await pruneRoundTrips(opened.db, NOON + 89 * DAY)).toBe(0)
  expect(await pruneRoundTrips(opened.db, NOON + 91 * DAY)).toBe(1)
})
