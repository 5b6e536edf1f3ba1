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
export function takeReportButton(): ReportButton {
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
