import { appendFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerMail, whereMailGoes } from '#netlify/local/mail-pages.ts'
import { openMailbox } from '#netlify/local/mailbox.ts'
import { deliverWith } from '#netlify/outbox.ts'
import { enqueueMail, enqueueSms } from '#src/domain/outbox/enqueue.ts'
import { passwordReset } from '#src/domain/outbox/templates/account-letters.ts'
import { aFolder } from '#tests/local/a-site.ts'
import { testDb } from '#tests/support/database.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Workshops' }
const NOON = Date.parse('2026-11-20T18:00:00Z')
const mail = (id: string, subject: string) => ({ id, to: 'maria@mail.example', subject, text: 'x', html: '<p>x</p>' })

async function look(folder: string, deliver: () => Promise<unknown> = async () => {}) {
  const mailbox = openMailbox(folder, () => NOON)
  return async (path: string, init?: RequestInit, origin = 'http://localhost:8888', isNear = true) =>
    await answerMail(new Request(origin + path, init), isNear, { mailbox, deliver })
}

test('stored mail is delivered when a person looks for it, newest first', async () => {
  await using folder = await aFolder()
  const { db, close } = await testDb()
  const get = await look(folder.path, () =>
    deliverWith(
      db,
      openMailbox(folder.path, () => NOON),
    ),
  )
  const letter = passwordReset(site, { path: '/auth?reset=t0ken' })
  await enqueueMail(db, { to: 'maria@mail.example', ...letter })
  expect(await (await get('/__local/mail.json'))?.json()).toEqual([
    {
      to: 'maria@mail.example',
      subject: 'Set a new password for Workshops',
      text: letter.text,
      html: letter.html,
      sentAt: '2026-11-20T18:00:00.000Z',
    },
  ])
  await enqueueSms(db, { to: '+15551234567', template: 'test', text: 'Code 123456' })
  const messages: { to: string }[] = await (await get('/__local/mail.json'))?.json()
  expect(messages.map(({ to }) => to)).toEqual(['+15551234567', 'maria@mail.example'])
  await close()
})

test('pages show mail as text, and its HTML in a frame that runs and loads nothing', async () => {
  await using folder = await aFolder()
  const { mail: mailer } = openMailbox(folder.path, () => NOON)
  const html = '<html><head></head><body><script>alert(1)</script></body></html>'
  await mailer.send({ ...mail('one', '<b>Hi</b>'), text: 'See https://a.example/x?a=1&b=2 <i>', html }, 1)
  const get = await look(folder.path)
  expect(await (await get('/__local/mail'))?.text()).toContain('href="/__local/mail/one"><strong>&lt;b&gt;Hi&lt;/b&gt;')
  const page = await get('/__local/mail/one')
  const shown = await page?.text()
  expect(shown).toContain('<a href="https://a.example/x?a=1&amp;b=2">https://a.example/x?a=1&amp;b=2</a> &lt;i&gt;')
  expect(shown).toContain('<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page?.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*style-src 'sha256-[^;]+; frame-src 'self'/,
  )
  const frame = await get('/__local/mail/one/html')
  expect(await frame?.text()).toContain('<head><base target="_blank"></head>')
  const policy = frame?.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'.*; sandbox allow-popups allow-popups-to-escape-sandbox$/)
  expect(policy).not.toMatch(/allow-scripts|script-src|allow-same-origin/)
  for (const path of ['/__local/mail/two', '/__local/mail/one/other']) expect((await get(path))?.status).toBe(404)
})

test('mail is shown to this machine only, and only read', async () => {
  await using folder = await aFolder()
  const get = await look(folder.path)
  expect((await get('/__local/mail.json', {}, 'http://rebound.example:8888'))?.status).toBe(403)
  expect((await get('/__local/mail.json', { method: 'POST' }))?.status).toBe(405)
  expect(await get('/__local/mailbox')).toBeUndefined()
  expect(await get('/')).toBeUndefined()
  expect((await get('/__local/mail'))?.headers.get('cache-control')).toBe('no-store')
})

test('the mailbox is its owner’s alone, outlives a torn line and shows a repeated mail once', async () => {
  await using folder = await aFolder()
  const mailbox = openMailbox(folder.path, () => NOON)
  for (const id of ['one', 'two', 'one']) await mailbox.mail.send(mail(id, id), 1)
  const file = join(folder.path, 'mail.jsonl')
  await appendFile(file, '{"id":"torn","to"')
  expect((await mailbox.list()).map(({ id }) => id)).toEqual(['two', 'one'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a start says where mail goes, without user or password', () => {
  const port = 8888
  expect(whereMailGoes({ port, smtpUrl: undefined, smsUrl: undefined })).toBe(
    'Email and text messages are shown at http://localhost:8888/__local/mail',
  )
  const smtpUrl = 'smtps://user:s3cret@mail.example:465'
  expect(whereMailGoes({ port, smtpUrl, smsUrl: 'https://sms.example' })).toBe('Email is sent through mail.example:465')
})
