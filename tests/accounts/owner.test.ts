import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { members } from '#db/seed/content/members.ts'
import { seedWithPeople } from '#netlify/local/database.ts'
import { demoOwner, ownerSentence } from '#netlify/local/demo-people.ts'
import { permanentEmail } from '#src/contract/email.ts'
import { leastPasswordLength } from '#src/contract/password.ts'
import { username } from '#src/contract/username.ts'
import { parseEnv } from '#src/platform/env.ts'
import { aDatabase, aServer, run } from '#tests/local/a-server.ts'
import { aFolder } from '#tests/local/a-site.ts'
import { fromOurPage, NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { TEST_SECRET_KEY } from '#tests/support/secret-key.ts'
import { accountApi, tokenIn } from './account-api.ts'

const LOCAL = join(import.meta.dirname, '..', '..', 'netlify', 'local')

describe('the demo', () => {
  const env = parseEnv({ OWNER_EMAIL: 'Me@Plant.example' })
  let opened: TestDb
  let owner: Awaited<ReturnType<typeof seedWithPeople>>
  beforeAll(async () => {
    opened = await testDb()
    owner = await seedWithPeople(opened.db, env, NOON)
  })
  afterAll(() => opened.close())

  test('has an owner who can sign in with the printed password', async () => {
    if (!owner) throw new Error('Nobody was made')
    const api = await accountApi(opened.db)
    expect(await opened.db.$count(outbox)).toBe(0)
    const viewer = await api.viewerOf(await api.signIn(owner.email, owner.password))
    expect(viewer).toMatchObject({ email: 'Me@plant.example', roles: ['owner'], isAdmin: true, approval: 'approved' })
    const stored = JSON.stringify(await opened.db.select().from(users))
    expect(stored).not.toContain(owner.password)
    expect(await seedWithPeople(opened.db, env, NOON)).toBeUndefined()
    expect(await opened.db.$count(userRoles)).toBe(1)
  })

  test('has members in every state, and no one can sign in as them', async () => {
    const rows = await opened.db.select().from(profiles).innerJoin(users, eq(users.id, profiles.id))
    const others = rows.filter((row) => row.users.email !== 'Me@plant.example')
    expect(others).toHaveLength(members.length)
    expect(new Set(others.map((row) => row.profiles.approval))).toEqual(new Set(['pending', 'approved', 'rejected']))
    for (const { users: user, profiles: profile } of others) {
      expect(user.passwordHash).toBeNull()
      expect(profile.approval === 'rejected').toBe(profile.approvalReason !== null)
    }
  })
})

describe('the owner of a demo', () => {
  test('is made up with a password long enough for one, another each time', () => {
    const [one, two] = [demoOwner(parseEnv({})), demoOwner(parseEnv({}))]
    expect(permanentEmail.parse(one.email)).toBe(one.email)
    expect(one.email).toMatch(/\.example$/)
    expect(one.password.length).toBeGreaterThanOrEqual(leastPasswordLength(['owner'], false))
    expect(one.password).not.toBe(two.password)
    expect(ownerSentence(one)).toContain(one.email)
    expect(ownerSentence(one)).toContain(one.password)
  })

  test('is who the environment says; a password from there is not printed', () => {
    const env = parseEnv({ OWNER_EMAIL: ' me@PLANT.example ', OWNER_PASSWORD: 'twenty torque wrenches' })
    const owner = demoOwner(env)
    expect(owner).toMatchObject({ email: 'me@plant.example', password: 'twenty torque wrenches' })
    expect(ownerSentence(owner)).not.toContain('wrenches')
    expect(() => parseEnv({ OWNER_EMAIL: 'nobody' })).toThrow('OWNER_EMAIL must be an email address')
    expect(() => parseEnv({ OWNER_PASSWORD: 'fourteen chars' })).toThrow(
      'OWNER_PASSWORD must have 15 to 256 characters',
    )
  })

  test('has only members whose names and addresses the form would take', () => {
    for (const member of members) {
      expect(username.parse(member.username)).toBe(member.username)
      expect(permanentEmail.parse(member.email)).toBe(member.email)
      expect(member.email).toMatch(/\.example$/)
    }
  })
})

describe('commands', () => {
  const runCommand = (command: string, words: string[], variables: Record<string, string>) => {
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: temporaryFolder(), CLOCK: '', ...variables }
    return promisify(execFile)(process.execPath, [join(LOCAL, `${command}.ts`), ...words], { env })
  }

  test('seed an owner and tell their password', { timeout: 120_000 }, async () => {
    const DATABASE_URL = await createDatabase()
    const { stdout } = await runCommand('seed', [], { DATABASE_URL })
    expect(stdout).toMatch(/The demo's owner is owner-\w{4}@uptime-workshops\.example with the password \S{24}\n/)
    expect((await runCommand('seed', [], { DATABASE_URL })).stdout).not.toContain('password')
  })

  test('change keys by the clock that CLOCK starts', { timeout: 120_000 }, async () => {
    const variables = {
      DATABASE_URL: await createDatabase(),
      SECRET_KEY: TEST_SECRET_KEY,
      CLOCK: '2030-01-21T14:00:00Z',
    }
    const { stdout } = await runCommand('keys', ['rotate'], variables)
    expect(stdout).toMatch(/ will sign from 2030-01-21T14:15:\d\d\.\d{3}Z at the latest/)
  })

  test('make an owner by the clock that CLOCK starts', { timeout: 120_000 }, async () => {
    const DATABASE_URL = await createDatabase()
    const { stdout } = await runCommand('owner', ['me@plant.example'], {
      DATABASE_URL,
      SITE_URL: 'https://workshops.example',
      CLOCK: '2030-01-21T14:00:00Z',
    })
    const { openDb } = await import('#db/client.ts')
    const { db, close } = openDb(DATABASE_URL)
    const api = await accountApi(db)
    const set = (at: string) => {
      api.clock.now = Date.parse(at)
      return api.post('password-reset/confirm', { token: tokenIn(stdout, 'reset'), password: 'twenty torque wrenches' })
    }
    expect((await set('2030-01-21T15:05:00Z')).status).toBe(404)
    expect((await set('2030-01-21T14:30:00Z')).status).toBe(200)
    expect(await api.viewerOf(await api.signIn('me@plant.example', 'twenty torque wrenches'))).toMatchObject({
      roles: ['owner'],
    })
    await close()
  })
})

describe('a running server', () => {
  test('prints the owner of the demo at its first start, and not again', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const variables = { SEED: 'demo', SITE_URL, DATABASE_URL: database.url, DATA_DIR: folder.path }
    {
      await using server = await aServer(variables)
      const [, email = '', password = ''] = /owner is (\S+) with the password (\S+)/.exec(server.said.join('\n')) ?? []
      expect(await (await accountApi(database.db)).signIn(email, password)).not.toBe('')
    }
    await using again = await aServer(variables)
    expect(again.said.join('\n')).not.toContain('password')
  })

  test('makes no accounts with SEED=none, and an owner from the shell by its own clock', async () => {
    await using folder = await aFolder()
    await using database = await aDatabase()
    const variables = { SITE_URL, DATABASE_URL: database.url, DATA_DIR: folder.path }
    await using server = await aServer({ ...variables, CLOCK: '2030-01-21T14:00:00Z' })
    expect(await database.db.$count(users)).toBe(0)
    const { output } = await run('netlify/local/owner.ts', ['me@plant.example'], { DATA_DIR: folder.path })
    const body = JSON.stringify({ token: tokenIn(output, 'reset'), password: 'twenty torque wrenches' })
    const confirm = `${server.origin}/api/auth/password-reset/confirm`
    expect((await fetch(confirm, { method: 'POST', headers: fromOurPage, body })).status).toBe(200)
  })
})
