import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, users } from '#db/schema/accounts.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { cookieOf, PASSWORD } from './account-api.ts'
import { googleApi } from './google-api.ts'
import { browser, forgedAnswer } from './google-browser.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof googleApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await googleApi(opened)
})
afterAll(() => api.close())

/** One person in one browser, who may do anything but decide about themselves. */
function person(name: string) {
  const email = `${name}@gauge.example`
  const own = browser(api)
  const sent = () => ({ cookie: own.cookies() })
  const google = async (query: string) => {
    const answer = await own.visit(`/api/auth/google${query}`, { from: 'same-origin' })
    const start = new URL(answer.headers.get('Location') ?? '', SITE_URL)
    if (start.origin !== SITE_URL)
      await own.at(await forgedAnswer(api.provider, start, { sub: name, email, name: 'Gate Keeper' }))
  }
  const withPassword = async () => {
    const cookie = cookieOf(await api.post('sign-in', { email, password: PASSWORD }, sent()))
    if (cookie) own.jar.set('__Host-session', cookie.slice(cookie.indexOf('=') + 1))
  }
  return {
    email,
    steps: {
      'sign up': () => api.post('sign-up', { username: name, email, password: PASSWORD }),
      confirm: async () => api.post('confirm-email', { token: await api.linkTo(email, 'confirm'), password: PASSWORD }),
      'ask for a reset': () => api.post('password-reset', { email }),
      reset: async () =>
        api.post('password-reset/confirm', { token: await api.linkTo(email, 'reset'), password: PASSWORD }),
      'sign in': withPassword,
      'sign in with Google': () => google(''),
      'link Google': () => google('?link=1'),
      'unlink Google': () => api.call('DELETE', 'google', undefined, sent()),
      'look who is there': () => api.call('GET', 'session', undefined, sent()),
      'ask for a token': () => api.post('token', {}, sent()),
      'change the name': () => api.call('PATCH', 'account', { username: name, fullName: 'approved' }, sent()),
      'claim approval': () => api.call('PATCH', 'account', { approval: 'approved' }, sent()),
      'show the password again': () => api.post('reauthenticate', { password: PASSWORD }, sent()),
      'sign out': () => api.post('sign-out', {}, sent()),
    },
  }
}

type Step = keyof ReturnType<typeof person>['steps']
const STEPS = Object.keys(person('anybody').steps) as Step[]

async function standing(email: string) {
  const [row] = await opened.db
    .select({
      approval: profiles.approval,
      decidedAt: profiles.approvalDecidedAt,
      decidedBy: profiles.approvalDecidedBy,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(users.email, email))
  return row
}

const PENDING = { approval: 'pending', decidedAt: null, decidedBy: null }
let people = 0

test('no sequence of a person’s own actions approves them (AN12)', async () => {
  const reached = new Set<string>()
  const way = fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(way, async (steps) => {
      people += 1
      const one = person(`gate_${people}`)
      for (const step of steps) {
        await one.steps[step]()
        const stands = await standing(one.email)
        if (stands) expect(stands, step).toEqual(PENDING)
        if (stands) reached.add(step)
        api.clock.now += 61_000
      }
    }),
    {
      numRuns: 25,
      examples: [
        [['sign up', 'confirm', 'sign in', 'link Google', 'ask for a token', 'claim approval']],
        [['sign up', 'sign in with Google', 'ask for a reset', 'reset', 'sign in', 'unlink Google', 'change the name']],
        [
          [
            'sign in with Google',
            'ask for a reset',
            'reset',
            'show the password again',
            'unlink Google',
            'look who is there',
            'sign out',
          ],
        ],
      ],
    },
  )
  expect(reached.size).toBe(STEPS.length)
})

test('and a signed-in pending person gets the reason', async () => {
  const one = person('gate_last')
  await one.steps['sign in with Google']()
  expect((await (await one.steps['look who is there']()).json()).viewer).toMatchObject({ approval: 'pending' })
})
