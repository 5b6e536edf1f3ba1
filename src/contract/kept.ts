/** The browser's cache in which an event's page, its calendar file and a run sheet stay, to be opened without a network. */
export const KEPT_CACHE = 'kept'

/** How long the network has, in milliseconds, before what was kept is shown. */
export const NETWORK_WITHIN = 2_000

/** How often, in milliseconds, a copy that is shown asks whether the network is back. */
export const ASK_AGAIN = 10_000

/** What stands above a page or a run sheet that comes from this browser. `at` is when it was kept. */
export function keptSentence(at: number): string {
  const when = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  return `No connection. This is a copy from ${when.format(at)}. It is replaced once you are online.`
}
