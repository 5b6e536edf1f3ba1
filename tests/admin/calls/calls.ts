import { IMPORT_READS, IMPORT_WRITES } from './analytics-import-calls.ts'
import type { ReadCall, WriteCall } from './call.ts'
import { CHANGE_SET_READS, CHANGE_SET_WRITES } from './change-set-calls.ts'
import { CONTENT_READS, CONTENT_WRITES } from './content-calls.ts'
import { EVENT_READS, EVENT_WRITES } from './event-calls.ts'
import { EVENT_PART_READS, EVENT_PART_WRITES } from './event-part-calls.ts'
import { FORUM_READS, FORUM_WRITES } from './forum.ts'
import { LIBRARY_READS, LIBRARY_WRITES } from './library-calls.ts'
import { LOGISTICS_READS, LOGISTICS_TEST, LOGISTICS_WRITES, RUN_SHEET_WRITES } from './logistics.ts'
import { MAIL_RULE_READS, MAIL_RULE_WRITES } from './mail-rules.ts'
import { PEOPLE_READS, PEOPLE_WRITES } from './people-calls.ts'
import { REPORT_READS, REPORT_WRITES } from './reports.ts'
import { ORDER_READS, ORDER_WRITES } from './shop.ts'
import { SHOP_READS, SHOP_WRITES } from './shop-calls.ts'
import { SITE_READS, SITE_WRITES } from './site-calls.ts'
import { TASK_READS, TASK_WRITES } from './task-calls.ts'
import { WISH_READS, WISH_WRITES } from './wishes.ts'

/** A good call of every route there is, by its name. A new route must be added here, or the tests that walk all routes fail. */
export const WRITE_CALLS: Record<string, WriteCall> = {
  ...CONTENT_WRITES,
  ...CHANGE_SET_WRITES,
  ...EVENT_WRITES,
  ...EVENT_PART_WRITES,
  ...FORUM_WRITES,
  ...IMPORT_WRITES,
  ...LIBRARY_WRITES,
  ...LOGISTICS_WRITES,
  ...LOGISTICS_TEST,
  ...RUN_SHEET_WRITES,
  ...MAIL_RULE_WRITES,
  ...ORDER_WRITES,
  ...PEOPLE_WRITES,
  ...REPORT_WRITES,
  ...SHOP_WRITES,
  ...SITE_WRITES,
  ...TASK_WRITES,
  ...WISH_WRITES,
}
export const READ_CALLS: Record<string, ReadCall> = {
  ...CONTENT_READS,
  ...CHANGE_SET_READS,
  ...EVENT_READS,
  ...EVENT_PART_READS,
  ...FORUM_READS,
  ...IMPORT_READS,
  ...LIBRARY_READS,
  ...LOGISTICS_READS,
  ...MAIL_RULE_READS,
  ...ORDER_READS,
  ...PEOPLE_READS,
  ...REPORT_READS,
  ...SHOP_READS,
  ...SITE_READS,
  ...TASK_READS,
  ...WISH_READS,
}
