import type { Note } from '../enqueue.ts'
import { type LetterSite, siteLink } from '../letter.ts'

/**
 * A code by SMS. The last line ties it to our site, so that a phone fills it in here and on no site that looks like ours.
 * (https://wicg.github.io/sms-one-time-codes/)
 */
export function signInCode(
  { siteUrl, siteName }: LetterSite,
  { code, minutes }: { code: string; minutes: number },
): Note {
  const { hostname } = new URL(siteLink(siteUrl, '/'))
  return {
    template: 'sign-in-code',
    text: `${code} is your ${siteName} code. It works for ${minutes} minutes. We will never ask you for it.\n\n@${hostname} #${code}`,
  }
}
