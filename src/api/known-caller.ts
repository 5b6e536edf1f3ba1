import type { Context } from 'hono'
import { type QueueTurn, turnOfKnown, turnOfStranger } from '#src/auth/hash-queue.ts'
import { findDevice, type KnownDevice } from '#src/auth/known-device.ts'
import { readDeviceToken } from '#src/auth/session-cookie.ts'
import type { Visit } from '#src/auth/visit.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import type { ApiEnv } from './context.ts'

const visits = new WeakMap<Request, Promise<Visit | null>>()
const devices = new WeakMap<Request, Promise<KnownDevice | null>>()

/**
 * True for a request with an open session, or from a device that was used to sign in before. Costs a query for each of
 * the two cookies; a fault counts as no.
 */
export async function isKnownCaller(c: Context<ApiEnv>): Promise<boolean> {
  return (await getVisit(c)) !== null || (await getDevice(c)) !== null
}

/** Whose attempts are counted: those of the caller's account, else of their device, else of their address. */
export async function ownTurn(c: Context<ApiEnv>): Promise<QueueTurn> {
  const visit = await getVisit(c)
  if (visit) return turnOfKnown(visit.viewer.id)
  const device = await getDevice(c)
  return device ? turnOfKnown(deviceKey(device)) : turnOfStranger(c.var.address)
}

/**
 * The same for a sign-in attempt: a device has its own count only for the account that was used on it. For any other
 * address it counts as unknown, or the owner of a few accounts could guess at all others that many times as
 * often.
 */
export async function turnForSignIn(c: Context<ApiEnv>, email: string): Promise<QueueTurn> {
  const device = await getDevice(c)
  const isTheirs = device !== null && device.emailKey === emailKey(normalizeEmail(email) ?? '')
  return isTheirs ? turnOfKnown(deviceKey(device)) : turnOfStranger(c.var.address)
}

function getVisit(c: Context<ApiEnv>): Promise<Visit | null> {
  if (c.var.visit) return Promise.resolve(c.var.visit)
  const known = visits.get(c.req.raw) ?? c.var.readVisit(c.req.raw).catch(() => null)
  visits.set(c.req.raw, known)
  return known
}

function getDevice(c: Context<ApiEnv>): Promise<KnownDevice | null> {
  const { db, clock, env } = c.var
  const token = readDeviceToken(c.req.raw.headers, env.siteUrl)
  if (token === null) return Promise.resolve(null)
  const known = devices.get(c.req.raw) ?? findDevice(db, token, clock()).catch(() => null)
  devices.set(c.req.raw, known)
  return known
}

/** A separate namespace from address keys and account ids. */
function deviceKey({ id }: KnownDevice): string {
  return `device ${id}`
}
