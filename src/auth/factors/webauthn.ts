import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { FactorChallenge } from '#src/contract/factor.ts'
import type { Factor } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'

// This file and the one for phone numbers are imported where they are used: what they bring is half of what the function
// would otherwise load at every start, and most calls do without.

const TIMEOUT = 5 * 60_000
/** EdDSA, ES256 and RS256: the algorithms that current passkeys use. (RFC 8152) */
const ALGORITHMS = [-8, -7, -257]
type Options = { challenge: string; webauthn: NonNullable<FactorChallenge['webauthn']> }

/** The person a passkey is made for. */
export type PasskeyOwner = { id: string; email: string }

/** What a browser needs to make a passkey; devices of `known` are left out. */
export async function creationOptions(site: LetterSite, owner: PasskeyOwner, known: Factor[]): Promise<Options> {
  const options = await generateRegistrationOptions({
    rpName: site.siteName,
    rpID: relyingParty(site),
    userName: owner.email,
    userDisplayName: owner.email,
    userID: getHandle(owner.id),
    timeout: TIMEOUT,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.flatMap(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { challenge: options.challenge, webauthn: { type: 'create', credential_options: { ...options } } }
}

/** What a browser needs to ask for a passkey: this one, or, without one, whichever the person chooses. */
export async function requestOptions(site: LetterSite, passkey?: Factor): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(site),
    timeout: TIMEOUT,
    userVerification: 'required',
    allowCredentials: passkey ? toDescriptor(passkey) : [],
  })
  return { challenge: options.challenge, webauthn: { type: 'request', credential_options: { ...options } } }
}

type Credential = { credentialId: string; publicKey: string; signCount: number; transports: string[] }

/** The passkey that a browser made for this challenge; undefined for any other answer. (security AN9) */
export async function readCreated(site: LetterSite, challenge: string, sent: unknown): Promise<Credential | undefined> {
  const parsed = created.safeParse(sent)
  if (!parsed.success || isFramed(parsed.data.response.clientDataJSON)) return undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parsed.data,
    expectedChallenge: challenge,
    expectedOrigin: site.siteUrl,
    expectedRPID: relyingParty(site),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  const key = Buffer.from(publicKey).toString('base64url')
  return { credentialId: id, publicKey: key, signCount: counter, transports: parsed.data.response.transports }
}

/** The counter in a passkey's signature of this challenge; undefined unless passkey, site and user verification are right. */
export async function readAsserted(
  site: LetterSite,
  challenge: string,
  { passkey, sent }: { passkey: Factor; sent: unknown },
): Promise<number | undefined> {
  const parsed = asserted.safeParse(sent)
  const credential = toCredential(passkey)
  if (!parsed.success || !credential || parsed.data.id !== credential.id) return undefined
  const { response } = parsed.data
  if (isFramed(response.clientDataJSON)) return undefined
  const handle = 'userHandle' in response ? response.userHandle : undefined
  if (handle && handle !== Buffer.from(getHandle(passkey.userId)).toString('base64url')) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: parsed.data,
    expectedChallenge: challenge,
    expectedOrigin: site.siteUrl,
    expectedRPID: relyingParty(site),
    credential,
    requireUserVerification: true,
  }).catch(refused)
  return verified ? authenticationInfo?.newCounter : undefined
}

/** The library reports faults by throwing; the caller learns no details. */
function refused() {
  return { verified: false, registrationInfo: undefined, authenticationInfo: undefined } as const
}

function relyingParty({ siteUrl }: LetterSite): string {
  return new URL(siteUrl).hostname
}

/** A random id does not identify a person, and a new passkey of an account replaces its old one on the same device. */
function getHandle(userId: string) {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

function toDescriptor({ credentialId, transports }: Factor) {
  return credentialId === null ? [] : [{ id: credentialId, transports: knownTransports(transports ?? []) }]
}

function toCredential({ credentialId, publicKey, signCount }: Factor): WebAuthnCredential | undefined {
  if (credentialId === null || publicKey === null) return undefined
  return { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: signCount ?? 0 }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const extensions = z.object({ credProps: z.object({ rk: z.boolean().optional() }).optional() })

const given = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: extensions.catch({}).transform(({ credProps }) => {
    return credProps?.rk === undefined ? {} : { credProps: { rk: credProps.rk } }
  }),
}
/** The answer of `navigator.credentials.create`, as our pages send it. */
const created = z.object({
  ...given,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.unknown()).catch([]).transform(knownTransports),
  }),
})
/** The answer of `navigator.credentials.get`. */
const asserted = z.object({
  ...given,
  response: z
    .object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z.string().nullish(),
    })
    .transform(({ userHandle, ...rest }) => (userHandle ? { ...rest, userHandle } : rest)),
})

/** True for an answer from inside another site's page: our pages never ask there, and the library accepts some of these. */
function isFramed(clientDataJSON: string): boolean {
  try {
    const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON)
    return crossOrigin === true || topOrigin !== undefined
  } catch {
    return true
  }
}

/** The transports that the standard names. */
function knownTransports(sent: unknown[]) {
  return TRANSPORTS.filter((transport) => sent.includes(transport))
}
