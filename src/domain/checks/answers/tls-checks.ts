import type { Check, CheckContext, Finding } from '../check.ts'

/** A certificate that nobody renews is noticed this many days before it ends, and complained about this many. */
const WARN_BEFORE = 21
const FAIL_BEFORE = 7
const MODERN = ['TLSv1.2', 'TLSv1.3']

/** The certificate and the versions of TLS. They could not run on a machine that serves the site over HTTP. */
export const TLS_CHECKS: readonly Check[] = [
  {
    key: 'tls.certificate',
    group: 'tls',
    title: 'Certificate',
    mend: 'README.md: Deploy to Netlify and Neon',
    every: 'round',
    retries: 1,
    blips: 1,
    run: lookAtCertificate,
  },
  {
    key: 'tls.versions',
    group: 'tls',
    title: 'Versions of TLS',
    mend: 'README.md: Deploy to Netlify and Neon',
    every: 'day',
    retries: 1,
    blips: 1,
    run: lookAtVersions,
  },
]

async function lookAtCertificate({ probe, site, signal }: CheckContext): Promise<Finding> {
  const { hostname } = new URL(site.siteUrl)
  const { daysLeft, names, isTrusted } = await probe.tls(signal)
  const evidence = { daysLeft, names, isTrusted }
  const isNamed = names.some((name) => name === hostname || covers(name, hostname))
  if (!isNamed) return { state: 'fail', said: `The certificate does not name ${hostname}.`, evidence }
  if (!isTrusted)
    return { state: 'fail', said: 'No authority that browsers trust vouches for the certificate.', evidence }
  const said = `The certificate for ${hostname} is good for ${daysLeft} more days.`
  return { state: daysLeft < FAIL_BEFORE ? 'fail' : daysLeft < WARN_BEFORE ? 'warn' : 'pass', said, evidence }
}

/** A wildcard stands for one label. (RFC 9525 section 6.3) */
function covers(name: string, hostname: string): boolean {
  return name.startsWith('*.') && hostname.slice(hostname.indexOf('.')) === name.slice(1)
}

async function lookAtVersions({ probe, signal }: CheckContext): Promise<Finding> {
  const { protocol, refusesOldVersions } = await probe.tls(signal)
  const evidence = { protocol, refusesOldVersions }
  if (!refusesOldVersions) return { state: 'fail', said: 'The site still accepts TLS 1.1 or older.', evidence }
  if (protocol === null || !MODERN.includes(protocol))
    return { state: 'fail', said: `The site offers ${protocol ?? 'no version of TLS'} at best.`, evidence }
  return { state: 'pass', said: `The site offers ${protocol} and refuses TLS 1.1 and older.`, evidence }
}
