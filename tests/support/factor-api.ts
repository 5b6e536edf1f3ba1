import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import type { EnrolledFactor, FactorChallenge, FactorType } from '#src/contract/factor.ts'
import { accountApi, cookieOf, PASSWORD } from '#tests/accounts/account-api.ts'
import { SITE_URL } from './api.ts'
import { authenticator } from './authenticator.ts'
import { appCode } from './authenticator-app.ts'

/** Somebody with a verified authenticator app, and the session in which they verified it. */
export type AppOwner = { email: string; id: string; cookie: string; factorId: string; secret: string }

/** The account API, and what somebody with second factors does on it. Cookies are what a browser sends back. */
export async function factorApi(db: Db) {
  const api = await accountApi(db)
  const { clock, post, call } = api

  const enroll = async (cookie: string, factor: { factor_type: FactorType; phone?: string }) => {
    const answer = await post('factors', { friendly_name: 'My factor', ...factor }, { cookie })
    expect(answer.status, await answer.clone().text()).toBe(201)
    const enrolled: EnrolledFactor = await answer.json()
    return enrolled
  }
  const challenge = async (cookie: string, factorId: string): Promise<FactorChallenge> => {
    const answer = await post(`factors/${factorId}/challenge`, {}, { cookie })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return answer.json()
  }
  /** Asks for a challenge and answers it with a code. */
  const answerWith = async (cookie: string, factorId: string, code: string, ip?: string) => {
    const { id } = await challenge(cookie, factorId)
    return post(`factors/${factorId}/verify`, { challenge_id: id, code }, { cookie, ...(ip && { ip }) })
  }
  /** Signs in by password as far as that goes; the pending sign-in's cookie. */
  const owe = async (email: string, password = PASSWORD) => {
    const answer = await post('sign-in', { email, password })
    expect(answer.status, await answer.clone().text()).toBe(200)
    expect(cookieOf(answer)).toBe('')
    return pendingCookieOf(answer)
  }
  /** A new time step, so that the app shows a code that was not used. */
  const nextStep = () => {
    clock.now += 30_000
  }
  const getCode = ({ secret }: { secret: string }) => appCode(secret, clock.now)

  /** Adds an app to the account of a session; the session's new cookie. */
  const addApp = async (cookie: string) => {
    const { id: factorId, totp } = await enroll(cookie, { factor_type: 'totp' })
    const secret = totp?.secret ?? ''
    const answer = await answerWith(cookie, factorId, appCode(secret, clock.now))
    expect(answer.status, await answer.clone().text()).toBe(200)
    return { factorId, secret, cookie: cookieOf(answer) }
  }
  const withApp = async (name: string): Promise<AppOwner> => {
    const person = await api.member(name)
    return { ...person, ...(await addApp(await api.signIn(person.email))) }
  }
  /** Adds a passkey to the account of a session; the device and the session's new cookie. */
  const addPasskey = async (cookie: string, device = authenticator(SITE_URL)) => {
    const { id: factorId } = await enroll(cookie, { factor_type: 'webauthn' })
    const { id, webauthn } = await challenge(cookie, factorId)
    const made = device.create(webauthn?.credential_options ?? {})
    const answer = await post(`factors/${factorId}/verify`, { challenge_id: id, webauthn: made }, { cookie })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return { factorId, device, cookie: cookieOf(answer) }
  }
  const factorsOf = async (cookie: string) => (await (await call('GET', 'factors', undefined, { cookie })).json()).items

  return { ...api, enroll, challenge, answerWith, owe, nextStep, getCode, addApp, withApp, addPasskey, factorsOf }
}

/** The pending sign-in's cookie an answer sets, as a browser sends it back. */
export function pendingCookieOf(answer: Response): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-pending_sign_in='))
  return set?.split(';')[0] ?? ''
}
