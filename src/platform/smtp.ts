import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import type { NodemailerError } from 'nodemailer'
import type { MailProvider } from '#src/contract/bounce-note.ts'
import { ROUND_TRIP_HEADER } from '#src/contract/mail-round-trip.ts'
import type { Delivery, Mailer } from './mail.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const ONE_ADDRESS = /^[^\s,;<>@]+@[^\s,;<>@]+$/
const CONNECT_WITHIN = 6_000
const SILENT_FOR = 10_000

/** Who the mail comes from. `host` is the site's, for the Message-ID; `providers` are those that report about our mails. */
type Sender = { from: string; host: string; providers?: readonly MailProvider[] }

/**
 * Sends through the server at `url`: `smtps://` is encrypted from the start, `smtp://` by STARTTLS where the server has it.
 * A password goes to another machine only when encrypted. `?requireTLS=true` and `?ignoreTLS=true` say otherwise.
 * Each mail has a connection of its own, so that none waits for or is repeated because of another.
 */
export function smtpMailer(url: string, { from, host, providers = [] }: Sender): Mailer {
  const options = smtpOptions(url)
  return {
    send: async ({ id, to, subject, text, html, unsubscribeUrl, roundTrip }, within) => {
      // A list here would be read as several recipients. (security OB6)
      if (!ONE_ADDRESS.test(to)) return { ok: false, isPermanent: true, reason: 'The recipient is not one address.' }
      try {
        const { createTransport } = await import('nodemailer')
        const { response } = await createTransport(options).sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          ...(html === null ? {} : { html }),
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...oneClick(unsubscribeUrl),
            ...idHeaders(providers, id),
            ...(roundTrip !== undefined && { [ROUND_TRIP_HEADER]: roundTrip }),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(within),
        })
        const messageId = readMessageId(response)
        return { ok: true, ...(messageId !== undefined && { messageId }) }
      } catch (cause) {
        return toDelivery(cause)
      }
    },
  }
}

/** What a mail server that took us says of the connection. */
export type ServerFacts = {
  /** `TLSv1.3`; null without encryption. */
  protocol: string | null
  isSignedIn: boolean
  /** True if the server is on this machine. */
  isLocal: boolean
  milliseconds: number
}

/**
 * Connects and signs in as for a mail, and sends none. Resolves with the reason as a sentence if the server refuses. `ca` is a
 * certificate to trust beside those of this machine. Ends after `within` milliseconds at the latest.
 */
export async function trySmtpServer(
  url: string,
  { within, ca }: { within: number; ca?: string },
): Promise<ServerFacts | { reason: string }> {
  const startedAt = performance.now()
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  const { auth, ...options } = smtpOptions(url)
  const connection = new SmtpConnection({ ...options, ...(ca !== undefined && { tls: { ca } }) })
  const { promise: isOver, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), within)
  connection.on('error', reject)
  try {
    await Promise.race([new Promise<void>((resolve) => connection.connect(() => resolve())), isOver])
    if (auth) await Promise.race([promisify((done: SignedIn) => connection.login(auth, done))(), isOver])
    const socket = connection._socket
    const protocol = socket instanceof TLSSocket ? socket.getProtocol() : null
    const milliseconds = Math.round(performance.now() - startedAt)
    const isLocal = LOOPBACK.test(new URL(url).hostname)
    return { protocol, isSignedIn: auth !== undefined, isLocal, milliseconds }
  } catch (cause) {
    const delivery = toDelivery(cause)
    return { reason: delivery.ok ? '' : delivery.reason }
  } finally {
    clearTimeout(timer)
    connection.quit()
    connection.close()
  }
}

type SignedIn = (fault: Error | null) => void

