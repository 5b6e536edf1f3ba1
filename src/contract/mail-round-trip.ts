import { z } from 'zod'
import type { CheckState } from './checks.ts'
import { emailAddress } from './email.ts'
import type { Instant } from './instant.ts'
import { enumerate } from './plural.ts'

/** The header by which a mail of a round trip is recognized. */
export const ROUND_TRIP_HEADER = 'X-Round-Trip'
/** The most characters of a source. */
export const MOST_SOURCE = 256 * 1024

const SOURCE_TOO_LONG = 'The source must have at most 256 KB.'
export const WRONG_SOURCE = `This is not the source of the mail of this round trip: its header ${ROUND_TRIP_HEADER} is missing or another one.`
export const ALREADY_RECEIVED = 'The source of this mail is already there.'

/** Body of `POST /api/admin/mail-round-trips`: who gets the marked mail. */
export const roundTripInput = z.strictObject({ to: emailAddress })

/** Body of `POST /api/admin/mail-round-trips/{id}/source`: the mail as it was received, with all its headers. */
export const roundTripSource = z.strictObject({
  source: z.string().trim().min(1, 'The source is required').max(MOST_SOURCE, SOURCE_TOO_LONG),
})

/** What SPF says of a sender. */
export type SpfFacts = {
  /** `pass`, `fail`, `softfail`, `neutral`, `none`, `temperror`, `permerror` */
  result: string
  /** The domain that was asked about. */
  domain: string | null
  /** Questions to the DNS beyond the first, and those that had no answer. */
  lookups: number
  voids: number
}

/** One DKIM signature of a mail. */
type SignatureFacts = {
  /** `pass`, `fail`, `neutral`, `policy`, `temperror`, `permerror` */
  result: string
  domain: string
  selector: string
  /** The length of an RSA key; null for others and if the key could not be read. */
  bits: number | null
  /** False if the body is not the one that was signed. */
  isBodyIntact: boolean
  /** The names of the signed header fields, in small letters. */
  signed: string[]
}

/** What a receiver finds out about a mail. */
export type MailFacts = {
  /** The address from which the receiver got the mail, by its own account. */
  ip: string | null
  fromDomain: string | null
  spf: SpfFacts
  signatures: SignatureFacts[]
  /** Null if the mail names no sender, or senders of several domains. `aligned` is null without a policy. */
  dmarc: {
    result: string
    policy: string | null
    aligned: { spf: boolean; dkim: boolean; isStrict: boolean } | null
  } | null
  /** The same words; `none` for a mail that was not forwarded with a seal. */
  arc: string
  /** The values of the headers that offer to unsubscribe; null for one that is missing. */
  unsubscribe: { list: string | null; post: string | null }
}

/** What is judged, in the order in which it is shown. */
export const ROUND_TRIP_CHECKS = {
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  alignment: 'Alignment',
  arc: 'ARC',
  unsubscribe: 'Unsubscribe headers',
} as const

export type RoundTripVerdict = { check: keyof typeof ROUND_TRIP_CHECKS; state: CheckState; said: string }

const verdict = z.object({
  check: z.enum(['spf', 'dkim', 'dmarc', 'alignment', 'arc', 'unsubscribe']),
  state: z.enum(['pass', 'warn', 'fail', 'unknown']),
  said: z.string(),
})

/** The verdicts, and what the checks of the sending domain go on from. */
export const roundTripResults = z.object({
  verdicts: z.array(verdict),
  /** Where the mail came from, and the domain to which bounces go; null if the source does not say. */
  ip: z.string().nullable(),
  bounceDomain: z.string().nullable(),
  fromDomain: z.string().nullable(),
  /** The valid signatures. */
  signatures: z.array(z.object({ domain: z.string(), selector: z.string() })),
  /** Whether DMARC would accept the mail; null if there is no policy. */
  isAligned: z.boolean().nullable(),
})

export type RoundTripResults = z.output<typeof roundTripResults>

/** `expired`: no source came within a week. */
export type RoundTripState = 'waiting' | 'judging' | 'judged' | 'expired'

/** One round trip as the screen shows it. */
export type MailRoundTrip = {
  id: string
  /** In the subject of the mail. */
  token: string
  state: RoundTripState
  /** A username. */
  by: string
  createdAt: Instant
  receivedAt: Instant | null
  results: RoundTripResults | null
}

/** One group of records of the sending domain, before and after a change. */
export type DnsChange = { name: string; before: string[]; after: string[] }

/** The DNS records of the sending domain, and whether they are the accepted ones. */
export type DnsRecords = {
  /** Null until the checks have run. */
  domain: string | null
  /** Since when the records are as they are, and how they differ from the accepted ones. */
  id: string | null
  at: Instant | null
  records: { name: string; values: string[] }[]
  changes: DnsChange[]
}

type Judged = Omit<RoundTripVerdict, 'check'>

/** A sentence for each of the checks of a round trip. (https://www.rfc-editor.org/rfc/rfc9989, RFC 8058) */
export function judgeFacts(facts: MailFacts): RoundTripVerdict[] {
  return [
    { check: 'spf', ...judgeSpf(facts) },
    { check: 'dkim', ...judgeDkim(facts) },
    { check: 'dmarc', ...judgeDmarc(facts) },
    { check: 'alignment', ...judgeAlignment(facts) },
    { check: 'arc', ...judgeArc(facts) },
    { check: 'unsubscribe', ...judgeUnsubscribe(facts) },
  ]
}

