import { CouldNotRun } from '#src/contract/checks.ts'
import { compareDns, noteRecords } from '../../mail-round-trips/dns-records.ts'
import { readLastJudged } from '../../mail-round-trips/mail-round-trips.ts'
import type { Check, CheckContext, Finding } from '../check.ts'
import { findPolicy, listKeys, nameOfKey, senderDomain } from './sender-checks.ts'

const shared = { group: 'mail', mend: '/admin/email-diagnostics', every: 'round', retries: 0, blips: 0 } as const

/** Whether mail leaves, whether what bounces comes back, and whether the DNS still says what it said. */
export const DELIVERY_CHECKS: readonly Check[] = [
  { ...shared, key: 'mail.server', title: 'Mail server', retries: 1, run: tryServer },
  { ...shared, key: 'mail.bounces', title: 'Bounces', run: checkBounces },
  { ...shared, key: 'mail.transport', title: 'Encryption of mail to us', run: checkTransport },
  { ...shared, key: 'mail.dns', title: 'Changes of the DNS', run: compareRecords },
]

/** Milliseconds. The outbox waits 12 seconds for one mail. */
const SLOW = 5_000
const OLD_VERSIONS = ['TLSv1', 'TLSv1.1']

async function tryServer({ mail }: CheckContext): Promise<Finding> {
  const answer = await mail.tryServer()
  if ('reason' in answer) return { state: 'fail', said: answer.reason }
  const { protocol, isSignedIn, isLocal, milliseconds } = answer
  const evidence = { ...answer }
  if (protocol === null && !isLocal)
    return { state: 'fail', said: 'Mail goes to the mail server without encryption.', evidence }
  if (protocol !== null && OLD_VERSIONS.includes(protocol))
    return { state: 'fail', said: `The mail server speaks ${protocol}, which is not safe.`, evidence }
  const seconds = (milliseconds / 1000).toFixed(1)
  const how = protocol === null ? 'on this machine without encryption' : `with ${protocol} and a valid certificate`
  const said = `The mail server answers ${how}${isSignedIn ? ', accepts our password' : ''} and takes ${seconds} s.`
  return { state: milliseconds > SLOW ? 'warn' : 'pass', said, evidence }
}

/** Where a bounce goes: to the domain of the last round trip's return path, else to that of the sender. */
async function checkBounces({ db, mail }: CheckContext): Promise<Finding> {
  const domain = (await readLastJudged(db))?.bounceDomain ?? senderDomain(mail)
  const hosts = await mail.dns.readMailHosts(domain)
  const evidence = { domain, hosts }
  if (hosts.includes('.'))
    return { state: 'fail', said: `The domain ${domain} refuses all mail, also bounces.`, evidence }
  if (hosts.length === 0) {
    if (!(await mail.dns.hasAddress(domain)))
      return { state: 'fail', said: `The domain ${domain} has no mail server, so no bounce comes back.`, evidence }
    return {
      state: 'warn',
      said: `The domain ${domain} has no MX record; some servers do not send bounces there.`,
      evidence,
    }
  }
  const known = await Promise.all(hosts.slice(0, 5).map((host) => mail.dns.hasAddress(host)))
  const missing = hosts.find((_, at) => known[at] === false)
  if (!known.includes(true))
    return { state: 'fail', said: `No mail server of ${domain} has an address, so no bounce comes back.`, evidence }
  if (missing !== undefined)
    return { state: 'warn', said: `The mail server ${missing} of ${domain} has no address.`, evidence }
  return { state: 'pass', said: `Bounces to ${domain} go to ${hosts[0]}.`, evidence }
}

/** MTA-STS and TLS-RPT are for information: only a record that cannot work is worth a warning. (RFC 8461, RFC 8460) */
async function checkTransport({ mail }: CheckContext): Promise<Finding> {
  const domain = senderDomain(mail)
  const sts = (await mail.dns.readTexts(`_mta-sts.${domain}`)).filter((text) => /^v=STSv1\s*(?:;|$)/.test(text))
  const reports = (await mail.dns.readTexts(`_smtp._tls.${domain}`)).filter((text) =>
    /^v=TLSRPTv1\s*(?:;|$)/.test(text),
  )
  const evidence = { sts, reports }
  if (sts.length > 1 || reports.length > 1)
    return {
      state: 'warn',
      said: `The domain ${domain} has several records of MTA-STS or TLS-RPT, so none counts.`,
      evidence,
    }
  if (sts[0] !== undefined && !/;\s*id=[a-z\d]{1,32}\s*(?:;|$)/i.test(sts[0]))
    return { state: 'warn', said: `The MTA-STS record of ${domain} has no id, so it does not count.`, evidence }
  if (reports[0] !== undefined && !/;\s*rua=(?:mailto|https):/i.test(reports[0]))
    return { state: 'warn', said: `The TLS-RPT record of ${domain} names no address for reports.`, evidence }
  const has = [sts.length > 0 ? 'MTA-STS' : '', reports.length > 0 ? 'TLS-RPT' : ''].filter((name) => name !== '')
  const said = has.length === 0 ? 'neither MTA-STS nor TLS-RPT, which only concern mail to it' : has.join(' and ')
  return { state: 'pass', said: `The domain ${domain} has ${said}.`, evidence }
}

async function compareRecords(context: CheckContext): Promise<Finding> {
  const { db, mail, now } = context
  const domain = senderDomain(mail)
  const { changes, isFirst } = await noteRecords(db, { domain, records: await readRecords(context, domain), now })
  const evidence = { changes }
  if (isFirst) return { state: 'pass', said: `The records of ${domain} are now the ones to compare with.`, evidence }
  if (changes.length === 0) return { state: 'pass', said: `The records of ${domain} have not changed.`, evidence }
  return {
    state: 'fail',
    said: `${compareDns(changes)} If that was meant, accept it in the mail diagnostics.`,
    evidence,
  }
}

/** The records that deliveries depend on, by type and name. */
async function readRecords(context: CheckContext, domain: string): Promise<Record<string, string[]>> {
  const { dns } = context.mail
  const policy = await findPolicy(context.mail, domain)
  const keys = (await listKeys(context)).map(nameOfKey)
  const entries: [string, string[]][] = [
    [`MX ${domain}`, await dns.readMailHosts(domain)],
    [`SPF ${domain}`, (await dns.readTexts(domain)).filter((text) => /^v=spf1\b/i.test(text))],
    [`DMARC ${domain}`, policy.records],
  ]
  for (const name of keys) entries.push([`DKIM ${name}`, await dns.readTexts(name)])
  if (entries.every(([, values]) => values.length === 0))
    throw new CouldNotRun(`The domain ${domain} has no records of mail that could change.`)
  return Object.fromEntries(entries.map(([name, values]) => [name, values.toSorted()]))
}
