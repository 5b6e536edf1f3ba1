import { hash } from 'node:crypto'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, profiles, sessions, users } from '#db/schema/accounts.ts'
import { authAttempts, rateLimits } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { noteWrongCode } from '#src/domain/factors/code-lock.ts'
import { LINK_LIVES } from '#src/domain/links/link.ts'
import { fromOurPage } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, nextIp, PASSWORD, SITE } from './account-api.ts'

const kinds = [
  { kind: 'confirm', path: 'confirm-email', body: { password: PASSWORD } },
  { kind: 'reset', path: 'password-reset/confirm', body: { password: 'new 63 torque spec' } },
  { kind: 'unlock', path: 'code-lock/end', body: { password: 'new 63 torque spec' } },
  { kind: 'email', path: 'email/confirm', body: {} },
] as const

const purposes = {
  confirm: 'confirm-email',
  reset: 'password-reset',
  unlock: 'end-code-lock',
  email: 'change-email',
} as const

describe('a link in a mail', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
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
    unlock: async (name: string) => {
      const { email, id } = await api.member(name)
      await opened.db.update(users).set({ failedCodes: 19 }).where(eq(users.id, id))
      const context = { actor: { id: 'test' }, site: SITE, now: api.clock.now }
      await noteWrongCode(opened.db, { userId: id, email }, context)
      return api.linkTo(email, 'unlock')
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
      for (let looks = 0; looks < 10; looks += 1)
        for (const method of ['GET', 'HEAD'])
          expect((await api.call(method, `${path}${looks % 2 ? '' : `?token=${token}`}`)).status).toBe(405)
      for (const other of kinds.filter((one) => one.kind !== kind))
        expect((await api.post(other.path, { ...other.body, token })).status, other.path).toBe(404)
      expect((await api.post(path, { ...body, token })).status).toBe(200)
      expect((await api.post(path, { ...body, token })).status).toBe(404)
      expect(api.lines.join('\n')).not.toContain(token)
    },
  )

  test.each(kinds)('to $path is kept as the SHA-256 of 32 random bytes (TL1)', async ({ kind }) => {
    const tokens = [await issue[kind](`hashed_${kind}`), await issue[kind](`hashed_${kind}_2`)]
    expect(new Set(tokens).size).toBe(2)
    const hashes = (await opened.db.select().from(linkTokens)).map((row) => row.hash)
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      expect(hashes).toContain(hash('sha256', token, 'hex'))
    }
    // Its text waits in the outbox until it is sent, and nowhere else.
    for (const table of [linkTokens, users, profiles, sessions, auditLog, authAttempts, rateLimits])
      expect(JSON.stringify(await opened.db.select().from(table)), getTableName(table)).not.toContain(tokens[0])
  })

  test.each(kinds)('to $path works once, of twenty at the same time (TL3)', async ({ kind, path, body }) => {
    const token = await issue[kind](`raced_${kind}`)
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(path, { ...body, token })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)])
  })

  test.each(kinds)('to $path is dead in the same bytes, whatever killed it (TL5)', async ({ kind, path, body }) => {
    const [used, late, foreign] = [
      await issue[kind](`used_${kind}`),
      await issue[kind](`late_${kind}`),
      await issue[kinds.find((other) => other.kind !== kind)?.kind ?? kind](`foreign_${kind}`),
    ]
    const use = async (token: string) => {
      const answer = await api.post(path, { ...body, token })
      return [answer.status, await answer.text(), [...answer.headers.keys()].join()]
    }
    expect((await use(used))[0]).toBe(200)
    const told = [await use(used), await use(foreign), await use('A'.repeat(43)), await use(''), await use('x')]
    const { now } = api.clock
    api.clock.now = now + LINK_LIVES[purposes[kind]]
    told.push(await use(late))
    expect(told).toEqual(told.map(() => [404, told[0]?.[1], told[0]?.[2]]))
    // A second before its time is over it still works.
    api.clock.now -= 1_000
    expect((await use(late))[0]).toBe(200)
    api.clock.now = now
  })

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
