import { createHash } from 'node:crypto'
import { escapeMarkup } from '#src/contract/markup.ts'
import type { Env } from '#src/platform/env.ts'
import type { KeptMessage, Mailbox } from './mailbox.ts'
import { ownAnswer } from './own-answer.ts'

const MAIL_PATH = '/__local/mail'

/** Tells the person at the terminal where to look for mail; never a user or a password. */
export function whereMailGoes({ smtpUrl, smsUrl, port }: Pick<Env, 'smtpUrl' | 'smsUrl' | 'port'>): string {
  const pages = `http://localhost:${port}${MAIL_PATH}`
  if (smtpUrl === undefined)
    return `${smsUrl === undefined ? 'Email and text messages are' : 'Email is'} shown at ${pages}`
  return `Email is sent through ${new URL(smtpUrl).host}${smsUrl === undefined ? `; text messages are shown at ${pages}` : ''}`
}

/** The names of this machine. A page of the web that points a name of its own here is not shown anybody's mail. */
const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What the pages show, and how to have delivered what waits. */
type MailPages = { mailbox: Mailbox; deliver: () => Promise<unknown> }

/**
 * Answers a request for the mail kept on this machine; undefined for any other address. Delivers due mail first, so
 * that a mail is there as soon as a person looks for it. `isNear` says that a program on this machine asks for itself: for
 * everyone else there are no such pages, whatever `Host` they name. (decision 0048)
 */
export function answerMail(request: Request, isNear: boolean, pages: MailPages): Promise<Response> | undefined {
  const { pathname, hostname } = new URL(request.url)
  if (pathname !== `${MAIL_PATH}.json` && pathname !== MAIL_PATH && !pathname.startsWith(`${MAIL_PATH}/`))
    return undefined
  if (!isNear) return Promise.resolve(ownAnswer(404, 'Page not found.'))
  return answer(request, hostname, pathname, pages)
}

async function answer(request: Request, hostname: string, pathname: string, pages: MailPages): Promise<Response> {
  if (!OWN_HOSTS.has(hostname)) return ownAnswer(403, 'Email is shown on this machine only.')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return ownAnswer(405, 'This address is read-only.', { allow: 'GET, HEAD' })
  }
  await pages.deliver().catch(() => {})
  const messages = await pages.mailbox.list()
  if (pathname === `${MAIL_PATH}.json`) return json(messages)
  if (pathname === MAIL_PATH) return page('Mail', toList(messages))
  const [id, part] = pathname.slice(MAIL_PATH.length + 1).split('/')
  const message = messages.find((one) => one.id === id)
  if (!message || (part !== undefined && part !== 'html')) return ownAnswer(404, 'Message not found.')
  return part === 'html' ? framed(message) : page(toTitle(message), getDetails(message))
}

function json(messages: KeptMessage[]): Response {
  const shown = messages.map(({ to, subject, text, html, sentAt }) => ({ to, subject, text, html, sentAt }))
  return withBody(JSON.stringify(shown), { 'content-type': 'application/json; charset=utf-8' })
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
a { color: inherit } h1 { line-height: 1.2 }
ul { list-style: none; padding: 0 } li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem 0; border-top: 1px solid #8886; text-decoration: none }
li a:hover strong { text-decoration: underline } small, time, dt { opacity: .75 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem } dd { margin: 0; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8886 }
iframe { width: 100%; height: 40rem; border: 1px solid #8886; background: #fff }
`
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'"

function page(title: string, content: string): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeMarkup(title)}</h1>
${content}
</main></body></html>
`
  return withBody(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${CLOSED}; style-src ${STYLE_HASH}; frame-src 'self'; frame-ancestors 'none'`,
  })
}

/** The HTML of a mail as it is: it runs nothing, loads nothing and opens its links in a window of their own. */
function framed({ html }: KeptMessage): Response {
  return withBody((html ?? '').replace('<head>', '<head><base target="_blank">'), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${CLOSED}; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
    'x-frame-options': 'SAMEORIGIN',
  })
}

function withBody(body: string, headers: Record<string, string>): Response {
  const response = ownAnswer(200, body)
  response.headers.set('referrer-policy', 'no-referrer')
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

function toList(messages: KeptMessage[]): string {
  const note = '<p>Messages that this machine would have sent, newest first. None of them were sent.</p>'
  if (messages.length === 0) return `${note}<p>There are no messages yet.</p>`
  const items = messages.map(
    (message) =>
      `<li><a href="${MAIL_PATH}/${escapeMarkup(message.id)}"><strong>${escapeMarkup(toTitle(message))}</strong><time>${when(message)}</time><small>${escapeMarkup(message.to)}</small></a></li>`,
  )
  return `${note}<ul>${items.join('\n')}</ul>`
}

function getDetails(message: KeptMessage): string {
  const facts = `<dl><dt>To</dt><dd>${escapeMarkup(message.to)}</dd><dt>Sent</dt><dd>${when(message)}</dd></dl>`
  const text = `<h2>Text</h2><pre>${linked(message.text)}</pre>`
  const source = `${MAIL_PATH}/${escapeMarkup(message.id)}/html`
  const html =
    message.html === null
      ? ''
      : `<h2>HTML</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML" src="${source}"></iframe>`
  return `<p><a href="${MAIL_PATH}">All mail</a></p>${facts}${text}${html}`
}

/** Escapes text and makes its addresses links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => {
      const shown = escapeMarkup(piece)
      return index % 2 === 1 ? `<a href="${shown}">${shown}</a>` : shown
    })
    .join('')
}

function toTitle({ subject }: KeptMessage): string {
  return subject ?? 'Text message'
}

function when({ sentAt }: KeptMessage): string {
  return escapeMarkup(`${sentAt.slice(0, 10)} ${sentAt.slice(11, 19)} UTC`)
}
