import type { ClientDirective } from 'astro'
import { reloadIfReplaced } from './reload-replaced.ts'

/**
 * The directive behind `client:interaction`: hydrates an island when the page's script wakes it, then repeats the click that
 * came too early. After a failed load, which the island reports by `wakefailed`, the next interaction tries again, without
 * the old click, and if the island belongs to a release that was replaced, the page is reloaded once.
 */
const hydrateOnWake: ClientDirective = (load, _options, element) => {
  const island: HTMLElement & { held?: HTMLElement | undefined } = element
  let isBusy = false
  island.addEventListener('wake', async () => {
    if (isBusy) return
    isBusy = true
    const hydrate = await load()
    await hydrate()
    isBusy = false
    island.ariaBusy = null
    const owed = island.held
    island.held = undefined
    if (island.hasAttribute('ssr')) {
      island.dispatchEvent(new Event('wakefailed', { bubbles: true }))
      void reloadIfReplaced(filesOf(island))
    } else setTimeout(() => owed?.click())
  })
}

/** The files that an island names. Their names change whenever anything they load changes. */
function filesOf(island: Element): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? [])
}

addEventListener('vite:preloadError', () => {
  const files = [...document.querySelectorAll('astro-island')].flatMap(filesOf)
  void reloadIfReplaced([...new Set(files)])
})

export default hydrateOnWake
