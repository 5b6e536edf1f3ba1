import type { NavLink } from '#src/contract/navigation.ts'
import { accountMenu } from './account-menu.ts'
import { type BarFacts, linksOf } from './bar-facts.ts'
import { element } from './element.ts'

/** The bar in the page: as it was built for anonymous visitors, or as a viewer's. */
type BarView = { show: (facts: BarFacts) => void; restore: () => void }

/** Takes over the page's bar. Where the page has none, a template holds the one that admins get. */
export function takeBar(signOut: (button: HTMLButtonElement) => void): BarView {
  const plain = document.querySelector('header:has(template)')
  const template = plain?.querySelector('template')
  const full = template && document.importNode(template.content, true).firstElementChild
  const list = document.querySelector('#menu') ?? full?.querySelector('#menu')
  const built = [...(list?.children ?? [])]
  const own = [...(list?.querySelectorAll('.menu-link') ?? [])].filter((link) => link instanceof HTMLAnchorElement)
  let shown = ''
  const restore = () => {
    if (shown === '') return
    shown = ''
    const hadFocus = list?.contains(document.activeElement)
    if (list instanceof HTMLElement && list.matches(':popover-open')) list.hidePopover()
    list?.replaceChildren(...built)
    if (plain) full?.replaceWith(plain)
    if (hadFocus) built.at(-1)?.querySelector('a')?.focus()
  }
  const show = (facts: BarFacts) => {
    const told = JSON.stringify(facts)
    if (told === shown || !list || (plain && !facts.isShown)) return
    shown = told
    const links = linksOf(facts, own.map(toLink)).map(linkItem)
    list.replaceChildren(...links, accountMenu(facts.email, signOut))
    if (full) plain?.replaceWith(full)
  }
  return { show, restore }
}

function toLink(link: HTMLAnchorElement): NavLink {
  const label = [...link.childNodes].find((node) => node instanceof Text)?.data.trim() ?? ''
  return { label, href: link.getAttribute('href') ?? '/', isExternal: link.target === '_blank' }
}

function linkItem({ label, href, isExternal }: NavLink): HTMLLIElement {
  const link = element('a', { href, class: 'menu-link' }, label)
  if (href === location.pathname) link.setAttribute('aria-current', 'page')
  if (isExternal) {
    link.target = '_blank'
    link.rel = 'noopener'
    link.append(element('span', { class: 'sr-only' }, ' (opens in a new tab)'))
  }
  return element('li', {}, link)
}
