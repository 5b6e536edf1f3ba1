import { describe, expect, test } from 'vitest'
import type { Mail } from '#src/platform/mail.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { mailServer, oddServer, refusal } from './mail-server.ts'

const sender = { from: 'Workshops <info@workshops.example>', host: 'workshops.example' }
const mail: Mail = {
  id: 'a7c1d5b0-0000-4000-8000-000000000001',
  to: 'maria@mail.example',
  subject: 'Grüße: your password',
  text: 'A text.\n',
  html: '<p>A text.</p>',
}
const WITHIN = 10_000

test('a mail arrives with both parts, one recipient and a Message-ID that stays the same', async () => {
  await using server = await mailServer()
  const mailer = smtpMailer(server.url, sender)
  expect(await mailer.send(mail, WITHIN)).toEqual({ ok: true })
  expect(await mailer.send({ ...mail, html: null }, WITHIN)).toEqual({ ok: true })
  const [first, second] = server.arrived
  expect(first?.to).toEqual(['maria@mail.example'])
  expect(first?.messageId).toBe('<a7c1d5b0-0000-4000-8000-000000000001@workshops.example>')
  expect(second?.messageId).toBe(first?.messageId)
  expect(first?.raw).toMatch(/^From: Workshops <info@workshops\.example>\r$/m)
  expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(first?.raw).toContain('Content-Type: text/plain')
  expect(first?.raw).toContain('Content-Type: text/html')
  expect(second?.raw).not.toContain('text/html')
})

test.each([
  ['Ok 0100018f-4c2e-example-000000', '0100018f-4c2e-example-000000'],
  ['2.0.0 Ok: queued as 4B1C2D3E4F', '4B1C2D3E4F'],
  ['OK: message queued', undefined],
  ['Great success', undefined],
])('a server that accepts a mail with “250 %s” calls it %s', async (said, messageId) => {
  await using server = await mailServer({
    onData: (stream, _session, done) => stream.on('end', () => answerWith(done, said)).resume(),
  })
  const delivery = await smtpMailer(server.url, sender).send(mail, WITHIN)
  expect(delivery).toEqual(messageId === undefined ? { ok: true } : { ok: true, messageId })
})

/** The words of a server that accepts a message; its types know only those of a refusal. */
function answerWith(done: (error?: Error | null, message?: string) => void, said: string): void {
  done(null, said)
}

test.each([
  ['ses', `X-SES-MESSAGE-TAGS: outbox-id=${mail.id}`],
  ['sendgrid', `X-SMTPAPI: {"unique_args":{"outbox_id":"${mail.id}"}}`],
  ['postmark', `X-PM-Metadata-outbox-id: ${mail.id}`],
  ['mailgun', `X-Mailgun-Variables: {"outbox-id":"${mail.id}"}`],
  ['resend', `Resend-Idempotency-Key: ${mail.id}`],
] as const)('a mail through %s carries our id as that provider asks for it', async (provider, line) => {
  await using server = await mailServer()
  await smtpMailer(server.url, { ...sender, providers: [provider] }).send(mail, WITHIN)
  const [head = ''] = server.arrived[0]?.raw.replace(/\r\n[ \t]+/g, ' ').split('\r\n\r\n') ?? []
  expect(head.toLowerCase()).toContain(`\r\n${line.toLowerCase()}\r\n`)
  expect(head.match(/^(x-|resend)/gim)).toHaveLength(1)
})

