const MASK = '[masked]'

/** Names whose values are secrets, in small letters without dashes. `credentials` is not one: a trainer's titles. */
const SECRET_NAME =
  /(?:password|passwordhash|passphrase|secret|tokens?|tokenhash|codehash|credential|credentialid|(?:private|public)(?:key|jwk)|authorization|cookie)$|^(?:otp|hash|codes?|pin)$|(?:recovery|backup|onetime|signin)codes?$/

/**
 * The same value as the audit log may keep it: what stands under the name of a secret is masked, however deep. An empty
 * one stays visible as such. Text loses what PostgreSQL cannot store. (security AZ9)
 */
export function redact(value: unknown): unknown {
  return redactJson(JSON.parse(JSON.stringify(value) ?? 'null'))
}

function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, held]) => [
    redactJson(name),
    isSecret(name) && held !== null ? MASK : redactJson(held),
  ])
  return Object.fromEntries(entries)
}

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/[-_\s]/g, '').toLowerCase())
}
