/**
 * `client:interaction`, the part that stands in the page: nothing of an island loads before somebody touches it. The first
 * pointer over it, touch, key or focus inside wakes it; a click that comes before it is ready is left with the island, which
 * makes it again once it is (`src/islands/hydrate-on-wake.ts`). While a click waits, its island is busy. (architecture 5)
 */

/** An island that still waits, with the click it owes. */
export type Waiting = Element & { held?: HTMLElement | undefined }

let runtime: Promise<unknown> | undefined

/**
 * Asks one island to load and hydrate. In a built page the islands' runtime itself waits in a file that a meta element names.
 * A file that fails to come is asked for again at the next interaction.
 */
export function wake(island: Element) {
  const address = document.querySelector<HTMLMetaElement>('[name=islands]')?.content
  runtime ??= new Promise((done, fail) => {
    if (!address) return done(0)
    const script = document.createElement('script')
    script.onload = done
    script.onerror = fail
    script.src = address
    document.head.append(script)
  })
  runtime.then(
    () => island.dispatchEvent(new Event('wake')),
    () => {
      runtime = undefined
      island.ariaBusy = null
    },
  )
}

function interact(event: Event) {
  const target = event.target as HTMLElement
  const island: Waiting | null = target.closest?.('[client=interaction][ssr]')
  if (!island) return
  if (event.type === 'click') {
    event.stopPropagation()
    island.held = target
    island.ariaBusy = 'true'
  }
  wake(island)
}

for (const type of ['pointerover', 'touchstart', 'focusin', 'keydown', 'click']) {
  addEventListener(type, interact, { capture: true, passive: true })
}