test('a mail that one may end says how to mail programs, each header on a line of its own (RFC 8058)', async () => {
  await using server = await mailServer()
  const mailer = smtpMailer(server.url, sender)
  const unsubscribeUrl = `https://workshops.example/api/unsubscribe/one-click?token=${'x'.repeat(43)}`
  await mailer.send({ ...mail, unsubscribeUrl }, WITHIN)
  await mailer.send(mail, WITHIN)
  const heads = server.arrived.map(({ raw }) => raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '')
  expect(heads[0]).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`)
  expect(heads[0]).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(heads[1]).not.toContain('List-')
})

test.each([{ subject: 'Hello\r\nBcc: other@evil.example' }, { subject: 'Hello\nContent-Type: text/html\n\n<script>' }])(
  '%j adds no header and no recipient (OB6)',
  async (hostile) => {
    await using server = await mailServer()
    expect(await smtpMailer(server.url, sender).send({ ...mail, ...hostile }, WITHIN)).toEqual({ ok: true })
    expect(server.arrived).toHaveLength(1)
    for (const { to, raw } of server.arrived) {
      expect(to).toHaveLength(1)
      const [head = ''] = raw.split('\r\n\r\n')
      expect(head).not.toMatch(/^(Bcc|Cc):/im)
      expect(head.match(/^Content-Type:/gim)).toHaveLength(1)
    }
  },
)

test.each(['maria@mail.example\r\nRCPT TO:<other@evil.example>', 'maria@mail.example, other@evil.example', ''])(
  '%j is not written to (OB6)',
  async (to) => {
    await using server = await mailServer()
    expect(await smtpMailer(server.url, sender).send({ ...mail, to }, WITHIN)).toMatchObject({ isPermanent: true })
    expect(server.arrived).toEqual([])
  },
)

describe('a refusal (OB4)', () => {
  const said = 'maria@mail.example no, s3cret'

  test.each([
    [450, 'The mail server refused the recipient (450).', false],
    [550, 'The mail server refused the recipient (550).', true],
  ])('of the recipient with %i', async (status, reason, isPermanent) => {
    await using server = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(status, said)) })
    expect(await smtpMailer(server.url, sender).send(mail, WITHIN)).toEqual({ ok: false, isPermanent, reason })
  })

  test.each([
    [452, 'The mail server refused the message (452).', false],
    [554, 'The mail server refused the message (554 5.7.1).', true],
  ])('of the message with %i', async (status, reason, isPermanent) => {
    const message = status === 554 ? `5.7.1 ${said}` : said
    await using server = await mailServer({
      onData: (stream, _session, done) => stream.on('end', () => done(refusal(status, message))).resume(),
    })
    expect(await smtpMailer(server.url, sender).send(mail, WITHIN)).toEqual({ ok: false, isPermanent, reason })
  })

  test('of our sender or our password is a fault of our settings, which mail outlives', async () => {
    await using strict = await mailServer({ onMailFrom: (_address, _session, done) => done(refusal(550, said)) })
    const reason = 'The mail server refused the sender (550).'
    expect(await smtpMailer(strict.url, sender).send(mail, WITHIN)).toEqual({ ok: false, isPermanent: false, reason })
    await using closed = await mailServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, said)),
    })
    const delivery = await smtpMailer(closed.url.replace('//', '//user:s3cret@'), sender).send(mail, WITHIN)
    expect(delivery).toMatchObject({ ok: false, isPermanent: false })
    expect(JSON.stringify(delivery)).toContain('refused our user or password (535)')
    expect(JSON.stringify(delivery)).not.toMatch(/s3cret|maria/)
  })
})

describe('a server at fault is tried again later', () => {
  const late = { ok: false, isPermanent: false, reason: 'The mail server did not answer in time.' }

  test('a port without a server', async () => {
    const delivery = await smtpMailer(`smtp://127.0.0.1:${await freePort()}`, sender).send(mail, WITHIN)
    expect(delivery).toEqual({ ok: false, isPermanent: false, reason: 'The mail server cannot be reached.' })
  })

  test('one that says nothing', async () => {
    await using silent = await oddServer(() => {})
    expect(await smtpMailer(silent.url, sender).send(mail, 300)).toEqual(late)
  })

  test('one that hangs after the message', async () => {
    await using hanging = await mailServer({ onData: (stream) => stream.resume() })
    expect(await smtpMailer(hanging.url, sender).send(mail, 1_000)).toEqual(late)
  })

  test('one that is so slow that no timeout of silence ends it', async () => {
    await using slow = await oddServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.once('close', () => clearInterval(drip))
    })
    expect(await smtpMailer(slow.url, sender).send(mail, 600)).toEqual(late)
  })

  test('one that hangs up, at once or in the middle', async () => {
    await using rude = await oddServer((socket) => socket.destroy())
    await using ruder = await oddServer((socket) => {
      socket.write('220 hello\r\n')
      socket.once('data', () => socket.destroy())
    })
    for (const { url } of [rude, ruder]) {
      expect(await smtpMailer(url, sender).send(mail, WITHIN)).toMatchObject({ ok: false, isPermanent: false })
    }
  })

  test('one that speaks no SMTP', async () => {
    await using web = await oddServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await smtpMailer(web.url, sender).send(mail, WITHIN)).toMatchObject({ ok: false, isPermanent: false })
  })
})

test('where encryption is asked for, nothing goes in the clear', async () => {
  const seen: string[] = []
  await using server = await mailServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      seen.push(password ?? '')
      done(null, { user: 'user' })
    },
  })
  const url = server.url.replace('//', '//user:s3cret@')
  const delivery = await smtpMailer(`${url}?requireTLS=true`, sender).send(mail, WITHIN)
  expect(delivery).toMatchObject({ ok: false, isPermanent: false })
  expect([seen, server.arrived]).toEqual([[], []])
  expect(await smtpMailer(url, sender).send(mail, WITHIN)).toEqual({ ok: true })
  expect(seen).toEqual(['s3cret'])
})
