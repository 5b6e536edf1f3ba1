/**
 * What a page loads if the hint cookie says that the viewer may be signed in: loads the viewer, shows their bar, and follows
 * the session in other tabs. Packed into a file of its own by `src/layouts/build/later-scripts.ts`. (architecture 5)
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
  // Not `disabled`: the button would lose the focus.
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

/** The viewer's links; undefined if they could not be loaded. */
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

/** A page that returns from the background or the history may have missed an event. Without an answer nothing changes. */
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
// Requested in parallel with the session: the server knows the viewer from the cookie.
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
 * Takes over all elements with `data-report-button`, including those that are not parsed yet. An open report form is not hidden.
 */
function takeReportButton(): ReportButton {
  const built = new WeakMap<Element, boolean>()
  let isOffered: boolean | null = null
  const apply = () => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-report-button]')) {
      const isHiddenAtFirst = built.get(part) ?? Boolean(part.hidden)
      built.set(part, isHiddenAtFirst)
      const isHidden = isOffered === null ? isHiddenAtFirst : !isOffered
      if (!isHidden || !part.querySelector('dialog[open]')) part.hidden = isHidden
    }
  }
  const show = (canReport: boolean | null) => {
    isOffered = canReport
    apply()
  }
  document.addEventListener('DOMContentLoaded', apply)
  return { show, restore: () => show(null) }
}
