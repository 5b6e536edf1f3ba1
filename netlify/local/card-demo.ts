import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Db } from '#db/client.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { StripeSettings } from '#src/platform/stripe.ts'
import { takeOverPayments } from './known-payments.ts'
import { sendResponse, toRequest } from './node-http.ts'
import { createPaymentProvider } from './payment-provider.ts'
import type { Shutdown } from './shutdown.ts'

/** How often sessions whose time is over are ended, as the provider does by itself. */
const EVERY = 30_000

type Demo = {
  /** Where this process takes the notices. */
  noticeUrl: string
  db: Db
  clock: Clock
  shutdown: Pick<Shutdown, 'onStop'>
}

/**
 * Starts a stand-in for the payment provider on a port of its own, on loopback alone, with a page on which a buyer pays with no money.
 * It knows what earlier starts and the demo have stored. Resolves with what the provider's package needs to talk to it. (decision 0060)
 */
export async function startCardDemo({ noticeUrl, db, clock, shutdown }: Demo): Promise<StripeSettings> {
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The demo of payments has no port.')
  const url = `http://127.0.0.1:${address.port}`
  const deliver = (body: string, signature: string) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    // Not waited for: this process answers it while it answers the call that it came from.
    void fetch(noticeUrl, { method: 'POST', headers, body }).catch(() => {})
    return Promise.resolve()
  }
  const provider = createPaymentProvider({ webhookSecret, clock, deliver, baseUrl: url })
  let takingOver: Promise<void> | undefined
  const answer = async (request: Request) => {
    // At the first call, since this starts before the database has its tables.
    takingOver ??= takeOverPayments(db, provider)
    await takingOver
    return provider.api.fetch(request)
  }
  server.on('request', (incoming, outgoing) => {
    const request = toRequest(incoming, new AbortController().signal)
    if (!request) return outgoing.end()
    return answer(request).then((response) => sendResponse(response, outgoing, false))
  })
  const timer = setInterval(() => void provider.expireOld(), EVERY)
  timer.unref()
  await shutdown.onStop(async () => {
    clearInterval(timer)
    server.closeAllConnections()
    server.close()
  })
  return { secretKey: 'sk_test_demo', webhookSecret, url }
}
