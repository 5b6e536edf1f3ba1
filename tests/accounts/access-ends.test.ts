import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userRoles } from '#db/schema/accounts.ts'
import { grantRole, revokeRole } from '#src/domain/accounts/change-role.ts'
import { makeOwner } from '#src/domain/accounts/make-owner.ts'
import { banSubject } from '#src/domain/security/bans.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { PASSWORD } from './account-api.ts'

const NEW = 'new 63 torque spec'
type Api = Awaited<ReturnType<typeof factorApi>>

/** A session, and an access token of it. */
type Access = { cookie: string; token: string }
/** Somebody who is signed in at two places. */
type Insider = { id: string; email: string; here: Access; there: Access }

const OWNER = { id: '' }

/** What ends access, and where: a browser that gets a new cookie for it is out with its old one. */
const ENDS: Record<string, { out: ('here' | 'there')[]; end: (api: Api, one: Insider) => Promise<unknown> }> = {
  'signing out': { out: ['here'], end: (api, { here }) => api.post('sign-out', {}, here) },
  'ending every other session': {
    out: ['there'],
    end: (api, { here }) => api.call('DELETE', 'sessions', undefined, here),
  },
  'changing the password': {
    out: ['here', 'there'],
    end: (api, { here }) => api.post('password', { currentPassword: PASSWORD, password: NEW }, here),
  },
  'resetting the password': {
    out: ['here', 'there'],
    end: async (api, { email }) => {
      await api.post('password-reset', { email })
      return api.post('password-reset/confirm', { token: await api.linkTo(email, 'reset'), password: NEW })
    },
  },
  'moving to another address': {
    out: ['there'],
    end: async (api, { here, email }) => {
      await api.post('email', { email: `moved.${email}` }, here)
      return api.post('email/confirm', { token: await api.linkTo(`moved.${email}`, 'email') })
    },
  },
  'showing the password again': {
    out: ['here'],
    end: (api, { here }) => api.post('reauthenticate', { password: PASSWORD }, here),
  },
  'adding a second factor': { out: ['here', 'there'], end: (api, { here }) => api.addApp(here.cookie) },
  'a ban': {
    out: ['here', 'there'],
    end: ({ db, clock }, { id: subject }) =>
      banSubject(db, { subjectType: 'user', subject, reason: 'test', expiresAt: null }, OWNER, clock.now),
  },
  'getting a role': {
    out: ['here', 'there'],
    end: ({ db, clock }, { id }) => grantRole(db, { userId: id, role: 'moderator' }, OWNER, clock.now),
  },
  'losing a role': {
    out: ['here', 'there'],
    end: ({ db, clock }, { id }) => revokeRole(db, { userId: id, role: 'admin' }, OWNER, clock.now),
  },
  'being recovered from the shell': {
    out: ['here', 'there'],
    end: ({ db, clock }, { email }) => makeOwner(db, email, { actor: { id: 'cli' }, now: clock.now }),
  },
  'deleting the account': {
    out: ['here', 'there'],
    end: (api, { here }) => api.call('DELETE', 'account', undefined, here),
  },
}

describe('access', () => {
  let opened: TestDb
  let api: Api
  let people = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
    OWNER.id = (await api.member('the_owner_x')).id
    await opened.db.insert(userRoles).values({ userId: OWNER.id, role: 'owner', grantedBy: 'test' })
  })
  afterAll(() => opened.close())

  const enter = async (email: string): Promise<Access> => {
    const cookie = await api.signIn(email)
    return { cookie, token: (await (await api.post('token', {}, { cookie })).json()).access_token }
  }
  const insider = async (): Promise<Insider> => {
    people += 1
    const { email, id } = await api.member(`insider_${people}x`)
    await opened.db.insert(userRoles).values({ userId: id, role: 'admin', grantedBy: 'test' })
    return { email, id, here: await enter(email), there: await enter(email) }
  }
  /** What the next requests come to, with the cookie and with the token; the last of them would end other sessions. */
  const triesOf = async ({ cookie, token }: Access, { isAll = true } = {}) => {
    const bearer = { headers: { Authorization: `Bearer ${token}` } }
    const tries = [
      () => api.post('token', {}, { cookie }),
      () => api.call('GET', 'account', undefined, { cookie }),
      () => api.call('PATCH', 'account', {}, { cookie }),
      () => api.request('/api/auth/account', bearer),
      () => api.request('/api/auth/session', bearer),
      () => api.call('DELETE', 'sessions', undefined, { cookie }),
      () => api.request('/api/auth/sessions', { ...bearer, method: 'DELETE' }),
    ]
    const statuses: number[] = []
    for (const send of isAll ? tries : tries.slice(0, 5)) statuses.push((await send()).status)
    return statuses
  }
  const open5 = Array(5).fill(200)

  test.each(Object.entries(ENDS))('ends at the next request after %s (SE5)', async (_what, { out, end }) => {
    const one = await insider()
    for (const way of ['here', 'there'] as const) expect(await triesOf(one[way], { isAll: false })).toEqual(open5)
    api.clock.now += 1_000 // Tokens know whole seconds.
    const answer = await end(api, one)
    if (answer instanceof Response) expect(answer.status).toBeLessThan(300)
    for (const way of ['here', 'there'] as const) {
      if (!out.includes(way)) expect(await triesOf(one[way], { isAll: false }), way).toEqual(open5)
      else {
        expect(await triesOf(one[way]), way).toEqual(Array(7).fill(401))
        expect(await api.viewerOf(one[way].cookie)).toBeNull()
      }
    }
  })

  test('does not end other people’s access', async () => {
    const [one, other] = [await insider(), await insider()]
    expect((await ENDS['deleting the account']?.end(api, one)) instanceof Response).toBe(true)
    expect(await triesOf(other.there, { isAll: false })).toEqual(open5)
  })
})