const pass = (said: string): Judged => ({ state: 'pass', said })
const warn = (said: string): Judged => ({ state: 'warn', said })
const fail = (said: string): Judged => ({ state: 'fail', said })
const unknown = (said: string): Judged => ({ state: 'unknown', said })

const NO_DNS = 'The DNS did not answer. Please try again later.'

function judgeSpf({ ip, spf: { result, domain } }: MailFacts): Judged {
  if (ip === null || domain === null) return unknown('The source does not say from which address the mail came.')
  if (result === 'pass') return pass(`The domain ${domain} allows ${ip} to send its mail.`)
  if (result === 'softfail')
    return warn(`The domain ${domain} does not name ${ip}, and asks receivers to be suspicious of it.`)
  if (result === 'neutral') return warn(`The domain ${domain} does not say whether ${ip} may send its mail.`)
  if (result === 'none') return fail(`The domain ${domain} has no SPF record.`)
  if (result === 'temperror') return unknown(NO_DNS)
  if (result === 'permerror') return fail(`The SPF record of ${domain} has an error, so receivers ignore it.`)
  return fail(`The domain ${domain} does not allow ${ip} to send its mail.`)
}

function judgeDkim({ signatures }: MailFacts): Judged {
  const valid = signatures.find(({ result }) => result === 'pass')
  if (valid) {
    const { domain, selector, bits } = valid
    const said = `The signature of ${domain} with the key ${selector} is valid`
    return bits !== null && bits < 2048 ? warn(`${said}, but the key has only ${bits} bits.`) : pass(`${said}.`)
  }
  const [first] = signatures
  if (!first) return fail('The mail has no DKIM signature.')
  const { domain, selector, isBodyIntact, result } = first
  if (result === 'temperror') return unknown(NO_DNS)
  if (!isBodyIntact)
    return fail(`The text of the mail is not the one that ${domain} signed. Was the whole source copied, unchanged?`)
  if (result === 'neutral' || result === 'permerror')
    return fail(`The key ${selector} of ${domain} cannot be found or used.`)
  return fail(`The signature of ${domain} does not match the headers of the mail or its key.`)
}

function judgeDmarc({ fromDomain, dmarc }: MailFacts): Judged {
  if (dmarc === null || fromDomain === null)
    return fail('The mail does not have exactly one sender in its header From.')
  const { result, policy } = dmarc
  if (result === 'none') return warn(`The domain ${fromDomain} has no DMARC record.`)
  if (result === 'temperror') return unknown(NO_DNS)
  if (result !== 'pass') return fail(`DMARC fails for ${fromDomain}, and its policy is ${policy ?? 'unknown'}.`)
  return policy === 'none'
    ? warn(`DMARC passes for ${fromDomain}, but its policy "none" protects it from nothing.`)
    : pass(`DMARC passes for ${fromDomain}, and its policy is ${policy}.`)
}

function judgeAlignment({ fromDomain, spf, signatures, dmarc }: MailFacts): Judged {
  const aligned = dmarc?.aligned
  if (!aligned) return unknown('Without a DMARC policy, no domain has to match the one in From.')
  if (aligned.spf && aligned.dkim) return pass(`SPF and DKIM both count for ${fromDomain}.`)
  if (aligned.dkim) return pass(`DKIM counts for ${fromDomain}. SPF does not, which is usual with a mail provider.`)
  if (aligned.spf) return warn(`Only SPF counts for ${fromDomain}, so a mail that is forwarded fails.`)
  const valid = signatures.filter(({ result }) => result === 'pass').map(({ domain }) => domain)
  const others = [...new Set([...(spf.result === 'pass' && spf.domain ? [spf.domain] : []), ...valid])]
  if (others.length === 0) return fail(`Neither SPF nor DKIM is valid, so nothing counts for ${fromDomain}.`)
  const how = aligned.isStrict ? 'exactly ' : ''
  return fail(`SPF and DKIM are valid for ${enumerate(others)}, which is not ${how}${fromDomain}.`)
}

function judgeArc({ arc }: MailFacts): Judged {
  if (arc === 'none') return pass('The mail was not forwarded with a seal.')
  if (arc === 'pass') return pass('The mail was forwarded, and all seals are valid.')
  return arc === 'temperror' ? unknown(NO_DNS) : warn('The mail was forwarded, and a seal is not valid.')
}

function judgeUnsubscribe({ unsubscribe: { list, post }, signatures }: MailFacts): Judged {
  if (list === null || post === null) return fail('A header that offers to unsubscribe with one click was removed.')
  if (!/<https:\/\//i.test(list) || !/^List-Unsubscribe=One-Click$/i.test(post.trim()))
    return fail('A header that offers to unsubscribe with one click was changed.')
  const needed = ['list-unsubscribe', 'list-unsubscribe-post']
  const isSigned = signatures.some(
    ({ result, signed }) => result === 'pass' && needed.every((name) => signed.includes(name)),
  )
  return isSigned
    ? pass('The headers that offer to unsubscribe with one click are there and signed.')
    : warn('No valid signature covers the headers that offer to unsubscribe, so mail programs may ignore them.')
}
