import { root } from './root.ts'

/** Prints the part a button names, `data-print="letter"`, and nothing else of the page. */
addEventListener('click', ({ target }) => {
  const part = (target as HTMLElement).dataset?.print
  if (!part) return
  root.dataset.printing = part
  print()
})
addEventListener('afterprint', () => {
  delete root.dataset.printing
})
