import { LIMIT_CHECKS } from './access/limit-checks.ts'
import { REDIRECT_CHECKS } from './access/redirect-checks.ts'
import { ROUTE_CHECKS } from './access/route-checks.ts'
import { COOKIE_CHECKS } from './answers/cookie-checks.ts'
import { HEADER_CHECKS } from './answers/header-checks.ts'
import { POLICY_CHECKS } from './answers/policy-checks.ts'
import { TLS_CHECKS } from './answers/tls-checks.ts'
import type { Check } from './check.ts'
import { clocksAgree } from './clock/clocks-agree.ts'
import { DRAFT_CHECKS } from './data/draft-checks.ts'
import { FILE_CHECKS } from './data/file-checks.ts'
import { DELIVERY_CHECKS } from './mail/delivery-checks.ts'
import { SENDER_CHECKS } from './mail/sender-checks.ts'
import { PAGE_CHECKS } from './pages/page-checks.ts'
import { PEOPLE_CHECKS } from './state/people-checks.ts'
import { RECORD_CHECKS } from './state/record-checks.ts'
import { STATISTICS_CHECKS } from './state/statistics-checks.ts'
import { WORK_CHECKS } from './state/work-checks.ts'

/** Every check of the security test, in the order in which they run. */
export const ALL_CHECKS: readonly Check[] = [
  ...HEADER_CHECKS,
  ...POLICY_CHECKS,
  ...COOKIE_CHECKS,
  ...TLS_CHECKS,
  ...ROUTE_CHECKS,
  ...REDIRECT_CHECKS,
  ...LIMIT_CHECKS,
  ...DRAFT_CHECKS,
  ...FILE_CHECKS,
  ...PAGE_CHECKS,
  ...RECORD_CHECKS,
  ...PEOPLE_CHECKS,
  ...WORK_CHECKS,
  ...STATISTICS_CHECKS,
  ...SENDER_CHECKS,
  ...DELIVERY_CHECKS,
  clocksAgree,
]