/** Both are needed, or mail programs show no button of their own. (https://www.rfc-editor.org/rfc/rfc8058#section-3.1) */
function oneClick(url: string | null | undefined): Record<string, string> {
  if (url === null || url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The header by which each provider gives our id back in its reports; of Resend, one that keeps it from sending twice. */
const ID_HEADERS: Record<MailProvider, (id: string) => [name: string, value: string]> = {
  // https://docs.aws.amazon.com/ses/latest/dg/event-publishing-send-email.html
  ses: (id) => ['X-SES-MESSAGE-TAGS', `outbox-id=${id}`],
  // https://www.twilio.com/docs/sendgrid/for-developers/sending-email/unique-arguments
  sendgrid: (id) => ['X-SMTPAPI', JSON.stringify({ unique_args: { outbox_id: id } })],
  // https://postmarkapp.com/support/article/1125-custom-metadata-faq
  postmark: (id) => ['X-PM-Metadata-outbox-id', id],
  // https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-attachments
  mailgun: (id) => ['X-Mailgun-Variables', JSON.stringify({ 'outbox-id': id })],
  // https://resend.com/docs/dashboard/emails/idempotency-keys
  resend: (id) => ['Resend-Idempotency-Key', id],
}

/** Those headers as they are: the mail client would encode a value with quotation marks, which no provider decodes. */
function idHeaders(providers: readonly MailProvider[], id: string) {
  return Object.fromEntries(
    providers.map((provider) => {
      const [name, value] = ID_HEADERS[provider](id)
      return [name, { prepared: true, value }]
    }),
  )
}

/**
 * What a server that accepts a mail calls it: `250 Ok 0100018f…` of SES, `250 2.0.0 Ok: queued as 4B1C…` of most others. The id
 * is what their reports about the mail name it by.
 */
function readMessageId(response: string): string | undefined {
  return /^250[ -](?:2\.\d+\.\d+ )?ok:?(?: queued as)? <?([\w.@-]{8,200})>?$/i.exec(response.trim())?.[1]
}

function smtpOptions(given: string) {
  const url = new URL(given)
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const asks = (name: string) => url.searchParams.get(name) === 'true'
  const ignoreTLS = asks('ignoreTLS')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    ignoreTLS,
    requireTLS: asks('requireTLS') || (user !== '' && !isSecure && !ignoreTLS && !LOOPBACK.test(url.hostname)),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    dnsTimeout: CONNECT_WITHIN,
    socketTimeout: SILENT_FOR,
    socketCloseTimeout: 0,
    logger: false,
  }
}

/** What a refusal at each step is about. Only that of the recipient or the message says anything of this mail. */
const REFUSED: Record<string, { what: string; isOfMail: boolean }> = {
  'RCPT TO': { what: 'the recipient', isOfMail: true },
  DATA: { what: 'the message', isOfMail: true },
  'MAIL FROM': { what: 'the sender', isOfMail: false },
}

const SENTENCES: Record<string, string> = {
  EABORT: 'The mail server did not answer in time.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EAUTH: 'The mail server refused our user or password.',
  ENOAUTH: 'The mail server refused our user or password.',
  ETLS: 'The mail server offers no encryption that can be trusted.',
  EDNS: 'The mail server cannot be found.',
  ESOCKET: 'The mail server cannot be reached.',
}

/**
 * An error in our own words. A refusal is permanent when a 5xx answers the recipient or the message; a 5xx to our sign-in
 * or sender is a fault of our settings, and mail waits until they are put right. (security OB4)
 */
function toDelivery(cause: unknown): Delivery {
  const { code = '', command = '', status = 0, response = '' } = getFacts(cause)
  const refused = code === 'EAUTH' ? undefined : REFUSED[command]
  if (!refused || status < 400) {
    const reason = SENTENCES[code] ?? 'The mail server broke off.'
    return { ok: false, isPermanent: false, reason: status < 400 ? reason : `${reason.slice(0, -1)} (${status}).` }
  }
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const reason = `The mail server refused ${refused.what} (${[status, enhanced].filter(Boolean).join(' ')}).`
  return { ok: false, isPermanent: refused.isOfMail && status >= 500 && status !== 503, reason }
}

function getFacts(cause: unknown): { code?: string; command?: string; status?: number; response?: string } {
  if (!(cause instanceof Error)) return {}
  const { code: given, command, responseCode, response, message }: NodemailerError = cause
  const code = given === 'ESOCKET' && /\bcertificate\b/i.test(message) ? 'ETLS' : given
  return {
    ...(code === undefined ? {} : { code }),
    ...(command === undefined ? {} : { command }),
    ...(responseCode === undefined ? {} : { status: responseCode }),
    ...(response === undefined ? {} : { response }),
  }
}
