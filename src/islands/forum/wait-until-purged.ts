/** Milliseconds between two requests, and the number of requests. */
const PAUSE = 400
const TRIES = 12

/**
 * Waits until the CDN has dropped a page that a write has removed, and with it every other page from before that write, so
 * that the viewer sees the result on the next page. Waits some seconds at most, and never throws.
 */
export async function waitUntilPurged(path: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (!(await isServed(path))) return
    if (tries < TRIES) await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** False for a page that redirects, and if there is no answer. */
async function isServed(path: string): Promise<boolean> {
  try {
    return (await fetch(path, { method: 'HEAD', redirect: 'manual', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
