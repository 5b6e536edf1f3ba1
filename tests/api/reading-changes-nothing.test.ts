import { expect, test } from 'vitest'
import { authApi } from '#src/api/auth/auth-api.ts'
import { publicApi } from '#src/api/public-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { accountApi } from '#tests/accounts/account-api.ts'
import { fromOurPage, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'

test('no GET or HEAD of any route changes a byte of the database, however often it is sent', async () => {
  const api = await testApi()
  await storeEvent(api.db, { eventSlug: 'tulsa-2027' })
  await storeMenu(api.db)
  const before = await fingerprint(api.db)
  const paths = declaredRoutes(publicApi).map((route) =>
    route.path.replace(/:slug.*$/, 'tulsa-2027').replace(':id', 'a'.repeat(64)),
  )
  expect(paths).toContain('/api/events/tulsa-2027')
  for (const method of ['GET', 'HEAD', 'GET'])
    for (const path of [...paths, '/api/events?limit=1', '/api/events/nobody']) await api.request(path, { method })
  expect(await fingerprint(api.db)).toBe(before)
  await api.request('/api/page-views', { method: 'POST', body: '{"pagePath":"/"}', headers: fromOurPage })
  expect(await fingerprint(api.db)).not.toBe(before)
  await api.close()
})

test('nor does one of the account API, for any caller', async () => {
  const { db, close } = await testDb()
  const api = await accountApi(db, {
    env: {
      siteUrl: SITE_URL,
      siteName: 'Uptime Workshops',
      google: { clientId: 'x', clientSecret: 'x', issuer: 'https://accounts.google.com' },
    },
  })
  const ada = await api.member('ada')
  const cookie = await api.signIn(ada.email)
  const link = await linkFor(api, ada.email)
  const before = await fingerprint(db)
  const paths = declaredRoutes(authApi)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/api/auth/session', '/api/auth/account', '/.well-known/jwks.json']))
  const queries = ['', `?token=${link}`, '?link=1', '?code=x&state=y', '?error=access_denied']
  const senders = [{}, { Cookie: cookie }, { Authorization: 'Bearer a.b.c' }] as Record<string, string>[]
  for (const method of ['GET', 'HEAD', 'GET'])
    for (const path of paths)
      for (const query of queries)
        for (const headers of senders) {
          const { status } = await api.request(`${path}${query}`, { method, headers })
          expect(status, `${method} ${path}${query}`).toBeLessThan(500)
        }
  expect(await fingerprint(db)).toBe(before)
  expect((await api.post('token', {}, { cookie })).status).toBe(200)
  expect(await fingerprint(db)).not.toBe(before)
  await close()
})

/** A link from a mail that was not used yet. */
async function linkFor(api: Awaited<ReturnType<typeof accountApi>>, email: string): Promise<string> {
  expect((await api.post('password-reset', { email })).status).toBe(202)
  return api.linkTo(email, 'reset')
}
