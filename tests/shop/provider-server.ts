import { createServer } from 'node:http'
import { sendResponse, toRequest } from '#netlify/local/node-http.ts'
import type { ProviderFaults } from '#netlify/local/payment-faults.ts'
import { createPaymentProvider } from '#netlify/local/payment-provider.ts'
import type { Instant } from '#src/contract/instant.ts'
import { stripePayments } from '#src/platform/stripe.ts'

export const WEBHOOK_SECRET = 'whsec_test'

type Taking = {
  clock: () => Instant
  /** Takes each signed notice. */
  deliver: (body: string, signature: string) => Promise<unknown>
  faults?: Partial<ProviderFaults>
}

/** The stand-in for the payment provider behind a port, and the provider's own package in front of it. */
export async function startProvider({ clock, deliver, faults = {} }: Taking) {
  const stand = createPaymentProvider({ webhookSecret: WEBHOOK_SECRET, clock, deliver, faults })
  const server = createServer((incoming, outgoing) => {
    const request = toRequest(incoming, new AbortController().signal)
    if (!request) {
      outgoing.end()
      return
    }
    void Promise.resolve(stand.api.fetch(request)).then((response) => sendResponse(response, outgoing, false))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    ...stand,
    provider: stripePayments({ secretKey: 'sk_test_shop', webhookSecret: WEBHOOK_SECRET, url }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
