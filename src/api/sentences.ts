/** Every sentence an API answer may carry that is not the domain's or a schema's own. (design 7: the closed vocabulary) */
export const SENTENCE = {
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  databaseDown: 'The database cannot be reached.',
  notFound: 'There is nothing at this address.',
  methodNotAllowed: 'This address does not take that method.',
  signIn: 'Sign in to continue.',
  notApproved: 'Your account is pending administrator approval.',
  notAllowed: 'Your account may not do this.',
  foreignOrigin: 'This request did not come from our own pages.',
  notJson: 'Send the body as application/json.',
  tooLarge: 'The body is too large.',
  malformed: 'The request could not be read.',
  tooMany: 'Too many requests. Please wait a moment.',
  badCursor: 'This link to the next page is not valid.',
  badLimit: 'The limit is a whole number from 1 to 100.',
  noEvents: 'No published events found',
} as const
