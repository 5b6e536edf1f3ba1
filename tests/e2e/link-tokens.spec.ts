import type { Request } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { noteWrongCode } from '#src/domain/factors/code-lock.ts'
import { inviteContact } from '#src/domain/vendor-contacts/invite.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { confirm, openAuth, plate } from './support/auth-page.ts'
import { giveMailed, oneClickPath } from './support/forum-mail.ts'
import { commandContext, freshName, givePerson, mailedToken, PASSWORD, type Person, tokenTo } from './support/people.ts'
import { ownReportsPath, sendReport, verifyPath } from './support/reports.ts'
import { expect, type Page, test } from './support/site-test.ts'

// Not headless by name: bots leave no trace.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
})

/** How each link comes about and is used, and the only address that its token is ever sent to. */
const KINDS = {
  confirm: {
    path: '/api/auth/confirm-email',
    issue: async (page: Page, product: RunningProduct) => {
      const username = freshName()
      const email = `${username}@gauge.example`
      await call(page, 'sign-up', { username, email, password: PASSWORD })
      return tokenTo(product, email, 'confirm')
    },
    use: (page: Page) => confirm(page, PASSWORD),
  },
  reset: {
    path: '/api/auth/password-reset/confirm',
    issue: async (page: Page, product: RunningProduct, { email }: Person) => {
      await call(page, 'password-reset', { email })
      return tokenTo(product, email, 'reset')
    },
    use: async (page: Page) => {
      await page.getByLabel('New password').fill('another gauge 42')
      await page.getByRole('button', { name: 'Set new password' }).click()
    },
  },
  unlock: {
    path: '/api/auth/code-lock/end',
    issue: async (_page: Page, product: RunningProduct, { email, id }: Person) => {
      await product.query(async (db) => {
        await db.update(users).set({ failedCodes: 19 }).where(eq(users.id, id))
        await noteWrongCode(db, { userId: id, email }, commandContext(product))
      })
      return tokenTo(product, email, 'unlock')
    },
    use: async (page: Page) => {
      await page.getByLabel('New password').fill('another gauge 42')
      await page.getByRole('button', { name: 'Unlock codes' }).click()
    },
  },
  email: {
    path: '/api/auth/email/confirm',
    issue: async (page: Page, product: RunningProduct, { email }: Person) => {
      await call(page, 'sign-in', { email, password: PASSWORD })
      await call(page, 'email', { email: `moved.${email}` })
      await page.context().clearCookies()
      return tokenTo(product, `moved.${email}`, 'email')
    },
    use: (page: Page) => page.locator('main .plate[tabindex]').getByRole('button').first().click(),
  },
}

test('the token of a link to an account goes to our own call alone, and stays nowhere (TL6)', async ({
  page,
  product,
}) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto('/events')
  for (const [kind, { path, issue, use }] of Object.entries(KINDS)) {
    const token = await issue(page, product, await givePerson(product))
    expect(token, kind).toHaveLength(43)
    requests.length = 0

    await openAuth(page, `#${kind}=${token}`)
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    await use(page)
    expect((await answered).status(), kind).toBe(200)
    await expect(plate(page)).toBeVisible()
    await page.goto('/events')
    await openAuth(page, `#${kind}=${token}`)
    await leaveFor(page, () => page.goto('/events'))

    await expectToldTo([`POST ${product.url}${path}`], { token, requests, product })
  }
  await expect.poll(() => viewsOf(product)).toContain('/auth')
})

test('the tokens of links about reports go to our own calls alone, and stay nowhere (TL6)', async ({
  page,
  product,
}) => {
  await page.goto('/events')
  const sent = await sendReport(product)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const verifying = await verifyPath(product, sent)
  await page.goto(verifying)
  await page.getByRole('button', { name: 'Verify my report' }).click()
  await expect(page.getByRole('status')).toContainText('Your report is verified')
  await page.goto('/events')
  const showing = await ownReportsPath(product, sent)
  await page.goto(showing)
  await expect(page.getByRole('heading', { name: sent.title })).toBeVisible()
  await leaveFor(page, () => page.getByRole('contentinfo').getByRole('link', { name: 'All workshops' }).click())
  await expect(page).toHaveURL('/events')

  const tokens = [verifying, showing].map((path) => path.split('=').at(-1) ?? '')
  expect(tokens.map(({ length }) => length)).toEqual([43, 43])
  for (const [at, call] of ['verify', 'status'].entries())
    await expectToldTo([`POST ${product.url}/api/reports/${call}`], { token: tokens[at] ?? '', requests, product })
  await expect.poll(() => viewsOf(product)).toContain('/verify-report')
  await expect.poll(() => viewsOf(product)).toContain('/feedback')
})

