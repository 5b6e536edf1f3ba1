import { isIP } from 'node:net'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'

const DAY = 86_400_000

/** What the site's certificate and connection say. */
export type TlsFacts = {
  /** `TLSv1.3` */
  protocol: string | null
  /** True if a browser would trust the certificate for this name now. */
  isTrusted: boolean
  daysLeft: number
  /** The host names for which the certificate is good. */
  names: string[]
  /** True if TLS 1.0 and 1.1 are refused. */
  refusesOldVersions: boolean
}

/** The name for TLS to ask for: an address has none. */
export function nameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}

type Dialling = { host: string; address: string; port: number; signal: AbortSignal; now: Instant }

/** Opens a connection to see what it is worth, and a second one with versions that should be refused. */
export async function readTls({ host, address, port, signal, now }: Dialling): Promise<TlsFacts> {
  const socket = await shakeHands({ host, address, port, signal })
  if (!socket) throw new CouldNotRun('No encrypted connection to the site can be opened.')
  const { valid_to: validTo, subjectaltname: names = '' } = socket.getPeerCertificate()
  const protocol = socket.getProtocol()
  const isTrusted = socket.authorized
  socket.destroy()
  return {
    protocol,
    isTrusted,
    daysLeft: Math.floor((Date.parse(validTo) - now) / DAY),
    names: names.split(', ').map((name) => name.replace(/^DNS:/, '')),
    refusesOldVersions: await refusesOld({ host, address, port, signal }),
  }
}

async function refusesOld(dialling: Omit<Dialling, 'now'>): Promise<boolean> {
  const socket = await shakeHands(dialling, 'TLSv1.1')
  socket?.destroy()
  return socket === undefined
}

/** A connection, with at most this version; undefined if it is refused. A certificate that is not good is looked at, not refused. */
function shakeHands(
  { host, address, port, signal }: Omit<Dialling, 'now'>,
  most?: SecureVersion,
): Promise<TLSSocket | undefined> {
  const { promise, resolve } = Promise.withResolvers<TLSSocket | undefined>()
  // OpenSSL itself offers versions this old only at its lowest level of security.
  const old = most && { minVersion: 'TLSv1' as const, maxVersion: most, ciphers: 'DEFAULT@SECLEVEL=0' }
  const socket = connect({ host: address, port, rejectUnauthorized: false, ...nameOf(host), ...old })
  const giveUp = () => {
    socket.destroy()
    resolve(undefined)
  }
  socket.once('secureConnect', () => resolve(socket)).on('error', giveUp)
  signal.addEventListener('abort', giveUp, { once: true })
  return promise
}
