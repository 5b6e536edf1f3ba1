import type { VendorEntry } from '#src/contract/vendor.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'
import { useList } from '../../blocks/use-list.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry, useDeleteAction } from '../../library/list-parts.tsx'
import { UsesCell } from '../../library/uses.tsx'
import { vendors } from './vendor-calls.ts'

const VendorForm = lazyComponent(async () => (await import('./VendorForm.tsx')).VendorForm, formSkeleton)

const columns: Column<VendorEntry>[] = [
  {
    header: 'Vendor',
    sortBy: ({ vendorName }) => vendorName,
    cell: (vendor) => (
      <Thumbnail src={vendor.logoUrl} alt="" kind="logo">
        <EntryLink edit={vendor.id}>{vendor.vendorName}</EntryLink>
      </Thumbnail>
    ),
  },
  {
    header: 'Website',
    cell: ({ websiteUrl }) => websiteUrl && new URL(websiteUrl).host.replace(/^www\./, ''),
    width: '20%',
  },
  { header: 'Contact', cell: ({ contactName, contactEmail }) => contactName ?? contactEmail, width: '17%' },
  { header: 'Tags', cell: ({ tags }) => tags, width: '21%' },
  {
    header: 'Used in',
    cell: (vendor) => <UsesCell kind="vendors" row={vendor} name={vendor.vendorName} />,
    width: '7rem',
    sortBy: ({ uses }) => uses,
  },
]

/** library/vendors: the partners that events choose from. */
export function VendorsScreen() {
  return <LibraryScreen path="/admin/library/vendors" library={vendors} List={VendorList} Form={VendorForm} />
}

/** All vendors by name, and what can be done with each. */
function VendorList({ q, search, open }: LibraryListProps) {
  const list = useList(['vendors', { q }], (cursor) => vendors.page(q, cursor))
  const deletion = useDeleteAction(vendors)
  return (
    <Screen
      title="Vendors"
      lead="Partners and their logos. Choose them for each event."
      actions={<NewEntry noun="vendor" />}
    >
      <Filters>
        <SearchBox label="Search by name, contact or tag" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="vendors"
        list={list}
        columns={columns}
        getName={vendors.getName}
        actions={(vendor) => [{ label: 'Edit', run: () => open(vendor.id) }, deletion(vendor)]}
        empty={
          <EmptyLibrary library={vendors} q={q}>
            Add your first partner, then choose it for an event.
          </EmptyLibrary>
        }
      />
    </Screen>
  )
}
