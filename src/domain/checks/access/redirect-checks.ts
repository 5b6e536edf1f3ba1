import { askEach, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const HOST = 'evil.example'
/** Spellings that browsers, proxies and libraries read as another host. (security P-11) */
const PAYLOADS = [
  `https://${HOST}`,
  `http://${HOST}/`,
  `//${HOST}`,
  `///${HOST}`,
  `/\\${HOST}`,
  `\\\\${HOST}`,
  `/\t/${HOST}`,
  `/.//${HOST}`,
  `https:${HOST}`,
  `.${HOST}`,
  `@${HOST}`,
  `/%2f%2f${HOST}`,
]
/** Names that frameworks give to the page to return to, and those of ours that a redirection comes from. */
const PARAMETERS = [
  ...['next', 'return', 'returnTo', 'return_to', 'redirect', 'redirect_uri', 'redirectTo', 'url', 'continue', 'to'],
  ...['dest', 'goto', 'callback', 'state', 'code', 'link', 'token', 'q', 'error'],
]
/** Every address that answers with a redirection, and two pages where a library might add one. */
const ADDRESSES = [
  '/auth',
  '/events/past',
  '/forum/',
  '/api/auth/google',
  '/api/auth/google/callback',
  '/api/unsubscribe/one-click',
]

/** Redirections that a caller can lead to another site. */
export const REDIRECT_CHECKS: readonly Check[] = [
  {
    key: 'redirects.open',
    group: 'redirects',
    title: 'Redirections to other sites',
    mend: 'docs/security.md: Pitfalls',
    every: 'round',
    retries: 1,
    blips: 0,
    run: tryRedirections,
  },
]

async function tryRedirections(context: CheckContext): Promise<Finding> {
  const { probe, site } = context
  await requireSite(context)
  const tries = [
    ...ADDRESSES.flatMap((address) => PAYLOADS.map((payload) => `${address}?${toQuery(payload)}`)),
    // A slash at the end is cut off by a redirection, which must not begin with what is left.
    ...PAYLOADS.map((payload) => `/forum/${encodeURI(payload).replaceAll('\\', '%5C')}/`),
  ]
  const answers = await askEach(tries, (path) => probe.ask(path))
  const leading = answers.filter(({ item, answer: { headers } }) => {
    const target = headers.get('Location') ?? /url=(.*)/i.exec(headers.get('Refresh') ?? '')?.[1]
    return target != null && leadsAway(target, new URL(item, site.siteUrl))
  })
  const redirected = answers.filter(({ answer }) => answer.status >= 300 && answer.status < 400).length
  const evidence = { tries: tries.length, redirected, open: leading.slice(0, 10).map(({ item }) => item) }
  const [first] = leading
  if (first)
    return { state: 'fail', said: `${pathOf(first.item)} redirects to any site that the caller names.`, evidence }
  const said = `${tries.length} requests named another site to return to. None of the ${redirected} redirections led there.`
  return { state: 'pass', said, evidence }
}

function toQuery(payload: string): string {
  return new URLSearchParams(PARAMETERS.map((name) => [name, payload])).toString()
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address
}

/** A part of an address that is sent along, as to Google, leads nowhere. */
function leadsAway(target: string, base: URL): boolean {
  return URL.canParse(target, base) && new URL(target, base).hostname.endsWith(HOST)
}
