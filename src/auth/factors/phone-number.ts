import parsePhoneNumber from 'libphonenumber-js/max'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'

/** Numbers that cost whoever writes to them, or that reach no phone. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL'])

/** A phone number as `+15551234567`, however it was typed. Throws `invalid` for one that is none, or lacks its country. */
export function readPhoneNumber(typed: string): string {
  const number = parsePhoneNumber(typed)
  if (!number?.isValid() || number.ext || REFUSED.has(number.getType() ?? '')) {
    throw new Failure('invalid', FACTOR_SENTENCE.phone, { field: 'phone' })
  }
  return number.number
}
