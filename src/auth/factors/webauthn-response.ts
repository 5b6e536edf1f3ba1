import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { z } from 'zod'

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
/** What `navigator.credentials.create` answers, as our pages send it. */
export const created = z.object({
  ...given,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.unknown()).catch([]).transform(knownTransports),
  }),
})
/** What `navigator.credentials.get` answers. */
export const asserted = z.object({
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

/** True for an answer given inside another site's page: ours never ask there, and the library lets some pass. */
export function isFramed(clientDataJSON: string): boolean {
  try {
    const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON)
    return crossOrigin === true || topOrigin !== undefined
  } catch {
    return true
  }
}

/** Those ways to reach a device that the standard names. */
export function knownTransports(sent: unknown[]) {
  return TRANSPORTS.filter((transport) => sent.includes(transport))
}
