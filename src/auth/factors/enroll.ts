import parsePhoneNumber from 'libphonenumber-js/mobile'
import type { Db } from '#db/client.ts'
import { type EnrolledFactor, type EnrollFactorInput, FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { enrollFactor, type NewFactor } from '#src/domain/factors/change-factors.ts'
import { toFactorInfo } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'
import { enrollment, newSecret } from './totp.ts'

type Enrolling = { site: LetterSite; now: Instant }

/**
 * Begins an enrollment. The secret of an authenticator app is returned only this once. Throws `invalid` for an invalid phone
 * number.
 */
export async function enroll(
  db: Db,
  { id, email }: Viewer,
  input: EnrollFactorInput,
  { site, now }: Enrolling,
): Promise<EnrolledFactor> {
  const factor = await enrollFactor(db, id, await toFactor(input), now)
  const info = toFactorInfo(factor)
  if (input.factor_type !== 'totp' || factor.secret === null) return info
  return { ...info, totp: enrollment(factor.secret, { issuer: input.issuer ?? site.siteName, email }) }
}

async function toFactor(input: EnrollFactorInput): Promise<NewFactor> {
  const factor = { factorType: input.factor_type, friendlyName: input.friendly_name }
  if (input.factor_type === 'totp') return { ...factor, secret: newSecret() }
  if (input.factor_type === 'webauthn') return factor
  return { ...factor, phone: readPhoneNumber(input.phone) }
}

/**
 * A mobile number as `+15551234567`, however it was typed. Throws `invalid` for one without a country, that no mobile
 * phone can have, or with premium rates.
 */
function readPhoneNumber(typed: string): string {
  const number = parsePhoneNumber(typed)
  if (!number?.isValid() || number.ext) {
    throw new Failure('invalid', FACTOR_SENTENCE.phone, { field: 'phone' })
  }
  return number.number
}
