import { useQuery } from '@tanstack/react-query'
import { Shown } from '../../blocks/Shown.tsx'
import { Editor } from '../../library/Editor.tsx'
import { UsesPanel } from '../../library/UsesPanel.tsx'
import { VendorForm } from './VendorForm.tsx'
import { BLANK_VENDOR, toStored, vendorQuery } from './vendor-calls.ts'

type VendorEditorProps = { id: string | undefined; onClose: () => void }

const back = 'All vendors'

/** The form of a new vendor, or of one that is stored. */
export function VendorEditor({ id, onClose }: VendorEditorProps) {
  if (id !== undefined) return <StoredVendor id={id} onClose={onClose} />
  return (
    <Editor title="New vendor" back={back}>
      <VendorForm from={BLANK_VENDOR} onClose={onClose} />
    </Editor>
  )
}

function StoredVendor({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(vendorQuery(id))
  return (
    <Editor
      title={query.data?.vendorName ?? 'Vendor'}
      back={back}
      aside={query.data && <UsesPanel kind="vendors" id={id} />}
    >
      <Shown query={query} what="the vendor">
        {(vendor) => <VendorForm id={id} from={toStored(vendor)} onClose={onClose} />}
      </Shown>
    </Editor>
  )
}
