/**
 * What became of a call to the build hook. `ok` means heard, never built. A call that got no answer was heard perhaps.
 * (security P-16)
 */
export type HookAnswer = { ok: true } | { ok: false; reason: string; isHeardPerhaps?: boolean }

/** Asks the host for a new build. Its address is a secret: no reason and no log contains it. (security BR8) */
export type BuildHook = { ask: () => Promise<HookAnswer> }

const TIMEOUT = 5_000

/** POSTs to `url`, never following a redirect, for at most `timeout` milliseconds. Never throws. */
export function buildHook(url: string, { timeout = TIMEOUT }: { timeout?: number } = {}): BuildHook {
  return {
    ask: async () => {
      try {
        const response = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(timeout) })
        await response.body?.cancel()
        return response.ok ? { ok: true } : { ok: false, reason: `The build hook answered ${response.status}.` }
      } catch (cause) {
        const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
        return isLate
          ? { ok: false, reason: 'The build hook did not answer.', isHeardPerhaps: true }
          : { ok: false, reason: 'The build hook cannot be reached.' }
      }
    },
  }
}

/** Used if no hook is configured: every call says so. */
export const missingHook: BuildHook = {
  ask: async () => ({ ok: false, reason: 'There is no build hook: BUILD_HOOK_URL is not set.' }),
}
