import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { REPORT_RECEIVED } from '#src/contract/report.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { USERNAME_LENGTH } from '#src/contract/username.ts'

const root = join(import.meta.dirname, '..')
const OWN = 'tests/wording.test.ts'

/** Words that something else says as well: a test of that is no copy of the sentence. */
const CHANCE: Record<string, string[]> = {
  // The link of a page. The contract exports the words of the link in an email.
  'Add to your calendar': ['tests/e2e/support/landing-page.ts', 'tests/e2e/shop-order.spec.ts'],
}

/** The texts of at least four words in what a module exports: constants and the members of constants. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim().split(/\s+/).length < 4 ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.values(value).flatMap(sentencesIn) : []
}

/** The string literals of a formatted file that are one of these sentences, whole. */
function repeatedIn(source: string, sentences: ReadonlySet<string>): string[] {
  const literals = source.matchAll(/(?<!\w)(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)
  return [...literals].map(([, , text = '']) => text.replaceAll(/\\(.)/g, '$1')).filter((text) => sentences.has(text))
}

async function sentencesOfContract(): Promise<Set<string>> {
  const names = readdirSync(join(root, 'src/contract')).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
  const modules: object[] = await Promise.all(names.map((name) => import(`../src/contract/${name}.ts`)))
  return new Set(modules.flatMap((module) => Object.values(module).flatMap(sentencesIn)))
}

describe('the sentences of the contract', () => {
  test('no test repeats one: it imports it', async () => {
    const sentences = await sentencesOfContract()
    expect(sentences.size).toBeGreaterThan(300)
    const files = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    const repeated = files
      .filter((file) => file !== OWN)
      .flatMap((file) => repeatedIn(readFileSync(join(root, file), 'utf8'), sentences).map((text) => ({ file, text })))
      .filter(({ file, text }) => !CHANCE[text]?.includes(file))
    expect(repeated.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  test('a repeated one would be noticed', () => {
    const sentences = new Set(["We've sent you a link.", 'The last owner stays.'])
    const source = `const it = "We've sent you a link."\nexpect(words).toBe('The last owner stays.') // it's his\n`
    expect(repeatedIn(source, sentences)).toEqual(["We've sent you a link.", 'The last owner stays.'])
    expect(repeatedIn(`it's 'The last owner stays. Or not.'`, sentences)).toEqual([])
  })

  // The only place that writes them a second time: everything else imports them.
  test.each([
    [ACCOUNT_SENTENCE.signUpFailed, 'Failed to sign up. Please check your information and try again.'],
    [ACCOUNT_SENTENCE.signInFailed, 'Failed to sign in. Please check your credentials and try again.'],
    [ACCOUNT_SENTENCE.signedIn, "Welcome back! You've been signed in successfully."],
    [
      ACCOUNT_SENTENCE.submitted,
      "Your account has been created and is pending administrator approval. You'll be able to post once approved.",
    ],
    [ACCOUNT_SENTENCE.checkEmail, "We've sent you a confirmation link."],
    [ACCOUNT_SENTENCE.resetSent, "We've sent you a password reset link."],
    [ACCOUNT_SENTENCE.resetFailed, 'Failed to send reset email. Please try again.'],
    [ACCOUNT_SENTENCE.googleFailed, 'Failed to sign in with Google. Please try again.'],
    [ACCOUNT_SENTENCE.signOutFailed, 'Failed to sign out. Please try again.'],
    [USERNAME_LENGTH, 'Username must be between 3 and 30 characters.'],
    [INVALID_EMAIL, 'Please enter a valid email address.'],
    [
      DISPOSABLE_EMAIL,
      'Temporary or disposable email addresses are not permitted. Please use a permanent email address.',
    ],
    [BANNED, 'Your IP address has been temporarily banned due to suspicious activity.'],
    [REPORT_RECEIVED, 'Report submitted! Please check your email to verify.'],
  ])('%j is worded as the product description quotes it', (sentence, quoted) => {
    expect(sentence).toBe(quoted)
    expect(readFileSync(join(root, 'docs/product.md'), 'utf8')).toContain(quoted)
  })
})
