import { generateKeyPairSync } from 'node:crypto'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { MailMeans } from '#src/domain/checks/check.ts'
import { openMailJudge } from '#src/platform/mail-judge.ts'
import { dnsServer, type Zone } from './dns-server.ts'

/** The domain that sends, and where its mails come from. Names of documents, but not among those that are never public. */
export const DOMAIN = 'uptime.example.org'
export const SENDING_IP = '203.0.113.25'

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const pair = rsa(2048)

/** Signs what tests send; its other half is in the DNS. */
export const PRIVATE_KEY = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A DKIM record with a new key of this length. */
export const keyRecord = (bits: number) =>
  `v=DKIM1; k=rsa; p=${rsa(bits).publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

const KEY = `v=DKIM1; k=rsa; p=${pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

/** The DNS of a domain with nothing to complain of. */
const GOOD_ZONE: Zone = {
  [DOMAIN]: { TXT: [`v=spf1 ip4:${SENDING_IP} -all`, 'other=text'], MX: [`10 mx.${DOMAIN}`] },
  [`mx.${DOMAIN}`]: { A: ['203.0.113.26'] },
  [`main._domainkey.${DOMAIN}`]: { TXT: [KEY] },
  [`_dmarc.${DOMAIN}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${DOMAIN}`] },
}

const GOOD_SERVER: Awaited<ReturnType<MailMeans['tryServer']>> = {
  protocol: 'TLSv1.3',
  isSignedIn: true,
  isLocal: false,
  milliseconds: 80,
}

/** A sending domain and a mail server that tests may spoil. */
export async function mailSite() {
  const server = await dnsServer({ ...GOOD_ZONE })
  const current: { server: Awaited<ReturnType<MailMeans['tryServer']>> } = { server: GOOD_SERVER }
  const means: MailMeans = {
    from: `no-reply@${DOMAIN}`,
    selector: 'main',
    dns: server.dns,
    judge: openMailJudge(server.dns.resolve),
    tryServer: async () => current.server,
  }
  /** Replaces some names of the DNS, and what the mail server says. */
  const spoil = ({ zone, server: facts }: Spoiled) => {
    Object.assign(server.zone, zone)
    if (facts) current.server = 'reason' in facts ? facts : { ...GOOD_SERVER, ...facts }
  }
  const mend = () => {
    for (const name of Object.keys(server.zone)) delete server.zone[name]
    Object.assign(server.zone, GOOD_ZONE)
    current.server = GOOD_SERVER
  }
  return { means, spoil, mend, asked: server.asked, close: server.close }
}

/** What is wrong with the sending domain or the mail server. */
export type Spoiled = { zone?: Zone; server?: { reason: string } | Partial<typeof GOOD_SERVER> }

const cut = () => Promise.reject(new CouldNotRun('The DNS did not answer.'))

/** No DNS, no mail server, no judge. */
export const NO_MAIL: MailMeans = {
  from: `no-reply@${DOMAIN}`,
  selector: 'main',
  dns: { readTexts: cut, readMailHosts: cut, hasAddress: cut, resolve: cut },
  judge: { judgeSender: cut, judgeMail: cut },
  tryServer: cut,
}
