import { type BuildInfo, parseBuildInfo } from '#src/contract/build.ts'

/**
 * What the site at `origin` says it was built from; null when it cannot be read or says nothing of the kind.
 * Waits at most `timeout` milliseconds and never takes an answer from a cache.
 */
export async function readLiveSite(origin: string, { timeout = 5_000 } = {}): Promise<BuildInfo | null> {
  try {
    const response = await fetch(new URL('/build.json', origin), {
      cache: 'no-store',
      headers: { 'cache-control': 'no-cache' },
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return parseBuildInfo(await response.json())
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

/** True if the product at `origin` answers a call of its API with anything below 500, within `timeout` milliseconds. */
export async function isSiteUp(origin: string, { timeout = 10_000 } = {}): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(new URL('/api/health', origin), { cache: 'no-store', redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
