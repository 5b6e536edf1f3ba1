import { createPublicKey } from 'node:crypto'
import { CouldNotRun } from '#src/contract/checks.ts'
import { plural } from '#src/contract/plural.ts'
import { readLastJudged } from '../../mail-round-trips/mail-round-trips.ts'
import type { Check, CheckContext, Finding, MailMeans } from '../check.ts'

const shared = { group: 'mail', mend: '/admin/email-diagnostics', every: 'round', retries: 0, blips: 0 } as const

/** What receivers ask the DNS to know whether a mail is ours. */
export const SENDER_CHECKS: readonly Check[] = [
  { ...shared, key: 'mail.spf', title: 'SPF record', run: checkSpf },
  { ...shared, key: 'mail.dkim', title: 'DKIM key', run: checkDkim },
  { ...shared, key: 'mail.dmarc', title: 'DMARC policy', run: checkDmarc },
]

/** Names that are for private networks, tests and documents. (RFC 2606, RFC 6761, RFC 6762) */
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|localdomain|internal|lan|test|invalid|example)$/
const DOMAIN = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/

/** The domain that mails come from. Throws `CouldNotRun` for one that other networks do not know. */
export function senderDomain({ from }: Pick<MailMeans, 'from'>): string {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  if (NOT_PUBLIC.test(domain) || !DOMAIN.test(domain))
    throw new CouldNotRun(`Mail comes from ${domain}, which is not a public domain. MAIL_FROM names another one.`)
  return domain
}

/** RFC 7208, section 4.6.4. */
const MOST_LOOKUPS = 10
const MOST_VOIDS = 2
/** An address of no one, so that what the record says of all others is evaluated. (RFC 5737) */
const NOBODY = '192.0.2.1'

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)

async function checkSpf({ db, mail }: CheckContext): Promise<Finding> {
  const domain = senderDomain(mail)
  const records = (await mail.dns.readTexts(domain)).filter(isSpf)
  const evidence = { domain, records }
  if (records.length !== 1) {
    const said = records.length === 0 ? 'has no SPF record' : `has ${records.length} SPF records, so none counts`
    return { state: 'fail', said: `The domain ${domain} ${said}.`, evidence }
  }
  const others = await mail.judge.judgeSender(mail.from, NOBODY)
  if (others.result === 'temperror') throw new CouldNotRun(`The DNS did not answer about the SPF record of ${domain}.`)
  const fault = faultOf(others)
  if (fault) return { ...fault, evidence: { ...evidence, ...others } }
  const { ip, bounceDomain } = (await readLastJudged(db)) ?? {}
  if (ip && bounceDomain === domain) {
    const own = await mail.judge.judgeSender(mail.from, ip)
    if (own.result !== 'pass' && own.result !== 'temperror')
      return { state: 'fail', said: `The record does not allow ${ip}, from which the last round trip came.`, evidence }
  }
  const lookups = plural(others.lookups, 'lookup')
  const said = `The SPF record of ${domain} needs ${lookups} and excludes all other servers.`
  return { state: 'pass', said, evidence: { ...evidence, ...others } }
}

type Spf = Awaited<ReturnType<MailMeans['judge']['judgeSender']>>

function faultOf({ result, lookups, voids }: Spf): Finding | undefined {
  if (lookups > MOST_LOOKUPS)
    return { state: 'fail', said: `The SPF record needs ${lookups} lookups; receivers make at most ${MOST_LOOKUPS}.` }
  if (voids > MOST_VOIDS)
    return { state: 'fail', said: `The SPF record has ${voids} lookups that find nothing; at most ${MOST_VOIDS} may.` }
  if (result === 'fail' || result === 'softfail') return undefined
  if (result === 'pass') return { state: 'fail', said: 'The SPF record allows every server to send as us.' }
  if (result === 'neutral')
    return { state: 'warn', said: 'The SPF record says nothing of other servers: it ends with neither ~all nor -all.' }
  return { state: 'fail', said: 'The SPF record has an error, so receivers ignore it.' }
}

type Key = { domain: string; selector: string }

/** Keys that sign our mail: the one the environment names, and those of the last round trip. */
export async function listKeys({ db, mail }: Pick<CheckContext, 'db' | 'mail'>): Promise<Key[]> {
  const domain = senderDomain(mail)
  const seen = (await readLastJudged(db))?.signatures ?? []
  const named = mail.selector === undefined ? [] : [{ domain, selector: mail.selector }]
  const others = seen.filter((key) => isRelated(key.domain, domain))
  const isNamed = (key: Key) => key.selector === mail.selector && key.domain === domain
  return [...named, ...others.filter((key) => !isNamed(key) && /^[\w.-]{1,100}$/.test(key.selector))]
}

/** True for the same domain and for one above or below it. A provider's own signature says nothing of ours. */
function isRelated(a: string, b: string): boolean {
  return DOMAIN.test(a) && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}

/** Where the key is published. */
export const nameOfKey = ({ domain, selector }: Key) => `${selector}._domainkey.${domain}`

