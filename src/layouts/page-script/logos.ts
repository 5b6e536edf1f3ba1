import { on } from './root.ts'

/** A logo that cannot be loaded leaves the strip, and the strip leaves with its last one. (product 4) */
on(
  'error',
  ({ target }) => target.matches?.('[data-logo]') && target.closest('li+li,li:has(+li),[data-partners]')?.remove(),
)
