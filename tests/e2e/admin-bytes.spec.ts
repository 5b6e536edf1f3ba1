import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { SEARCH_ADMIN } from '#src/admin/shell/palette-words.ts'
import { atScale } from '#tests/support/scale.ts'
import { enterAs } from './support/admin-page.ts'
import { firstOfEach, screensOf, standing } from './support/admin-screens.ts'
import { expect, type Page, test } from './support/site-test.ts'

const compress = promisify(brotliCompress)
const KB = 1000
/** The demo has one logo that cannot be loaded, on purpose. */
const BROKEN_LOGO = /gannet-gauge\.svg/
/** Brotli bytes of page, styles and scripts, of each screen as if it were the only one opened after the first. (architecture 9) */
const FIRST = 190 * KB
const EACH = 25 * KB
/**
 * Editors load when shown: the form of an event brings the form kit and what asks before publishing, and both of an event bring the public
 * page they preview.
 */
const EDITORS = ['Event setup', 'Event preview']
const EDITOR = 52 * KB

test('the first screen of the admin area and further ones keep to their bytes; the palette comes when it is asked for', async ({
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
  const screens = await screensOf(product, me)
  for (const { title, address } of atScale(firstOfEach(screens, EDITORS), screens)) {
    asked.clear()
    await page.goto(address)
    await standing(page)
    loads.push([title, [...asked]])
  }
  asked.clear()
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
  expect([...asked].filter((path) => path.endsWith('.js')).length, 'the palette comes when asked for').toBeGreaterThan(
    0,
  )
  const [[firstTitle, first] = ['', []], ...further] = loads
  const table: [string, number, number][] = [[firstTitle, await weigh(product.release, first), FIRST]]
  for (const [title, files] of further) {
    const added = files.filter((file) => !first.includes(file))
    table.push([title, await weigh(product.release, added), EDITORS.includes(title) ? EDITOR : EACH])
  }
  console.log(table.map(([title, bytes, most]) => `${bytes} of ${most}  ${title}`).join('\n'))
  expect(table.filter(([, bytes, most]) => bytes > most)).toEqual([])
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
