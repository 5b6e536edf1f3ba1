import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@netlify/functions'
import type { Db } from '#db/client.ts'
import { mailProvider } from '#src/contract/bounce-note.ts'
import { pruneOutbox, untilNextHeld } from '#src/domain/outbox/claim.ts'
import { type Delivered, type Delivering, deliverDue, SHORTEST_TURN } from '#src/domain/outbox/deliver-due.ts'
import type { Env } from '#src/platform/env.ts'
import { missingMailer } from '#src/platform/mail.ts'
import { httpSms, missingSms } from '#src/platform/sms.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import type { Wake } from '#src/platform/waker.ts'
import { planSoon } from './plan-mails.ts'
import { runtime } from './runtime.ts'

/** What the schedule's other jobs leave of the 30 seconds after which Netlify ends a scheduled function. (security OB5) */
export const SENDING_TIME = 8_000
/** After an answer: enough for a server that works. What it does not take now, the scheduled function brings. */
const SOON_TIME = 8_000
/** Longer than any mail is held that can be taken back, in milliseconds. */
const LONGEST_HOLD = 10_000
/** A mail is claimed surely after its time, not just before. */
const A_MOMENT = 50

/** What carries messages out. Apart from `Runtime`, so that functions which only write to the outbox load no mail client. */
type Couriers = Pick<Delivering, 'mail' | 'sms'>

let current: Couriers | undefined

/** For the local server, which keeps messages that no server is configured for. */
export function provideCouriers(couriers: Couriers): void {
  current = couriers
}

/** The servers that the environment names; where it names none, `otherwise`. */
export function couriersFor({ smtpUrl, smsUrl, mailFrom, siteUrl, mailHooks }: Env, otherwise: Couriers): Couriers {
  const providers = mailProvider.options.filter((provider) => mailHooks[provider] !== undefined)
  const sender = { from: mailFrom, host: new URL(siteUrl).hostname, providers }
  return {
    mail: smtpUrl === undefined ? otherwise.mail : smtpMailer(smtpUrl, sender),
    sms: smsUrl === undefined ? otherwise.sms : httpSms(smsUrl),
  }
}

/**
 * Delivers what is due with this process's parts, for at most `within` milliseconds. Several at once share the work.
 * `hasMore` says that the time was over before the messages were.
 */
export function deliver(within = SENDING_TIME): Promise<Run> {
  const { db, env } = runtime()
  current ??= couriersFor(env, { mail: missingMailer, sms: missingSms })
  return deliverWith(db, current, within)
}

let inHand: Promise<void> | undefined
let isAskedAgain = false
let isEnding = false
let wakeUp = () => {}

/**
 * Plans the mails that follow from what a request has just changed, and delivers what it left, if a server is configured. One run at
 * a time in a process, however many ask, so
 * that a mail server that hangs holds up nothing but itself. A mail that is held for some seconds, so that it can be taken back,
 * is waited for. Never throws: whatever stays is delivered by the schedule.
 */
export function deliverSoon(): Promise<void> {
  isAskedAgain = true
  wakeUp()
  inHand ??= deliverWhileAsked().finally(() => {
    inHand = undefined
  })
  return inHand
}

/** Resolves when no such run is in hand, so that a server that ends writes down what it has sent. */
export async function deliveryEnded(): Promise<void> {
  isEnding = true
  wakeUp()
  await inHand
  isEnding = false
}

async function deliverWhileAsked(): Promise<void> {
  const { db, env, log, wakeOutbox } = runtime()
  const hasCouriers = current !== undefined || env.smtpUrl !== undefined || env.smsUrl !== undefined
  do {
    isAskedAgain = false
    await planSoon()
    if (!hasCouriers) continue
    current ??= couriersFor(env, { mail: missingMailer, sms: missingSms })
    const run = await deliverWith(db, current, SOON_TIME).catch((fault: unknown) =>
      log.warn('outbox left to the schedule', {}, fault),
    )
    if (run?.hasMore && run.sent > 0) await goOn(wakeOutbox)
  } while (isAskedAgain || (hasCouriers && (await heldMailIsDue(db))))
}

/** The rest is for this process if it may go on, else for a function of its own that another call wakes. */
async function goOn(wakeOutbox: Wake): Promise<void> {
  if (wakeOutbox === deliverSoon) isAskedAgain = true
  else await wakeOutbox()
}

/** Waits for the next mail that is held for a few seconds, or for the next request that left one. False when there is nothing. */
async function heldMailIsDue(db: Db): Promise<boolean> {
  const left = isEnding ? undefined : await untilNextHeld(db, LONGEST_HOLD).catch(() => undefined)
  if (left === undefined) return isAskedAgain
  const { promise: isWoken, resolve } = Promise.withResolvers<void>()
  wakeUp = resolve
  // A request may have come while the database answered.
  if (!isAskedAgain && !isEnding) await Promise.race([isWoken, sleep(left + A_MOMENT, undefined, { ref: false })])
  wakeUp = () => {}
  return isAskedAgain || !isEnding
}

type Run = Delivered & { hasMore: boolean }

/** Delivers what is due of `db` with these couriers. */
export async function deliverWith(db: Db, couriers: Couriers, within = SENDING_TIME): Promise<Run> {
  const end = performance.now() + within
  const timeLeft = () => end - performance.now()
  const delivered = await deliverDue(db, { ...couriers, worker: randomUUID(), timeLeft })
  return { ...delivered, hasMore: timeLeft() < SHORTEST_TURN }
}

/** Forgets old messages. */
export function prune(): Promise<number> {
  return pruneOutbox(runtime().db)
}

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function whose requests may leave mail: it is carried out as soon as the answer is ready, and no answer waits for it.
 * The scheduled function stays the guarantee; this makes the link to confirm an address arrive in a second.
 */
export function deliveringAfter<Caller extends object>(
  answer: Answer<Caller>,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const response = await answer(request, caller)
    if (mayHaveWritten(request, response)) caller.waitUntil?.(runtime().wakeOutbox())
    return response
  }
}

/** The way back from another site is a GET that signs in: it ends in a redirect. */
function mayHaveWritten({ method }: Request, { status }: Response): boolean {
  return status < 400 && (!['GET', 'HEAD'].includes(method) || status >= 300)
}
