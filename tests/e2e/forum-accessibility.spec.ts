import { desk, giveTopic, giveWriter, openMenu, openTopic, postNumber } from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

const LOOKS = [
  { look: 'desktop', width: 1440, height: 900, colorScheme: 'light' },
  { look: 'desktop, dark', width: 1440, height: 900, colorScheme: 'dark' },
  { look: 'phone', width: 360, height: 740, colorScheme: 'light' },
  { look: 'phone, dark', width: 360, height: 740, colorScheme: 'dark' },
] as const

const SOURCE = [
  'A table that is wide:\n\n| Speed in revolutions per minute | Temperature at the input | Vibration |\n| - | - | - |\n| 1480 | 92 | 4.5 |',
  '> A quote\n\n```\nlong_line_of_code = "that does not fit into any phone that was ever made by anybody"\n```',
  '- one\n- two\n\nhttps://plant.example/with/an/address/that/has/no/place/to/break/in/it/at/all/whatever/one/does',
].join('\n\n')

test.beforeEach(({ product }) => forgetLimits(product))

for (const { look, width, height, colorScheme } of LOOKS) {
  test.describe(look, () => {
    test.use({ viewport: { width, height }, colorScheme })

    test('every page of the forum breaks no rule and fits', async ({ page, product }) => {
      test.setTimeout(180_000)
      const by = await giveWriter(product)
      const posts = [
        { by, source: SOURCE },
        { by, source: 'An answer.' },
      ] as const
      const topic = await giveTopic(product, { posts: [...posts] })
      for (const path of [
        '/forum',
        `/forum/category/${topic.category}`,
        topic.path,
        '/forum/search?q=answer',
        '/forum/search?q=',
        `/forum/member/${by.username}`,
        '/forum/new',
        '/forum/settings',
        '/forum/category/no-such-category',
      ]) {
        await page.goto(path)
        expect(await violations(page), path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(
          0,
        )
      }
    })

    test('what members write with breaks no rule and fits', async ({ page, context, product }) => {
      test.setTimeout(180_000)
      // Pages warn before they are left with unsaved edits: here they are left all the same.
      await context.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
      const by = await giveWriter(product)
      const topic = await giveTopic(product, {
        posts: [
          { by, source: SOURCE },
          { by, source: 'An answer.' },
        ],
      })
      await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
      const sound = async (state: string) => {
        expect(await violations(page), state).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(
          0,
        )
      }
      await openTopic(page, topic)
      await sound('form')
      await desk(page).getByLabel('Your reply').fill('**Bold**')
      await desk(page).getByRole('button', { name: 'Preview' }).click()
      await expect(desk(page).locator('.prose')).toBeVisible()
      await sound('preview')
      const menu = await openMenu(page, 1)
      await sound('menu')
      await menu.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('form', { name: 'Change post 1' })).toBeVisible()
      await sound('edit')
      await page.getByRole('form', { name: 'Change post 1' }).getByRole('button', { name: 'Cancel' }).click()
      await (await openMenu(page, 2)).getByRole('button', { name: 'Report' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await sound('report')
      await page.keyboard.press('Escape')
      await expect(postNumber(page, 2)).toBeVisible()
      await page.getByRole('button', { name: /^Notices/ }).click()
      await expect(page.getByText('Nothing yet.')).toBeVisible()
      await sound('notices')
      for (const path of ['/forum/new', '/forum/settings']) {
        await page.goto(path)
        await expect(page.getByRole('main').locator('form').last()).toBeVisible()
        await sound(path)
      }
    })
  })
}
