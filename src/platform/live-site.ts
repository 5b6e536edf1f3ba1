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
