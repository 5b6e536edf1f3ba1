import type { WishStatus } from '#src/contract/report.ts'

/** The columns of the board. */
export const COLUMN_NAMES = {
  idea: 'Idea',
  planned: 'Planned',
  in_progress: 'In progress',
  shipped: 'Shipped',
  declined: 'Declined',
} as const satisfies Record<WishStatus, string>

/** `1 report`, `3 reports`. */
export function reportsWord(count: number): string {
  return `${count} ${count === 1 ? 'report' : 'reports'}`
}
