import type { Wish } from './wish.ts'

/** Reports that came in one month, by kind. */
export type MonthOfReports = {
  /** `2026-11`, in UTC. */
  month: string
  problem: number
  improvement: number
  /** How many of both kinds were verified. */
  verified: number
}

/** How it goes with what people tell us. */
export type FeedbackFigures = {
  /** The last twelve months, oldest first; months without a report are there too. */
  months: MonthOfReports[]
  /** Of verified reports that were resolved in these months: how many, and what half of them took at most, in milliseconds. */
  resolved: { count: number; median: number | null }
  /** Reports that somebody waits for, those merged into another aside. */
  waiting: { unverified: number; open: number; in_progress: number }
}

/** Answer of `GET /api/admin/feedback`. */
export type Feedback = {
  figures: FeedbackFigures
  /** What the feedback page tells under 'You asked, we did', in its order. */
  told: Wish[]
  /** What is shipped and not told there, the latest first; at most 50. */
  untold: Wish[]
}
