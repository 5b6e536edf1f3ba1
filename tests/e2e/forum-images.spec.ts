import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { IMAGE_ADDED, IMAGE_NOT_SENT } from '#src/contract/forum.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { expectFits, openedTopic, postButton, postNumber, replyForm, replyText } from './support/forum.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** Bytes a second that leave the browser while its line is slow. */
const SLOW = 300_000
const WIDTH = 400

const input = (page: Page) => replyForm(page).getByLabel('Add an image')
const state = (page: Page) => replyForm(page).getByRole('status')

/** A picture that no compression makes small, so that it is on its way for a while. */
async function noise() {
  const raw = { width: WIDTH, height: WIDTH, channels: 3 } as const
  const buffer = await sharp(randomBytes(WIDTH * WIDTH * 3), { raw })
    .png()
    .toBuffer()
  return { name: 'bearing.png', mimeType: 'image/png', buffer }
}

/** From now on little leaves this page at a time. */
async function slowLine(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: SLOW }
  await line.send('Network.emulateNetworkConditions', conditions)
}

test('an image that is too large or does not arrive is reported; an upload shows its progress', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/net::ERR_INTERNET_DISCONNECTED|status of 4\d\d/)
  await page.setViewportSize({ width: 360, height: 740 })
  await openedTopic({ page, context, product })
  await replyText(page).fill('The bearing:')
  const tooLarge = Buffer.alloc(MOST_UPLOAD_BYTES + 1)
  for (const [name, mimeType, buffer, words] of [
    ['bearing.png', 'image/png', tooLarge, IMAGE_SENTENCE.tooLarge],
    ['notes.png', 'image/png', Buffer.from('no image'), IMAGE_SENTENCE.wrongType],
  ] as const) {
    await input(page).setInputFiles({ name, mimeType, buffer })
    await expect(state(page)).toHaveText(words)
  }
  const image = await noise()
  await page.route('**/api/forum/media', (route) => route.abort('internetdisconnected'))
  await input(page).setInputFiles(image)
  await expect(state(page)).toHaveText(IMAGE_NOT_SENT)
  await expect(replyText(page)).toHaveValue('The bearing:')
  await page.unroute('**/api/forum/media')
  await slowLine(page)
  await input(page).setInputFiles(image)
  await expect(state(page)).toHaveText(/^Uploading the image: [1-9]\d?%$/)
  await expectFits(page)
  await expect(state(page)).toHaveText(IMAGE_ADDED)
  await expect(replyText(page)).toHaveValue(/^The bearing:\n\n!\[describe the image\]\(\/media\/[\da-f]{64}\)\n$/)
  await page.keyboard.type('A scored race')
  await postButton(page).click()
  await expect(postNumber(page, 3).getByRole('img', { name: 'A scored race' })).toBeVisible()
})
