import type { ClientDirective } from 'astro'

/**
 * The directive behind `client:interaction`: hydrates an island when the page's script wakes it, then repeats the click that
 * came too early. After a failed load, which the island reports by `wakefailed`, the next interaction tries again, without
 * the old click.
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
    if (island.hasAttribute('ssr')) island.dispatchEvent(new Event('wakefailed', { bubbles: true }))
    else setTimeout(() => owed?.click())
  })
}

export default hydrateOnWake
