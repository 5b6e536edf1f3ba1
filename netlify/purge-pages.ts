import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@netlify/functions'
import { carryOutPurges } from '#src/domain/page-purges/page-purges.ts'
import { netlifyPageCache, type PageCache } from '#src/platform/page-cache.ts'
import { runtime } from './runtime.ts'

/** Netlify takes two purges of a site in five seconds; one that came too early is made good after this many milliseconds. */
const PAUSE = 3_000
const TRIES = 3

let current: PageCache = netlifyPageCache

/** For the local server, which brings a cache of its own. */
export function providePageCache(cache: PageCache): void {
  current = cache
}

/** Has the cache forget what committed writes have made wrong. Throws what the cache threw: those writes stay noted. */
export function purgePages(): Promise<number> {
  const { db, clock } = runtime()
  return carryOutPurges(db, current, clock())
}

let inHand: Promise<void> | undefined
let isAskedAgain = false

/**
 * The same for what a request has just written. One run at a time in a process, however many ask. Never throws: whatever stays
 * is purged by the schedule.
 */
function purgeSoon(): Promise<void> {
  isAskedAgain = true
  inHand ??= purgeWhileAsked().finally(() => {
    inHand = undefined
  })
  return inHand
}

/** Resolves when no such run is in hand, so that a server that ends leaves none half done. */
export async function purgesEnded(): Promise<void> {
  await inHand
}

async function purgeWhileAsked(): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await purgeInTries(TRIES).catch((fault: unknown) => runtime().log.warn('pages left to the schedule', {}, fault))
  }
}

async function purgeInTries(tries: number): Promise<void> {
  try {
    await purgePages()
  } catch (fault) {
    if (tries === 1) throw fault
    await sleep(PAUSE)
    await purgeInTries(tries - 1)
  }
}

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function whose writes change pages that a cache holds: they are purged as soon as the answer is ready, and no answer waits
 * for it. The scheduled function stays the guarantee. (decision 0036)
 */
export function purgingAfter<Caller extends object>(
  answer: Answer<Caller>,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const response = await answer(request, caller)
    const isWrite = !['GET', 'HEAD'].includes(request.method)
    if (isWrite && response.status < 400) caller.waitUntil?.(purgeSoon())
    return response
  }
}
