import parsePhoneNumber from 'libphonenumber-js/mobile'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'

/**
 * A mobile number as `+15551234567`, however it was typed. Throws `invalid` for one that lacks its country, that no mobile phone
 * can have, or that costs whoever writes to it.
 */
export function readPhoneNumber(typed: string): string {
  const number = parsePhoneNumber(typed)
  if (!number?.isValid() || number.ext) {
    throw new Failure('invalid', FACTOR_SENTENCE.phone, { field: 'phone' })
  }
  return number.number
}
