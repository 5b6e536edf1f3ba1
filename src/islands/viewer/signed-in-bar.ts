/**
 * What a page loads when the hint cookie says that somebody may be signed in: asks who it is, makes the bar theirs, and
 * follows what happens in other tabs. Packed into a file of its own by `src/layouts/build/signed-in-bar.ts`. (architecture 5)
 */
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import type { Navigation, ViewerKind } from '#src/contract/navigation.ts'
import { type Viewer, viewerKind } from '#src/contract/viewer.ts'
import { request } from '../call.ts'
import { type BarFacts, barFacts, recallBar, rememberBar } from './bar-facts.ts'
import { addToasts, notify } from './bar-toasts.ts'
import { takeBar } from './bar-view.ts'
import { wakeMemberIslands } from './member-islands.ts'
import { $viewer, announce, loadViewer } from './viewer.ts'
import { hasHint } from './viewer-store.ts'

declare const BAR_STYLE: string

const root = document.documentElement
const storage = () => sessionStorage
let kind: ViewerKind | undefined
let navigation: Promise<Navigation | undefined> | undefined

const bar = takeBar(async (button) => {
  // Not `disabled`: that would take the focus away from somebody who waits with it.
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  try {
    await request('POST', '/api/auth/sign-out')
    announce('signed out')
    notify({ kind: 'success', message: ACCOUNT_SENTENCE.signedOut })
  } catch {
    button.ariaDisabled = 'false'
    notify({ kind: 'error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
})

const reportButton = takeReportButton()

/** The bar's links for whoever asks; undefined where they could not be read. */
function fetchNavigation(): Promise<Navigation | undefined> {
  return request('GET', '/api/navigation').catch(() => undefined)
}

async function follow(viewer: Viewer | null | undefined): Promise<void> {
  if (viewer === undefined) return
  if (viewer === null) return showAnonymous()
  if (kind !== undefined && kind !== viewerKind(viewer)) navigation = undefined
  kind = viewerKind(viewer)
  navigation ??= fetchNavigation()
  const facts = barFacts(viewer, await navigation)
  if ($viewer.get() !== viewer) return
  rememberBar(facts, storage)
  welcome(facts)
}

function welcome(facts: BarFacts): void {
  bar.show(facts)
  reportButton.show(facts.canReport)
  root.dataset.viewer = 'in'
  wakeMemberIslands()
}

function showAnonymous(): void {
  kind = undefined
  navigation = undefined
  bar.restore()
  reportButton.restore()
  root.dataset.viewer = 'out'
}

/** A page from the background or from history may have missed something. An answer that does not come changes nothing. */
function catchUp(): void {
  if (document.visibilityState !== 'visible') return
  if (hasHint(document.cookie) === Boolean($viewer.get())) return
  loadViewer().catch(() => {
    if (root.dataset.viewer === '') root.dataset.viewer = 'out'
  })
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(BAR_STYLE)
document.adoptedStyleSheets.push(sheet)
addToasts()
const remembered = recallBar(storage)
if (remembered) welcome(remembered)
// Asked for beside the session, not after it: the server knows from the cookie who asks.
navigation = fetchNavigation()
$viewer.subscribe((viewer) => void follow(viewer))
catchUp()
document.addEventListener('visibilitychange', catchUp)
addEventListener('pageshow', catchUp)

/** The home page's report button: as it was built for anonymous visitors, or as it is for a viewer. (product 2) */
type ReportButton = {
  /** Null leaves it as it was built. */
  show: (canReport: boolean | null) => void
  restore: () => void
}

/**
 * Takes over whatever in the page carries `data-report-button`, also what is still to be parsed. Nobody's open report is taken
 * from them.
 */
function takeReportButton(): ReportButton {
  const built = new WeakMap<Element, boolean>()
  let told: boolean | null = null
  const apply = () => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-report-button]')) {
      const isHiddenAtFirst = built.get(part) ?? Boolean(part.hidden)
      built.set(part, isHiddenAtFirst)
      const isHidden = told === null ? isHiddenAtFirst : !told
      if (!isHidden || !part.querySelector('dialog[open]')) part.hidden = isHidden
    }
  }
  const show = (canReport: boolean | null) => {
    told = canReport
    apply()
  }
  document.addEventListener('DOMContentLoaded', apply)
  return { show, restore: () => show(null) }
}
