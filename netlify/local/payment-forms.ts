import { html } from 'hono/html'
import type Stripe from 'stripe'

/** What the provider's package sends: names may lead into objects and lists, and all values are texts. */
export type Form = { [name: string]: string | Form }

/** `a[b][0][c]=1` as an object: what the provider's package sends. All values are texts. */
export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let at = form
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      const inner: Form = typeof next === 'object' ? next : {}
      at[part] = inner
      at = inner
    }
    at[path.at(-1) ?? ''] = value
  }
  return form
}

export function listOf(value: string | Form | undefined): Form[] {
  return typeof value === 'object' ? Object.values(value).filter((item): item is Form => typeof item === 'object') : []
}

export function textOf(value: string | Form | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** The texts of an object, without objects inside it. */
export function textsOf(value: string | Form | undefined): Record<string, string> {
  const all = typeof value === 'object' ? Object.entries(value) : []
  return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function toAmount({ quantity, price_data: price }: Form): number {
  return typeof price === 'object' ? Number(price.unit_amount) * Number(quantity) : Number.NaN
}

/** The page on which a buyer pays, without any of the provider's looks. */
export function payPage(session: Stripe.Checkout.Session) {
  const amount = ((session.amount_total ?? 0) / 100).toFixed(2)
  const isOpen = session.status === 'open'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Demo payment</title>
        <link rel="icon" href="data:," />
        <style>
          body { max-width: 26rem; margin: 10vh auto; padding: 0 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif; }
          button { width: 100%; min-height: 3rem; margin-top: 0.75rem; font: inherit; font-weight: 600; }
        </style>
      </head>
      <body>
        <main>
          <h1>Demo payment of $${amount}</h1>
          <p>This page stands in for the payment provider. No money moves.</p>
          ${
            isOpen
              ? html`<form method="post" action="/pay/${session.id}/card"><button>Pay $${amount}</button></form>
                <form method="post" action="/pay/${session.id}/back"><button>Go back without paying</button></form>`
              : html`<p>This payment is over.</p>`
          }
        </main>
      </body>
    </html>`
}
