import { UNFORESEEN } from '#src/contract/failure.ts'

/** The sentences of API answers that are not defined by the domain or a schema. (architecture 7: the closed vocabulary) */
export const SENTENCE = {
  internal: UNFORESEEN,
  unavailable: 'The service is not available right now. Please try again in a moment.',
  databaseDown: 'The database cannot be reached.',
  notFound: 'There is nothing at this address.',
  methodNotAllowed: 'This address does not support that method.',
  signIn: 'Sign in to continue.',
  vendorSignIn: 'Sign in to the vendor portal to continue.',
  notApproved: 'Your account is pending administrator approval.',
  notAllowed: 'Your account is not allowed to do this.',
  foreignOrigin: 'This request did not come from this site.',
  notJson: 'Send the body as application/json.',
  notSigned: 'The signature of this report is missing or wrong.',
  notForm: 'Send the body as a form.',
  tooLarge: 'The body is too large.',
  malformed: 'The request could not be read.',
  tooMany: 'Too many requests. Please wait a moment.',
  badCursor: 'The link to the next page is not valid.',
  badLimit: 'The limit must be a whole number from 1 to 100.',
  badKey: 'An Idempotency-Key must have 8 to 200 visible characters.',
  noEvents: 'No published events found',
} as const
