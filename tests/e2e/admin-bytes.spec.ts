import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { enterAs } from './support/admin-page.ts'
import { screensOf, standing } from './support/admin-screens.ts'
import { expect, type Page, test } from './support/site-test.ts'

const compress = promisify(brotliCompress)
const KB = 1000
/** The demo has one logo that cannot be loaded, on purpose. */
const BROKEN_LOGO = /gannet-gauge\.svg/
/** Brotli bytes of page, styles and scripts. (performance.md) */
const FIRST = 190 * KB
const EACH = 25 * KB
/** What lists and forms are made of comes once, with the first of them. */
const SHARED = 65 * KB
/** A file that this many screens ask for belongs to none of them. */
const MANY = 3

test('the first screen of the admin area and each further one keep to their bytes', async ({
  page,
  context,
  product,
  trouble,
}) => {
  test.setTimeout(240_000)
  trouble.allow(BROKEN_LOGO)
  const me = await enterAs(context, product, 'owner')
  const asked = watchFiles(page)
  const loads: [string, string[]][] = []
  for (const { title, address } of await screensOf(product, me)) {
    asked.clear()
    await page.goto(address)
    await standing(page)
    loads.push([title, [...asked]])
  }
  const [[firstTitle, first] = ['', []], ...further] = loads
  const added = further.map(([title, files]) => [title, files.filter((file) => !first.includes(file))] as const)
  const isShared = (file: string) => added.filter(([, files]) => files.includes(file)).length >= MANY
  const shared = new Set(added.flatMap(([, files]) => files.filter(isShared)))
  const table: [string, number, number][] = [
    [firstTitle, await weigh(product.release, first), FIRST],
    ['What lists and forms share', await weigh(product.release, [...shared]), SHARED],
  ]
  for (const [title, files] of added)
    table.push([
      title,
      await weigh(
        product.release,
        files.filter((file) => !shared.has(file)),
      ),
      EACH,
    ])
  console.log(table.map(([title, bytes, most]) => `${bytes} of ${most}  ${title}`).join('\n'))
  expect(table.filter(([, bytes, most]) => bytes > most)).toEqual([])
})

test('the palette, the charts and what stands in dialogs come when they are asked for', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'owner')
  const asked = watchFiles(page)
  await page.goto('/admin')
  await standing(page)
  asked.clear()
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Events, vendors, users…')).toBeFocused()
  expect([...asked].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
})

/** Paths of the page, styles and scripts that are asked for from now on. */
function watchFiles(page: Page): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Every address under `/admin` is the same file.
    const file = pathname.startsWith('/admin') ? '/admin.html' : pathname
    if (['document', 'script', 'stylesheet'].includes(request.resourceType())) asked.add(file)
  })
  return asked
}

async function weigh(release: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await compress(await readFile(join(release, file)))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
