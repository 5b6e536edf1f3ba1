import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { users } from '#db/schema/accounts.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { CANARY } from '#db/seed/content/canary.ts'
import { enterAs } from './support/admin-page.ts'
import { screensOf } from './support/admin-screens.ts'
import { expect, test } from './support/site-test.ts'

test('every address of the admin area is the same file for everybody, nobody included (AZ8)', async ({
  context,
  product,
  browser,
}) => {
  const shell = await readFile(join(product.release, 'admin.html'), 'utf8')
  const me = await enterAs(context, product, 'owner')
  const nobody = await browser.newContext()
  const addresses = (await screensOf(product, me)).map(({ address }) => address)
  for (const address of [...addresses, '/admin/anything', '/admin/no/such/screen']) {
    for (const who of [context, nobody]) {
      const answer = await who.request.get(product.url + address)
      expect(answer.status(), address).toBe(200)
      expect(await answer.text(), address).toBe(shell)
      expect(answer.headers()['set-cookie'], address).toBeUndefined()
    }
  }
  await nobody.close()
})

test('neither that file nor a script of the release holds anybody’s address, a draft or what only admins see (AZ7)', async ({
  product,
}) => {
  const secrets = await product.query(async (db) => {
    const people = await db.select({ text: users.email }).from(users)
    const vendors = await db.select({ text: vendorLibrary.contactEmail }).from(vendorLibrary)
    const team = await db.select({ text: teamLibrary.email }).from(teamLibrary)
    const places = await db.select({ text: locationLibrary.notes }).from(locationLibrary)
    return [...people, ...vendors, ...team, ...places].flatMap(({ text }) => (text ? [text] : []))
  })
  expect(secrets.length).toBeGreaterThan(5)
  const scripts = await readdir(join(product.release, '_astro'))
  expect(scripts.filter((name) => name.includes('Screen')).length).toBeGreaterThan(5)
  for (const name of ['admin.html', ...scripts.map((script) => `_astro/${script}`)]) {
    const bytes = await readFile(join(product.release, name))
    expect(
      [CANARY, ...secrets].filter((secret) => bytes.includes(secret)),
      name,
    ).toEqual([])
  }
})
