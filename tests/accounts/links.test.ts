import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOurPage } from '#tests/support/api.ts'
import { databases, type TestDb } from '#tests/support/database.ts'
import { accountApi, nextIp, PASSWORD } from './account-api.ts'

const kinds = [
  { kind: 'confirm', path: 'confirm-email', body: {} },
  { kind: 'reset', path: 'password-reset/confirm', body: { password: 'new 63 torque spec' } },
  { kind: 'email', path: 'email/confirm', body: {} },
] as const

describe.each(databases)('a link in a mail, on $name', ({ open }) => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await open()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  const issue = {
    confirm: async (name: string) => {
      const email = `${name}@gauge.example`
      await api.post('sign-up', { username: name, email, password: PASSWORD })
      return api.linkTo(email, 'confirm')
    },
    reset: async (name: string) => {
      const { email } = await api.member(name)
      await api.post('password-reset', { email })
      return api.linkTo(email, 'reset')
    },
    email: async (name: string) => {
      const { email } = await api.member(name)
      await api.post('email', { email: `${name}@new.example` }, { cookie: await api.signIn(email) })
      return api.linkTo(`${name}@new.example`, 'email')
    },
  }

  test.each(kinds)(
    'to $path outlives any number of looks, and works for nothing else',
    async ({ kind, path, body }) => {
      const token = await issue[kind](`looker_${kind}`)
      expect(token).toMatch(/^[\w-]{43}$/)
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET'])
        for (const query of ['', `?token=${token}`])
          expect((await api.call(method, `${path}${query}`)).status).toBe(405)
      for (const other of kinds.filter((one) => one.kind !== kind))
        expect((await api.post(other.path, { ...other.body, token })).status, other.path).toBe(404)
      expect((await api.post(path, { ...body, token })).status).toBe(200)
      expect((await api.post(path, { ...body, token })).status).toBe(404)
      expect(api.lines.join('\n')).not.toContain(token)
    },
  )

  test('leads to the site that is configured, whatever the request says', async () => {
    const email = 'host@gauge.example'
    const headers = {
      ...fromOurPage,
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    }
    const body = JSON.stringify({ username: 'hosted', email, password: PASSWORD })
    expect((await api.request('/api/auth/sign-up', { method: 'POST', headers, body }, { ip: nextIp() })).status).toBe(
      202,
    )
    const mail = await api.mailTo(email)
    expect(mail?.textBody).toContain('https://workshops.example/auth#confirm=')
    expect(`${mail?.textBody}${mail?.htmlBody}`).not.toContain('evil')
  })
})
