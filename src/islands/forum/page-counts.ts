import { counted } from '#src/sections/forum/counted.ts'

/** Counts so many more, or fewer, replies or thanks where the page tells how many its topic has. */
export function addToCount(what: 'replies' | 'thanks', change: number): void {
  if (change === 0) return
  for (const place of document.querySelectorAll(`[data-count=${what}]`)) {
    const count = Number(place.textContent.replace(/\D/g, '')) + change
    place.textContent = place.closest('.facts') ? count.toLocaleString('en-US') : counted(count, 'reply', 'replies')
  }
}
