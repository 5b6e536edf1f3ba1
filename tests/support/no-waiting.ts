import crypto, { type Argon2Parameters } from 'node:crypto'
import { vi } from 'vitest'

/**
 * Tests do not wait for the full steps at which the endpoints of accounts answer: 470 calls would wait 100 s in all.
 * `even-time.test.ts` tests the wait itself; `tests/accounts/timing.test.ts` tests which endpoints ask for it.
 */
vi.mock('#src/auth/even-time.ts', () => ({
  inEvenTime: vi.fn((_step: number, work: () => Promise<unknown>) => work()),
}))

/** The memory of today's hashes, in KiB. Should it change, the tests are only slower. */
const TODAYS_MEMORY = 28_672
const { argon2 } = crypto

/**
 * Passwords are hashed with the least memory that Argon2 takes: each hash at today's cost is 45 ms of a processor. A hash of any
 * other cost is made as it says. `passwords.test.ts` holds the real cost. (security AN1)
 */
function cheapArgon2(...[algorithm, parameters, callback]: Parameters<typeof argon2>): void {
  const cheap: Partial<Argon2Parameters> = parameters.memory === TODAYS_MEMORY ? { memory: 8, passes: 1 } : {}
  argon2(algorithm, { ...parameters, ...cheap }, callback)
}

// The files of one process share its modules: what one of them has put there is not wrapped again.
if (argon2?.name !== cheapArgon2.name) Object.assign(crypto, { argon2: cheapArgon2 })
