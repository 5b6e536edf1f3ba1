const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** `Nov 21, 2026`, in the reader's own zone. */
export function formatDate(instant: number): string {
  return DAY.format(instant)
}

/** `Nov 21, 2026, 4:12 AM`, in the reader's own zone. */
export function formatTime(instant: number): string {
  return TIME.format(instant)
}
