import type { Instant } from '#src/contract/instant.ts'
import { KEPT_CACHE, NETWORK_WITHIN } from '#src/contract/kept.ts'
import { type ApiError, toApiError } from '../call.ts'

/** A copy that nobody has looked at again for so long is of no use, in milliseconds. */
const LONGEST = 30 * 86_400_000

/** What a link opened the last time. `keptAt` is set while it is this copy, and not the server's answer. */
export type Recalled<T> = T & { keptAt?: Instant }

type Question<T> = {
  /** What is asked for, and with which token. The copy has neither the token nor anything that leads to it. (security LG1) */
  name: string
  token: string
  ask: () => Promise<T>
  /** What of the answer may stay in this browser; undefined for nothing. */
  toKeep: (answer: T) => T | undefined
  /** Hears of the server's answer if it comes after the copy was shown. */
  onLate: (answer: T) => void
}

/**
 * The server's answer; if none comes within two seconds, or there is no network, the copy of an earlier one, if there is one. A refusal
 * deletes the copy: a link that no longer works opens nothing. Throws `ApiError`.
 */
export async function askOrRecall<T extends object>({
  name,
  token,
  ask,
  toKeep,
  onLate,
}: Question<T>): Promise<Recalled<T>> {
  const key = await keyOf(name, token)
  const asked = ask().then(
    async (answer) => {
      await store(key, toKeep(answer))
      return answer
    },
    async (cause: unknown) => {
      const fault = toApiError(cause)
      if (!isPassing(fault)) await store(key, undefined)
      throw fault
    },
  )
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_WITHIN, undefined))
  const first = await Promise.race([
    asked.catch((fault: ApiError) => (isPassing(fault) ? undefined : Promise.reject(fault))),
    late,
  ])
  if (first) return first
  const copy = await recall<T>(key)
  if (!copy) return asked
  asked.then(onLate, () => {})
  return copy
}

/** The server could not be reached or could not answer: that says nothing about the link. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

async function keyOf(name: string, token: string): Promise<string> {
  // A page without encryption has no service worker either.
  if (!isSecureContext) return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return `/kept/${name}/${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A browser that refuses to store keeps nothing, and nobody has to know. */
async function store(key: string, answer: object | undefined): Promise<void> {
  try {
    if (key === '') return
    const cache = await caches.open(KEPT_CACHE)
    if (answer) await cache.put(key, Response.json({ ...answer, keptAt: Date.now() }))
    else await cache.delete(key)
  } catch {}
}

async function recall<T>(key: string): Promise<Recalled<T> | undefined> {
  try {
    if (key === '') return undefined
    const copy = await (await caches.open(KEPT_CACHE)).match(key)
    const kept: Recalled<T> | undefined = await copy?.json()
    if (kept?.keptAt !== undefined && kept.keptAt > Date.now() - LONGEST) return kept
    await store(key, undefined)
  } catch {}
  return undefined
}
