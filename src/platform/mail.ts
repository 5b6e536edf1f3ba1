/**
 * What became of handing a message to a mail server or an SMS gateway. `ok` means it was accepted, never read.
 * `messageId` is what the mail server called the message, if it said so.
 * `reason` is our own sentence: it names neither recipient nor secret, whatever the other side said. (security OB4, SC2)
 */
export type Delivery = { ok: true; messageId?: string } | { ok: false; isPermanent: boolean; reason: string }

/**
 * One mail to one recipient. `id` stays the same however often it is tried, and becomes its Message-ID. `unsubscribeUrl` takes
 * the POST by which mail programs end mails of its kind. (RFC 8058)
 */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  unsubscribeUrl?: string | null
  /** The mark of a round trip, which becomes a header of its own. */
  roundTrip?: string
}

/** Hands a mail on, in at most `within` milliseconds. Never throws. */
export type Mailer = { send: (mail: Mail, within: number) => Promise<Delivery> }

/** Used if no mail server is configured: every email waits for one, as long as the outbox waits. */
export const missingMailer: Mailer = {
  send: async () => ({ ok: false, isPermanent: false, reason: 'There is no mail server: SMTP_URL is not set.' }),
}
