/** Milliseconds between two looks at a page, and how many looks there are. */
const PAUSE = 400
const LOOKS = 12

/**
 * Waits until the CDN has dropped a page that a write has taken away, and with it every other page from before that write:
 * whoever is then led to one of those sees what they did. Some seconds at most, and it never throws.
 */
export async function untilGone(path: string): Promise<void> {
  for (let looks = 1; looks <= LOOKS; looks += 1) {
    if (!(await isThere(path))) return
    if (looks < LOOKS) await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** A page that leads elsewhere is not there any more. So is one that nobody can tell of. */
async function isThere(path: string): Promise<boolean> {
  try {
    return (await fetch(path, { method: 'HEAD', redirect: 'manual', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
