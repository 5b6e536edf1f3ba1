import type { Page } from '@playwright/test'
import { type Answer, ask, freshAddress } from '#tests/support/answers.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { expect } from './site-test.ts'
import { CORPUS } from './xss-corpus.ts'

/** Traps of Markdown itself. */
export const TRAPS = [
  '[click](javascript:xss=1)',
  '[click](JaVaScRiPt:xss=1)',
  '[click](data:text/html,<script>xss=1</script>)',
  '![x](javascript:xss=1)',
  '![x](https://evil.example/x.png)',
  '<javascript:xss=1>',
  '[a]: javascript:xss=1\n\n[a]',
  '```html\n<script>xss=1</script>\n```',
  '| a |\n| - |\n| <img src=x onerror=xss=1> |',
  '# <svg onload=xss=1>',
  '> <details open ontoggle=xss=1>',
  '@<script>xss=1</script>',
]
/** Texts that anybody may send and a database can hold. */
export const TEXTS = [...CORPUS, ...TRAPS].filter((text) => !text.includes('\0'))

/** What would have happened, had anything run. The fixture hears dialogs and policy violations besides. */
export async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xss'))).toBeUndefined()
  const attributes = await page
    .locator('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].filter(
            ({ name, value }) => name.startsWith('on') || (name !== 'value' && /^\s*javascript:/i.test(value)),
          ),
        ).length,
    )
  expect(attributes).toBe(0)
  await expect(page.locator('main .prose :is(script, iframe, object, embed, svg, form, style)')).toHaveCount(0)
}

/** What a search answers, from an address nobody else calls from: one alone is soon told to wait. */
export function searchFromAnywhere({ url }: RunningProduct, text: string): Promise<Answer> {
  const { host, port } = new URL(url)
  const path = `/forum/search?q=${encodeURIComponent(text)}`
  return ask(`http://127.0.0.1:${port}`, { path, headers: { Host: host }, localAddress: freshAddress() })
}
