import type { ReportContext } from '#src/contract/report.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'

type PageFactsProps = {
  /** What will be sent; undefined while nobody has agreed. */
  context: ReportContext | undefined
  release: string
  isBusy: boolean
  onChange: (context: ReportContext | undefined) => void
}

/** Offers to send where the problem was seen, off until ticked, and shows every word of it. */
export function PageFacts({ context, release, isBusy, onChange }: PageFactsProps) {
  return (
    <div className="rounded-md border-2 border-plate-line border-dashed px-3.5 py-3">
      <Checkbox
        label="Include technical details"
        hint="The page address, your window size and the site version."
        checked={context !== undefined}
        disabled={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? contextOf(release) : undefined)}
      />
      {context && (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-plate-line border-t pt-3 pl-9 text-[.9375rem] leading-snug">
          <Fact name="Page" value={context.page} />
          <Fact name="Window" value={`${context.viewport.replace('x', ' × ')} px`} />
          <Fact name="Release" value={context.release} />
        </dl>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-plate-soft">{name}</dt>
      <dd className="font-mono wrap-anywhere">{value}</dd>
    </>
  )
}

/** As things are when the box is ticked: a phone's keyboard that opens later does not make another report of it. */
function contextOf(release: string): ReportContext {
  return { page: location.pathname, viewport: `${innerWidth}x${innerHeight}`, release }
}
