import { vi } from 'vitest'

/**
 * Tests do not wait for the full steps at which the endpoints of accounts answer: 470 calls would wait 100 s in all.
 * `even-time.test.ts` tests the wait itself; `tests/accounts/timing.test.ts` tests which endpoints ask for it.
 */
vi.mock('#src/auth/even-time.ts', () => ({
  inEvenTime: vi.fn((_step: number, work: () => Promise<unknown>) => work()),
}))
