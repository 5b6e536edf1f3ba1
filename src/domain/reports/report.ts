/** The door of this folder: what other rooms and nouns may use of reports. */

export { type PrunedReports, pruneReports } from './prune-reports.ts'
export { readOwnReports } from './read-own-reports.ts'
export { sendVerification } from './send-verification.ts'
export { type Submission, type Submitted, submitReport } from './submit-report.ts'
export { type Telling, tellShipped, tellStatus } from './tell-reporters.ts'
export { unlinkReporter } from './unlink-reporter.ts'
export { verifyReport } from './verify-report.ts'
