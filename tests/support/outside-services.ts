import type { Delivery, Mail, Mailer } from '#src/platform/mail.ts'
import type { PageCache } from '#src/platform/page-cache.ts'
import type { BuildHook } from '#src/platform/rebuild.ts'
import type { Sms, SmsSender } from '#src/platform/sms.ts'

/** The services of `src/platform`, as tests replace them. */

/** Keeps each message it is given, and answers in turn with `answers`, then with `ok`. */
function fakeDelivery<Message>(answers: Delivery[]) {
  const rest = [...answers]
  const sent: Message[] = []
  return {
    sent,
    send: async (message: Message): Promise<Delivery> => {
      sent.push(message)
      return rest.shift() ?? { ok: true }
    },
  }
}

export const fakeMailer = (answers: Delivery[] = []): Mailer & { sent: Mail[] } => fakeDelivery<Mail>(answers)

export const fakeSms = (): SmsSender & { sent: Sms[] } => fakeDelivery<Sms>([])

/** Counts its calls and always answers `ok`. */
export function fakeHook(): BuildHook & { calls: number } {
  const hook = {
    calls: 0,
    ask: async () => {
      hook.calls += 1
      return { ok: true as const }
    },
  }
  return hook
}

/** Keeps the tags it is asked to purge. The first `failures` calls fail. */
export function fakePageCache(failures = 0): PageCache & { purged: string[][] } {
  let left = failures
  const cache = {
    purged: [] as string[][],
    purge: async (tags: readonly string[]) => {
      left -= 1
      if (left >= 0) throw new Error('The cache could not be asked to forget pages.')
      cache.purged.push([...tags])
    },
  }
  return cache
}
