import { giveTopic, giveWriter } from './support/forum.ts'
import { idle } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** Bytes on the wire before interaction, brotli. (architecture 9) */
const MOST = 20_000
const POSTS = 25
const SUBJECTS = ['bearing', 'coupling', 'seal', 'gearbox', 'fan', 'conveyor', 'compressor', 'belt', 'valve', 'motor']
const FINDINGS = ['runs hot', 'drips', 'shakes', 'hums at night', 'lost its alignment', 'took water', 'was overgreased']

/** No two posts say the same: text that repeats weighs nothing. */
function words(at: number): string {
  const subject = (step: number) => SUBJECTS[(at * 3 + step) % SUBJECTS.length]
  const finding = FINDINGS[at % FINDINGS.length]
  return `Our ${subject(0)} ${finding} after ${at * 37 + 11} hours, and the ${subject(1)} beside it too.

- ${1450 + at * 13} rpm, ${(2.1 + at / 7).toFixed(1)} mm/s at the *drive* end
- ${40 + at} °C on the housing, \`${(at * 9301) % 4096} mV\` on the sensor

> The ${subject(2)} was changed in week ${(at % 52) + 1}.`
}

function scriptsAndCode(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (/document|stylesheet|script/.test(request.resourceType())) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('a topic with a whole page of posts is one request, light, and reading it loads no script', async ({
  page,
  product,
}) => {
  const [ada, bob] = [await giveWriter(product), await giveWriter(product)]
  const [first, ...rest] = Array.from({ length: POSTS }, (_, at) => ({ by: at % 2 ? ada : bob, source: words(at) }))
  if (!first) throw new Error('There is no post')
  const topic = await giveTopic(product, { posts: [first, ...rest] })
  const code = scriptsAndCode(page)
  const told = page.waitForResponse('**/api/page-views')
  const response = await page.goto(topic.path)
  await told
  await expect(page.getByRole('link', { name: 'Sign in to reply' })).toHaveAttribute('href', '/auth')
  await expect(page.locator('article[data-post]')).toHaveCount(POSTS)
  expect(response?.headers()['content-encoding']).toBe('br')
  expect((await response?.request().sizes())?.responseBodySize).toBeLessThanOrEqual(MOST)
  await page.keyboard.press('End')
  await page.locator('article[data-post]').last().hover()
  for (let steps = 0; steps < 8; steps += 1) await page.keyboard.press('Tab')
  await idle(page)
  expect(code).toEqual([topic.path])
})
