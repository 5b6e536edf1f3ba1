import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import Stripe from 'stripe'
import { STRIPE_API_VERSION } from '#src/platform/stripe.ts'
import { type Answer, found, refuse, reply } from './payment-answers.ts'
import { NO_FAULTS, type ProviderFaults } from './payment-faults.ts'
import { type Form, listOf, parseForm, payPage, textOf, textsOf, toAmount } from './payment-forms.ts'

type Options = {
  webhookSecret: string
  /** Takes a signed notice, as our own address for them does. */
  deliver: (body: string, signature: string) => Promise<unknown>
  /** Milliseconds since 1970. */
  clock: () => number
  faults?: Partial<ProviderFaults>
  /** The address of this server, for the page on which buyers pay. */
  baseUrl?: string
}

const SHORTEST = 30 * 60
const LONGEST = 24 * 3600
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/**
 * A stand-in for the payment provider, which the provider's own package talks to: checkout sessions, refunds, keys of repeated calls,
 * and signed notices. It takes what the provider takes and refuses what the provider refuses. It is no part of the deployed product.
 */
export function createPaymentProvider({ webhookSecret, deliver, clock, faults: given, baseUrl = '' }: Options) {
  const faults = { ...NO_FAULTS, ...given }
  const sessions = new Map<string, Stripe.Checkout.Session>()
  const refunds = new Map<string, Stripe.Refund>()
  /** Delayed payments that did not arrive. */
  const failed = new Set<string>()
  const answers = new Map<string, { form: string; answer: Answer }>()
  const heldNotices: (() => Promise<void>)[] = []
  const seconds = () => Math.floor(clock() / 1000)
  const happens = (share: number) => faults.random() < share

  async function notify(type: string, object: object): Promise<void> {
    // The provider's own type of events has hundreds of kinds: what matters here is what the package verifies and we read.
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: STRIPE_API_VERSION,
      created: seconds(),
      type,
      data: { object },
    }
    const body = JSON.stringify(event)
    const send = async () => {
      const timestamp = seconds()
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp })
      await deliver(body, signature)
    }
    if (happens(faults.lost)) return
    const times = happens(faults.duplicated) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      if (happens(faults.held)) heldNotices.push(send)
      // One that is not taken now comes again, and changes nothing about the answer to the call that it is about.
      else await send().catch(() => heldNotices.push(send))
    }
  }

  /** The answer to a call with a key is kept, also a 500; another call with the same key is refused. */
  async function once(key: string | undefined, form: string, act: () => Promise<Answer>): Promise<Answer> {
    const known = key === undefined ? undefined : answers.get(key)
    if (known)
      return known.form === form
        ? known.answer
        : refuse('Keys for idempotent requests can only be used with the same parameters.')
    const done = await act()
    const answer: Answer =
      done.status === 200 && happens(faults.broken)
        ? { status: 500, body: { error: { message: 'Broken', type: 'api_error' } } }
        : done
    if (key !== undefined && done.status !== 400) answers.set(key, { form, answer })
    return answer
  }

  function openSession(form: Form): Answer {
    const expiresAt = Number(form.expires_at)
    if (expiresAt < seconds() + SHORTEST - 60 || expiresAt > seconds() + LONGEST)
      return refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
    const items = listOf(form.line_items)
    if (form.mode !== 'payment' || items.length === 0 || items.length > 100) return refuse('line_items')
    const amounts = items.map(toAmount)
    if (amounts.some((amount) => !Number.isSafeInteger(amount) || amount <= 0)) return refuse('Invalid integer')
    const total = amounts.reduce((sum, amount) => sum + amount, 0)
    const id = newId('cs_test')
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_subtotal: total,
      amount_total: total,
      currency: 'usd',
      client_reference_id: textOf(form.client_reference_id),
      customer_email: textOf(form.customer_email),
      metadata: textsOf(form.metadata),
      success_url: textOf(form.success_url),
      cancel_url: textOf(form.cancel_url),
      created: seconds(),
      expires_at: expiresAt,
      url: `${baseUrl}/pay/${id}`,
      mode: 'payment',
      livemode: false,
      // Of a session's hundred fields, those that this product reads. Their types are the package's, so that an upgrade shows what moved.
    } satisfies Partial<Stripe.Checkout.Session> as Stripe.Checkout.Session
    sessions.set(id, session)
    return { status: 200, body: session }
  }

  /** Ends sessions whose time is over, as the provider does by itself. */
  async function expireOld(): Promise<void> {
    for (const session of sessions.values()) {
      if (session.status === 'open' && session.expires_at <= seconds()) await expire(session)
    }
  }

  async function expire(session: Stripe.Checkout.Session): Promise<void> {
    Object.assign(session, { status: 'expired', url: null })
    await notify('checkout.session.expired', session)
  }

  /** Somebody pays on the provider's page; false where the session is over. */
  async function pay(id: string): Promise<boolean> {
    const session = sessions.get(id)
    if (session?.status !== 'open' || session.expires_at <= seconds()) return false
    const isDelayed = happens(faults.delayed)
    const payment_status = isDelayed ? 'unpaid' : 'paid'
    Object.assign(session, { status: 'complete', payment_status, payment_intent: newId('pi'), url: null })
    await notify('checkout.session.completed', session)
    return true
  }

  /** The money of a delayed payment arrives, or does not. */
  async function finishDelayed(id: string, hasArrived: boolean): Promise<void> {
    const session = sessions.get(id)
    if (session?.status !== 'complete' || session.payment_status !== 'unpaid') return
    if (hasArrived) Object.assign(session, { payment_status: 'paid' })
    else failed.add(id)
    await notify(`checkout.session.async_payment_${hasArrived ? 'succeeded' : 'failed'}`, session)
  }

  /** The session with its payment as an object, where that is asked for. */
  function withIntent(session: Stripe.Checkout.Session | undefined, expand: string | undefined) {
    if (expand !== 'payment_intent' || !session?.payment_intent) return session
    const isArrived = session.payment_status === 'paid'
    const status = failed.has(session.id) ? 'requires_payment_method' : isArrived ? 'succeeded' : 'processing'
    return { ...session, payment_intent: { id: session.payment_intent, object: 'payment_intent', status } }
  }

  async function refund(form: Form): Promise<Answer> {
    const intent = textOf(form.payment_intent)
    const session = [...sessions.values()].find((one) => one.payment_intent === intent && one.payment_status === 'paid')
    if (!session || intent === null) return refuse('No such payment_intent')
    const amount = Number(form.amount)
    const earlier = refundsOf(intent).filter(({ status }) => status !== 'failed' && status !== 'canceled')
    const left = (session.amount_total ?? 0) - earlier.reduce((sum, one) => sum + one.amount, 0)
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
      return refuse('Refund amount is greater than unrefunded amount')
    const made = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: 'usd',
      status: 'succeeded',
      payment_intent: intent,
      metadata: textsOf(form.metadata),
      created: seconds(),
    } satisfies Partial<Stripe.Refund> as Stripe.Refund
    refunds.set(made.id, made)
    await notify('refund.created', made)
    await notify('charge.refunded', { id: newId('ch'), object: 'charge', payment_intent: intent })
    return { status: 200, body: made }
  }

  const refundsOf = (intent: string) => [...refunds.values()].filter(({ payment_intent }) => payment_intent === intent)

  const api = new Hono()
    .post('/v1/checkout/sessions', async (c) => {
      const text = await c.req.text()
      return reply(await once(c.req.header('Idempotency-Key'), text, async () => openSession(parseForm(text))))
    })
    .get('/v1/checkout/sessions', (c) => {
      const [from, until] = [Number(c.req.query('created[gte]') ?? 0), Number(c.req.query('created[lte]') ?? Infinity)]
      const data = [...sessions.values()].filter(({ created }) => created >= from && created <= until)
      return reply({ status: 200, body: { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' } })
    })
    .get('/v1/checkout/sessions/:id', async (c) =>
      reply(found(withIntent(sessions.get(c.req.param('id')), c.req.query('expand[0]')))),
    )
    .post('/v1/checkout/sessions/:id/expire', async (c) => {
      const session = sessions.get(c.req.param('id'))
      if (session && session.status !== 'open')
        return reply(refuse('Only Checkout Sessions with a status in ["open"] can be expired.'))
      if (session) await expire(session)
      return reply(found(session))
    })
    .post('/v1/refunds', async (c) => {
      const text = await c.req.text()
      return reply(await once(c.req.header('Idempotency-Key'), text, () => refund(parseForm(text))))
    })
    .get('/v1/refunds', (c) => {
      const data = refundsOf(c.req.query('payment_intent') ?? '')
      return reply({ status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } })
    })
    .get('/pay/:id', (c) => {
      const session = sessions.get(c.req.param('id'))
      return session ? c.html(payPage(session)) : c.notFound()
    })
    .post('/pay/:id/:how', async (c) => {
      const session = sessions.get(c.req.param('id'))
      if (!session) return c.notFound()
      const isPaid = c.req.param('how') === 'card' && (await pay(session.id))
      return c.redirect((isPaid ? session.success_url : session.cancel_url) ?? '/', 303)
    })

  return {
    api,
    sessions,
    refunds,
    faults,
    pay,
    finishDelayed,
    expireOld,
    /** A refund fails, perhaps days after it was made. */
    failRefund: async (id: string) => {
      const made = refunds.get(id)
      if (!made) return
      Object.assign(made, { status: 'failed' })
      await notify('refund.failed', made)
    },
    /** Forgets the keys of calls, as the provider does after a day. */
    forgetKeys: () => answers.clear(),
    /** Delivers the notices that were kept back, in the order that is given by `faults.random`. */
    deliverHeld: async () => {
      const all = heldNotices.splice(0).map((send) => ({ send, place: faults.random() }))
      for (const { send } of all.toSorted((a, b) => a.place - b.place)) await send()
    },
  }
}
