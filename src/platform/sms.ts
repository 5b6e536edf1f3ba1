import type { Delivery } from './mail.ts'

/** One text message. `id` stays the same however often it is tried. */
export type Sms = { id: string; to: string; text: string }

/** Hands a text message on, in at most `within` milliseconds. Never throws. */
export type SmsSender = { send: (sms: Sms, within: number) => Promise<Delivery> }

/** What a gateway says of the message itself. Any other refusal may be our key, our address or its bad day. */
const REFUSED = new Set([400, 410, 413, 422])

/**
 * POSTs `{id, to, text}` to the gateway at `url`, with the id as `Idempotency-Key` too; user and password in the address
 * become Basic authorization. Follows no redirect.
 */
export function httpSms(url: string): SmsSender {
  const { address, headers } = getAddress(url)
  return {
    send: async (sms, within) => {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sms.id },
          body: JSON.stringify(sms),
          redirect: 'manual',
          signal: AbortSignal.timeout(within),
        })
        await response.body?.cancel()
        return response.ok ? { ok: true } : refusal(response.status)
      } catch (cause) {
        const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
        const reason = isLate ? 'The SMS gateway did not answer in time.' : 'The SMS gateway cannot be reached.'
        return { ok: false, isPermanent: false, reason }
      }
    },
  }
}

function refusal(status: number): Delivery {
  return { ok: false, isPermanent: REFUSED.has(status), reason: `The SMS gateway answered ${status}.` }
}

function getAddress(given: string): { address: string; headers: Record<string, string> } {
  const url = new URL(given)
  if (url.username === '') return { address: url.href, headers: {} }
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  return { address: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Used if no gateway is configured. */
export const missingSms: SmsSender = {
  send: async () => ({ ok: false, isPermanent: false, reason: 'There is no SMS gateway: SMS_URL is not set.' }),
}
