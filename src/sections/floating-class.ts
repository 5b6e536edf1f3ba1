/**
 * The Report Issue button: a key with an edge that shows on anything it floats over; where the window has a margin, a tab in
 * that margin, over nothing. What it asks of pages that scroll below it is not asked of itself.
 */
export const floatingClass =
  'pointer-events-auto -scroll-mb-24 border-2 border-signal [box-shadow:0_10px_24px_-8px_rgb(0_0_0/.7)] xl:rounded-r-none xl:border-r-0 xl:bg-none xl:[writing-mode:vertical-rl]'
