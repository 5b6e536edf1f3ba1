import { provideSecretKeys } from '#db/sealed.ts'

/** What seals secrets in tests, and in the products that they start. */
export const TEST_SECRET_KEY = 'k'.repeat(43)

/** Has this process seal and open secrets with that key. */
export function provideTestKey(): void {
  provideSecretKeys([TEST_SECRET_KEY])
}
