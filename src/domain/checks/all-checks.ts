import type { Check } from './check.ts'
import { clocksAgree } from './clock/clocks-agree.ts'

/** Every check of the security test, in the order in which they run. */
export const ALL_CHECKS: readonly Check[] = [clocksAgree]
