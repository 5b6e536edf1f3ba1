import { ENTRY_IN_USE } from '#src/contract/library.ts'
import { NO_MATCHING_VENDORS, type VendorEntry } from '#src/contract/vendor.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { LossNote } from '../../library/LossNote.tsx'
import { UsesCell } from '../../library/UsesCell.tsx'
import { Pictured } from '../event-parts/Pictured.tsx'
import { vendorCalls, vendorPage } from './vendor-calls.ts'

const columns: Column<VendorEntry>[] = [
  {
    header: 'Vendor',
    cell: (vendor) => (
      <Pictured src={vendor.logoUrl} alt="" kind="logo">
        <EntryLink edit={vendor.id} className="inline-block py-2 font-semibold underline-offset-4 hover:underline">
          {vendor.vendorName}
        </EntryLink>
      </Pictured>
    ),
  },
  {
    header: 'Website',
    cell: ({ websiteUrl }) => websiteUrl && new URL(websiteUrl).host.replace(/^www\./, ''),
    className: 'lg:min-w-44',
  },
  { header: 'Contact', cell: ({ contactName, contactEmail }) => contactName ?? contactEmail },
  { header: 'Tags', cell: ({ tags }) => tags },
  { header: 'Used in', cell: (vendor) => <UsesCell kind="vendors" row={vendor} name={vendor.vendorName} /> },
]

type VendorListProps = { q: string; search: (q: string) => void; open: (id: string) => void }

/** All vendors by name, and what can be done with each. */
export function VendorList({ q, search, open }: VendorListProps) {
  const list = useList(['vendors', { q }], (cursor) => vendorPage(q, cursor))
  const removal = useSave({
    save: vendorCalls.remove,
    done: 'Vendor deleted',
    failed: 'Failed to delete vendor',
    stale: [['vendors']],
  })
  const actions = (vendor: VendorEntry) => [
    { label: 'Edit', run: () => open(vendor.id) },
    {
      label: 'Delete',
      isDestructive: true,
      disabledReason: vendor.uses > 0 ? ENTRY_IN_USE : undefined,
      run: () =>
        confirm({
          title: 'Delete this vendor?',
          message: <LossNote kind="vendors" id={vendor.id} name={vendor.vendorName} />,
          label: 'Delete vendor',
          busyLabel: 'Deleting...',
          act: () => removal.mutateAsync(vendor),
        }),
    },
  ]
  const add = (
    <Button asChild>
      <EntryLink edit="new">New vendor</EntryLink>
    </Button>
  )
  return (
    <Screen title="Vendors" lead="Partners and their logos. Choose them for each event." actions={add}>
      <Filters>
        <SearchBox label="Search by name, contact or tag" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="vendors"
        list={list}
        columns={columns}
        nameOf={(vendor) => vendor.vendorName}
        actions={actions}
        empty={
          q ? (
            <Empty title={NO_MATCHING_VENDORS}>No vendors match “{q}”. Try the beginning of a word.</Empty>
          ) : (
            <Empty title="No vendors yet" action={add}>
              Add your first partner, then choose it for an event.
            </Empty>
          )
        }
      />
    </Screen>
  )
}