async function checkDkim(context: CheckContext): Promise<Finding> {
  const keys = await listKeys(context)
  if (keys.length === 0) throw new CouldNotRun('No DKIM key is known. Set DKIM_SELECTOR, or make a round trip.')
  const found: (Finding & { name: string })[] = []
  for (const key of keys) {
    const name = nameOfKey(key)
    found.push({ name, ...judgeKey(name, await context.mail.dns.readTexts(name)) })
  }
  const worst = found.find(({ state }) => state === 'fail') ?? found.find(({ state }) => state === 'warn') ?? found[0]
  if (!worst) throw new CouldNotRun('No DKIM key is known.')
  return { state: worst.state, said: worst.said, evidence: { keys: found.map(({ name, said }) => ({ name, said })) } }
}

/** The tags of a DKIM or DMARC record. (RFC 6376, section 3.2) */
function readTags(record: string): Map<string, string> {
  const parts = record.split(';').map((part) => /^\s*([a-z]\w*)\s*=\s*(.*?)\s*$/is.exec(part))
  return new Map(parts.flatMap((part) => (part ? [[part[1] ?? '', part[2] ?? '']] : [])))
}

function judgeKey(name: string, texts: string[]): Finding {
  const records = texts.filter((text) => readTags(text).has('p'))
  const [record] = records
  if (record === undefined) return { state: 'fail', said: `There is no DKIM key at ${name}.` }
  if (records.length > 1) return { state: 'fail', said: `There are ${records.length} DKIM keys at ${name}.` }
  const tags = readTags(record)
  const key = (tags.get('p') ?? '').replace(/\s/g, '')
  if (key === '') return { state: 'fail', said: `The DKIM key at ${name} is revoked.` }
  const bits = countBits(key, tags.get('k') ?? 'rsa')
  if (bits === undefined || (tags.get('v') ?? 'DKIM1') !== 'DKIM1')
    return { state: 'fail', said: `The DKIM key at ${name} cannot be read.` }
  if (bits === null) return { state: 'pass', said: `The DKIM key at ${name} is an Ed25519 key.` }
  if (bits < 1024) return { state: 'fail', said: `The DKIM key at ${name} has ${bits} bits; receivers ignore it.` }
  if (bits < 2048) return { state: 'warn', said: `The DKIM key at ${name} has ${bits} bits; 2048 are usual.` }
  if (tags.get('t')?.split(':').includes('y'))
    return { state: 'warn', said: `The DKIM key at ${name} is marked as a test, so receivers may ignore it.` }
  return { state: 'pass', said: `The DKIM key at ${name} has ${bits} bits.` }
}

/** The bits of an RSA key; null for an Ed25519 key, undefined for what is neither. */
function countBits(base64: string, type: string): number | null | undefined {
  const der = Buffer.from(base64, 'base64')
  if (type.toLowerCase() === 'ed25519') return der.length === 32 ? null : undefined
  for (const kind of ['spki', 'pkcs1'] as const) {
    try {
      const bits = createPublicKey({ key: der, format: 'der', type: kind }).asymmetricKeyDetails?.modulusLength
      if (bits !== undefined) return bits
    } catch {}
  }
  return undefined
}

const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)

/** The name that the policy for a domain is found at, and the records there: its own or those of a domain above. (RFC 9989) */
export async function findPolicy(
  { dns }: Pick<MailMeans, 'dns'>,
  domain: string,
): Promise<{ name: string; records: string[] }> {
  const labels = domain.split('.').slice(-8)
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = `_dmarc.${labels.slice(from).join('.')}`
    const records = (await dns.readTexts(name)).filter(isDmarc)
    if (records.length > 0) return { name, records }
  }
  return { name: `_dmarc.${domain}`, records: [] }
}

async function checkDmarc({ db, mail }: CheckContext): Promise<Finding> {
  const domain = senderDomain(mail)
  const { name, records } = await findPolicy(mail, domain)
  const evidence = { name, records }
  const [record] = records
  if (record === undefined) return { state: 'fail', said: `There is no DMARC record for ${domain}.`, evidence }
  if (records.length > 1)
    return { state: 'fail', said: `There are ${records.length} DMARC records at ${name}, so none counts.`, evidence }
  const last = await readLastJudged(db)
  // Without a valid signature, the source may have been copied with a mistake.
  if (last?.isAligned === false && last.fromDomain === domain && last.signatures.length > 0)
    return { state: 'fail', said: 'DMARC refused the last round trip: neither SPF nor DKIM counted.', evidence }
  return { ...judgePolicy(readTags(record), name === `_dmarc.${domain}`), evidence }
}

function judgePolicy(tags: Map<string, string>, isOwn: boolean): Finding {
  const own = tags.get('p')?.toLowerCase()
  const policy = isOwn ? own : (tags.get('sp')?.toLowerCase() ?? own)
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return { state: 'fail', said: 'The DMARC record has no policy that receivers know.' }
  if (policy === 'none') return { state: 'warn', said: 'The DMARC policy is "none": forged mail is delivered.' }
  if (tags.get('t')?.toLowerCase() === 'y')
    return { state: 'warn', said: `The DMARC policy "${policy}" is marked as a test and weakened by receivers.` }
  const reports = tags.has('rua') ? 'and reports are sent' : 'without reports'
  return { state: 'pass', said: `The DMARC policy is "${policy}", ${reports}.` }
}