test('the token that ends mails goes to our own calls alone, and stays nowhere (TL6)', async ({ page, product }) => {
  const { path } = await giveMailed(product, 'Which grease for slow bearings?')
  const token = path.split('=').at(-1) ?? ''
  expect(token).toHaveLength(43)
  await page.goto('/events')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(oneClickPath(path))
  await expect(page.getByRole('button', { name: 'Stop all forum emails' })).toBeEnabled()
  await page.goto('/events')
  await page.goto(path)
  await page.getByRole('button', { name: 'Stop all forum emails' }).click()
  await expect(page.getByRole('status')).toContainText('Forum emails stopped')
  await leaveFor(page, () => page.goto('/events'))

  const [end, look] = [`POST ${product.url}/api/unsubscribe`, `POST ${product.url}/api/unsubscribe/look`]
  const opened = `GET ${product.url}${oneClickPath(path)}`
  await expectToldTo([opened, look, look, end], { token, requests, product })
  await expect.poll(() => viewsOf(product)).toContain('/unsubscribe')
})

test('the token of an invitation to the vendor portal goes to our own calls alone, and stays nowhere (TL6)', async ({
  page,
  product,
}) => {
  const email = `${freshName()}@vendor.example`
  await product.query(async (db) => {
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: freshName() }).returning()
    await inviteContact(db, { vendorId: vendor?.id ?? '', name: 'Maria', email }, commandContext(product))
  })
  const path = '/vendor-portal#invite='
  const token = await mailedToken(product, email, path)
  await page.goto('/events')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(`${path}${token}`)
  await page.getByRole('button', { name: 'Accept and open the portal' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await leaveFor(page, () => page.goto('/events'))
  const invite = `POST ${product.url}/api/vendor/invite`
  await expectToldTo([`${invite}/look`, `${invite}/accept`], { token, requests, product })
  await expect.poll(() => viewsOf(product)).toContain('/vendor-portal')
})

/** Goes to a page of the site, and waits until its view is counted: what the pages before said is said by then. */
async function leaveFor(page: Page, go: () => Promise<unknown>): Promise<void> {
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/page-views'))
  await go()
  await counted
}

type Followed = { token: string; requests: Request[]; product: RunningProduct }

/** These calls had the token, in this order, and nothing else ever did; none of them had it in its headers. */
async function expectToldTo(calls: readonly string[], { token, requests, product }: Followed): Promise<void> {
  const told = await Promise.all(requests.map(async (request) => ({ request, text: await everythingIn(request) })))
  const holders = told.filter(({ text }) => text.includes(token)).map(({ request }) => request)
  expect(holders.map((request) => `${request.method()} ${request.url()}`)).toEqual(calls)
  for (const holder of holders) expect(JSON.stringify(await holder.allHeaders())).not.toContain(token)
  expect(requests.filter((request) => new URL(request.url()).origin !== product.url)).toEqual([])
  expect(await viewsOf(product)).not.toContain(token)
  expect(product.output()).not.toContain(token)
}

async function viewsOf(product: RunningProduct): Promise<string> {
  return JSON.stringify(await product.query((db) => db.execute(sql`select * from analytics_page_views`)))
}

/** Its address, its headers with the referrer, and its body. */
async function everythingIn(request: Request): Promise<string> {
  return JSON.stringify([request.url(), await request.allHeaders(), request.postData() ?? ''])
}

/** Calls the account API from a page of the site. */
async function call(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([to, sent]) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch(`/api/auth/${to}`, { method: 'POST', headers, body: sent ?? '' })).status
    },
    [path, JSON.stringify(body)],
  )
  expect(status).toBeLessThan(300)
}
