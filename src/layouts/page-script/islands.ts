/**
 * The part of `client:interaction` in the page: an island loads nothing before its first interaction. The first pointer over
 * it (which a touch begins with), key or focus inside wakes it. A click before it is ready is stored on the island, which repeats it once it is
 * hydrated (`src/islands/hydrate-on-wake.ts`). While a click waits, its island is busy. (architecture 5)
 */

import { all, doc, on } from './root.ts'

/** An island that still waits, with the click it owes. */
type Waiting = Element & { held?: HTMLElement | undefined }

let runtime: Promise<void> | null

/**
 * Asks one island to load and hydrate. In a built page the islands' runtime itself waits in a file that a meta element names.
 * A file that fails to come is asked for again at the next interaction.
 */
export function wake(island: Element) {
  const meta = all('[name=islands]')[0] as HTMLMetaElement | undefined
  runtime ??= new Promise((done, fail) =>
    meta
      ? meta.after(Object.assign(doc.createElement('script'), { src: meta.content, onload: done, onerror: fail }))
      : done(),
  )
  runtime.then(
    () => island.dispatchEvent(new Event('wake')),
    () => (runtime = island.ariaBusy = null),
  )
}

on('pointerover focusin keydown click', (event) => {
  const target = event.target
  const island: Waiting | null = target.closest?.('[client^=in][ssr]')
  if (!island) return
  // biome-ignore lint/suspicious/noDoubleEquals: the script of each page has few bytes to spare
  if (event.type == 'click') {
    event.stopPropagation()
    island.held = target
    // The attribute becomes 'true'.
    island.ariaBusy = true as never
  }
  wake(island)
})
