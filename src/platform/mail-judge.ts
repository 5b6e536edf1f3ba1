import type { MailFacts, SpfFacts } from '#src/contract/mail-round-trip.ts'
import type { Resolve } from './dns.ts'

/** Judges as the server of a receiver does, with no other means than the DNS. */
export type MailJudge = {
  judgeSender: (address: string, ip: string) => Promise<SpfFacts>
  /** Judges a mail as it was received, headers of the servers on its way included. Throws for what is no mail. */
  judgeMail: (source: string) => Promise<MailFacts>
}

/** A mail whose signatures ask for more is hostile. */
const MOST_QUESTIONS = 60
const MOST_SIGNATURES = 20
/** Milliseconds after which nothing more is asked. */
const LONGEST = 15_000
/** So that what is counted is how many lookups there are, and not that there are too many. */
const COUNTED = { maxResolveCount: 40, maxVoidCount: 40 }

/** A judge that asks the DNS by `resolve`. Its package is loaded when it is first asked. */
export function openMailJudge(resolve: Resolve): MailJudge {
  return {
    judgeSender: async (address, ip) => {
      const { spf } = await import('mailauth')
      return toSpf(
        await spf({ sender: address, ip, helo: ip, mta: 'localhost', resolver: bounded(resolve), ...COUNTED }),
      )
    },
    judgeMail: async (source) => {
      const { authenticate } = await import('mailauth')
      const resolver = bounded(resolve)
      // BIMI would fetch pictures from addresses that the mail names.
      const options = { trustReceived: true, mta: 'localhost', resolver, disableBimi: true }
      return toFacts(await authenticate(source.replace(/\r?\n/g, '\r\n'), options))
    },
  }
}

/** Throws as a server does that refuses to answer, once there were too many questions or it takes too long. */
function bounded(resolve: Resolve): Resolve {
  const end = performance.now() + LONGEST
  let asked = 0
  return (name, type) => {
    asked += 1
    if (asked <= MOST_QUESTIONS && performance.now() < end) return resolve(name, type)
    return Promise.reject(Object.assign(new Error('Too many questions'), { code: 'EREFUSED' }))
  }
}

type Result = Awaited<ReturnType<typeof import('mailauth').authenticate>>

/** A mail may name domains of any length; DNS names have at most 253 characters. */
const short = (name: string) => name.slice(0, 253)

function toSpf(found: Result['spf']): SpfFacts {
  if (found === false || !found['client-ip']) return { result: 'none', domain: null, lookups: 0, voids: 0 }
  const { status, domain, lookups } = found
  return {
    result: status.result,
    domain: domain ? short(domain) : null,
    lookups: lookups?.count ?? 0,
    voids: lookups?.void ?? 0,
  }
}

function toFacts({ spf, dkim, dmarc, arc }: Result): MailFacts {
  const [from] = dkim.headerFrom
  const header = (name: string) => {
    const line = dkim.headers?.parsed.find(({ key }) => key === name)?.line.toString()
    return line?.slice(line.indexOf(':') + 1).trim() ?? null
  }
  return {
    ip: (spf !== false && spf['client-ip']) || null,
    fromDomain: from === undefined ? null : short(from.slice(from.lastIndexOf('@') + 1).toLowerCase()),
    spf: toSpf(spf),
    signatures: dkim.results.slice(0, MOST_SIGNATURES).flatMap(toSignature),
    dmarc: toDmarc(dmarc),
    arc: arc === false ? 'none' : arc.status.result,
    unsubscribe: { list: header('list-unsubscribe'), post: header('list-unsubscribe-post') },
  }
}

function toSignature(found: Result['dkim']['results'][number]): MailFacts['signatures'] {
  const { signingDomain: domain, selector, status, modulusLength, signingHeaders } = found
  if (!domain || !selector) return []
  const isBodyIntact = found.bodyHash === found.bodyHashExpecting
  const signed = (signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/)
  const names = { domain: short(domain), selector: short(selector) }
  return [{ result: status.result, ...names, bits: modulusLength ?? null, isBodyIntact, signed }]
}

/** The types of the package do not say that the policy and the alignment are missing where there is no record. */
function toDmarc(found: Partial<Exclude<Result['dmarc'], false>> | false): MailFacts['dmarc'] {
  if (found === false || found.status === undefined) return null
  const { spf, dkim } = found.alignment ?? {}
  const aligned = spf &&
    dkim && { spf: Boolean(spf.result), dkim: Boolean(dkim.result), isStrict: spf.strict || dkim.strict }
  return { result: found.status.result, policy: found.policy ?? null, aligned: aligned ?? null }
}
