import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import { TabRow } from '#src/ui/Tabs.tsx'
import { COLUMN_NAMES } from './wish-words.ts'

type ColumnTabsProps = { id: string; column: WishStatus; onColumn: (column: WishStatus) => void }

const TABS = WISH_STATUSES.map((name) => ({ name, title: COLUMN_NAMES[name] }))

/** The columns as tabs, where one has room at a time. Its panel has the id `{id}panel`. */
export function ColumnTabs({ id, column, onColumn }: ColumnTabsProps) {
  return (
    <div className="mb-4 overflow-x-auto">
      <div className="min-w-104 whitespace-nowrap">
        <TabRow id={id} label="Columns" tabs={TABS} current={column} onChange={onColumn} panelId={`${id}panel`} />
      </div>
    </div>
  )
}
