import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { PASSWORD_MIN } from '#src/contract/password.ts'
import { isCommonPassword } from './password-blocklist.ts'
import { TOP_PASSWORDS } from './top-passwords.ts'

/** So many of those that our form would take. (security AN6, ASVS 6.2.4) */
const ENOUGH = 3_000
const LONGEST_LINE = 118

/** The list of zxcvbn-ts, the most used password first (MIT license). */
async function rankedPasswords(): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  return JSON.parse(await readFile(file, 'utf8'))
}

/** From the top down to the three thousandth that is long enough. */
async function topPasswords(): Promise<string[]> {
  const ranked = await rankedPasswords()
  const long = ranked.filter((password) => password.length >= PASSWORD_MIN)
  return ranked.slice(0, ranked.indexOf(long[ENOUGH - 1] ?? '') + 1)
}

test('the list is the top of the ranking; `npx vitest run src/auth/top-passwords.test.ts -u` takes a newer one', async () => {
  const lines: string[] = []
  for (const password of await topPasswords()) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + password.length > LONGEST_LINE) lines.push(password)
    else lines[lines.length - 1] = `${line} ${password}`
  }
  const source = `/** What is tried first, in this order. Made by \`top-passwords.test.ts\` from @zxcvbn-ts/language-common (MIT). */
const RANKED = \`
${lines.join('\n')}
\`

export const TOP_PASSWORDS: ReadonlySet<string> = new Set(RANKED.trim().split(/\\s+/))
`
  await expect(source).toMatchFileSnapshot('./top-passwords.ts')
})

test('every one of the top three thousand is refused, however it is written', async () => {
  const context = { siteName: 'Uptime Workshops', email: 'ada.quill@gaugeworks.example', username: 'Ada_Q88' }
  const top = (await topPasswords()).filter((password) => password.length >= PASSWORD_MIN)
  expect(top).toHaveLength(ENOUGH)
  for (const password of top)
    for (const form of [password, password.toUpperCase(), `${password}1`, `${password}!`])
      expect(isCommonPassword(form, context), form).toBe(true)
  expect(TOP_PASSWORDS.size).toBeGreaterThanOrEqual(ENOUGH)
})
