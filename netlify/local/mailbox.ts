import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#src/platform/clock.ts'
import type { Mailer } from '#src/platform/mail.ts'
import type { SmsSender } from '#src/platform/sms.ts'

/** A message that would have left this machine. A text message has neither subject nor HTML. */
export type KeptMessage = {
  id: string
  to: string
  subject: string | null
  text: string
  html: string | null
  /** ISO 8601. */
  sentAt: string
}

/** Takes mail and text messages in place of a server, and keeps them in the data folder. */
export type Mailbox = {
  mail: Mailer
  sms: SmsSender
  /** Newest first, each once. */
  list: () => Promise<KeptMessage[]>
}

const MOST_SHOWN = 500

/** A file with one message a line, readable by its owner alone: there are links in it that open accounts. */
export function openMailbox(dataDir: string, clock: Clock): Mailbox {
  const file = join(dataDir, 'mail.jsonl')
  const keep = async (message: Omit<KeptMessage, 'sentAt'>) => {
    const { id, to, subject, text, html } = message
    const kept: KeptMessage = { id, to, subject, text, html, sentAt: new Date(clock()).toISOString() }
    await mkdir(dirname(file), { recursive: true })
    await appendFile(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
    return { ok: true } as const
  }
  return {
    mail: { send: (mail) => keep(mail) },
    sms: { send: (sms) => keep({ ...sms, subject: null, html: null }) },
    list: async () => newestFirst(await readFile(file, 'utf8').catch(() => '')),
  }
}

/** What was sent twice because a worker died in between is one message. */
function newestFirst(lines: string): KeptMessage[] {
  const messages = new Map(lines.split('\n').flatMap((line) => parsed(line).map((message) => [message.id, message])))
  return [...messages.values()].reverse().slice(0, MOST_SHOWN)
}

/** A line that was cut off by the end of the process is not a message. */
function parsed(line: string): KeptMessage[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    return []
  }
}
