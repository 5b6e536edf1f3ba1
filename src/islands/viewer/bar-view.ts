import type { NavLink } from '#src/contract/navigation.ts'
import { type BarFacts, getLinks } from './bar-facts.ts'
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
    const json = JSON.stringify(facts)
    if (json === shown || !list || (plain && !facts.isShown)) return
    shown = json
    const links = getLinks(facts, own.map(toLink)).map(linkItem)
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

const ID = 'account-menu'

/** The last item of a signed-in bar: a button opens a popover with the viewer's email. On a phone its items are in the list itself. (product 2) */
function accountMenu(email: string, signOut: (button: HTMLButtonElement) => void): HTMLLIElement {
  const who = element('p', { class: 'account-who' }, 'Signed in as ', element('strong', {}, email))
  const account = element('a', { href: '/account', class: 'account-item' }, 'Account')
  const leave = element('button', { type: 'button', class: 'account-item' }, 'Sign Out')
  leave.addEventListener('click', () => signOut(leave))
  if (location.pathname === '/account') account.setAttribute('aria-current', 'page')
  const menu = element('div', { id: ID, popover: 'auto', class: 'account-menu' }, who, account, leave)
  const opener = element(
    'button',
    { type: 'button', class: 'account-opener', popovertarget: ID },
    element('span', { class: 'account-mark', 'aria-hidden': 'true', 'data-initials': getInitials(email) }),
    element('span', {}, 'Account'),
    element('span', { class: 'sr-only' }, ` menu: ${email}`),
  )
  addKeys(opener, menu, [account, leave])
  return element('li', { class: 'account' }, opener, menu)
}

/** One or two letters for an address: `m` for `maria@plant.example`, `ms` for `maria.soto@plant.example`. */
export function getInitials(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
}

/** The index that a key moves to among `count` items; undefined for other keys. `at` is -1 outside the menu. */
export function itemAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (Math.max(at, 0) + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Arrow keys open the menu and move in it; Tab closes it. Escape is handled by the browser. */
function addKeys(opener: HTMLElement, menu: HTMLElement, items: readonly HTMLElement[]): void {
  const move = (event: KeyboardEvent) => {
    const isOpener = event.currentTarget === opener
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isOpener && !isArrow) return
    const at = items.findIndex((item) => item.matches(':focus'))
    const next = itemAfter(event.key, at, items.length)
    if (next === undefined) return
    event.preventDefault()
    if (isOpener && !menu.matches(':popover-open')) menu.showPopover()
    items[next]?.focus()
  }
  opener.addEventListener('keydown', move)
  menu.addEventListener('keydown', move)
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    const isLeaving = relatedTarget instanceof Node && !menu.contains(relatedTarget) && relatedTarget !== opener
    if (isLeaving && menu.matches(':popover-open')) menu.hidePopover()
  })
}
