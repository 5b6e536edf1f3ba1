import type { MailProvider } from '#src/contract/bounce-note.ts'
import type { MailHook } from './mail-hook.ts'
import { mailgunHook } from './mailgun-hook.ts'
import { postmarkHook } from './postmark-hook.ts'
import { resendHook } from './resend-hook.ts'
import { sendgridHook } from './sendgrid-hook.ts'
import { type FetchText, sesHook } from './ses-hook.ts'

/** The secret of each provider's hook: for SES the topic, for Postmark `user:password`, else a key. */
export type HookSecrets = Partial<Record<MailProvider, string | undefined>>

/** The hooks that are set up. */
export type MailHooks = Partial<Record<MailProvider, MailHook>>

/** A hook for each provider that has a secret. */
export function openHooks(secrets: HookSecrets, fetchText: FetchText = fetchFromSns): MailHooks {
  const { ses, sendgrid, postmark, mailgun, resend } = secrets
  return {
    ...(ses !== undefined && { ses: sesHook(ses, fetchText) }),
    ...(sendgrid !== undefined && { sendgrid: sendgridHook(sendgrid) }),
    ...(postmark !== undefined && { postmark: postmarkHook(postmark) }),
    ...(mailgun !== undefined && { mailgun: mailgunHook(mailgun) }),
    ...(resend !== undefined && { resend: resendHook(resend) }),
  }
}

const MOST_CHARACTERS = 64 * 1024

async function fetchFromSns(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
  if (!response.ok) throw new Error(`SNS answered ${response.status}.`)
  return (await response.text()).slice(0, MOST_CHARACTERS)
}
