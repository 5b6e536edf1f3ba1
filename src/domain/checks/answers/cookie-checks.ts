import { withSyntheticMember } from '../access/synthetic-member.ts'
import { requireOpen, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

/** The cookies of a session that the check opens and ends itself. */
export const COOKIE_CHECKS: readonly Check[] = [
  {
    key: 'cookies.session',
    group: 'cookies',
    title: 'Cookies of a session',
    mend: 'docs/security.md: Sessions and tokens',
    every: 'round',
    retries: 1,
    blips: 0,
    run: lookAtSession,
  },
]

/** A cookie that scripts of our own pages read: it says that there may be a session, and nothing else. */
const READABLE = 'signed_in'

/**
 * The live site must know the session by its cookie, forget it as soon as it has ended, and set cookies that only this host
 * gets over HTTPS. What it sets is looked at where it deletes them, by the same code that sets them: a sign-in would leave
 * entries in the audit log. Values are never looked at.
 */
async function lookAtSession(context: CheckContext): Promise<Finding> {
  const { probe, site } = context
  await requireSite(context)
  const isSecure = site.siteUrl.startsWith('https:')
  return withSyntheticMember(context, async ({ cookie, endSession }) => {
    const isKnown = async () => {
      const { status, body } = requireOpen(await probe.ask('/api/auth/session', { headers: { Cookie: cookie } }))
      return status === 200 && /"viewer":\{/.test(body)
    }
    const wasKnown = await isKnown()
    await endSession()
    const isStillKnown = await isKnown()
    const signOut = { method: 'POST', headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' } }
    const { headers } = requireOpen(await probe.ask('/api/auth/sign-out', signOut))
    const cookies = headers.getSetCookie().map(parseCookie)
    const faults = cookies.flatMap((one) => getFaults(one, isSecure))
    if (!wasKnown) faults.unshift('The site does not know the session by its cookie.')
    if (isStillKnown) faults.unshift('The site still knows the session after it has ended.')
    if (!cookies.some(({ name }) => name.endsWith('session'))) faults.push('Signing out deletes no session cookie.')
    const evidence = { cookies: cookies.map(({ name, attributes }) => [name, ...attributes].join('; ')) }
    const names = cookies.map(({ name }) => name).join(' and ')
    const [fault] = faults
    if (fault !== undefined) return { state: 'fail', said: fault, evidence: { ...evidence, faults } }
    const open = isSecure ? '' : ' Secure and the prefix __Host- were not asked for, because the site uses HTTP.'
    return { state: 'pass', said: `The cookies ${names} have all the attributes they need.${open}`, evidence }
  })
}

type Cookie = { name: string; attributes: string[] }

/** The value is thrown away here. */
function parseCookie(line: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  return { name: pair.slice(0, pair.indexOf('=')), attributes: attributes.filter((part) => !/^expires=/i.test(part)) }
}

function getFaults({ name, attributes }: Cookie, isSecure: boolean): string[] {
  const has = (wanted: string) => attributes.some((attribute) => attribute.toLowerCase() === wanted)
  const isOpen = name === READABLE
  const rules: [isFault: boolean, what: string][] = [
    [isSecure && !has('secure'), 'is sent over HTTP too: it lacks Secure'],
    [isSecure && !isOpen && !name.startsWith('__Host-'), 'can be set by other hosts: it lacks the prefix __Host-'],
    [!isOpen && !has('httponly'), 'can be read by scripts: it lacks HttpOnly'],
    [!has('samesite=lax') && !has('samesite=strict'), 'is sent with requests of other sites: it lacks SameSite'],
    [!has('path=/'), 'is not for the whole host: it lacks Path=/'],
    [attributes.some((attribute) => /^domain=/i.test(attribute)), 'is sent to other hosts: it has a Domain'],
  ]
  return rules.flatMap(([isFault, what]) => (isFault ? [`The cookie ${name} ${what}.`] : []))
}
