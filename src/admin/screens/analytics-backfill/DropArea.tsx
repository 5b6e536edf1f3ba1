import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { EXPORT_HELP } from '#src/contract/analytics-import.ts'
import { FileButton } from '../../blocks/FileButton.tsx'

/** Takes files: chosen with a button, or dropped. */
export function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Files"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg border-2 border-dashed px-5 py-6 ${isOver ? 'border-focus bg-surface' : 'border-line'}`}
    >
      <FileUp aria-hidden="true" className="hidden size-8 text-soft sm:block" />
      <FileButton multiple accept=".csv,.tsv,.txt,.zip,text/csv,application/zip" onFiles={onFiles}>
        Choose files
      </FileButton>
      <p className="max-w-prose text-soft leading-snug">
        <span className="max-sm:hidden">Or drop them here. </span>
        CSV or zip, as the service exported them. Nothing is stored before you have seen what is in a file.
      </p>
    </section>
  )
}

/** Where each service has its export. Open until a file was chosen. */
export function ExportHelp({ isOpen }: { isOpen: boolean }) {
  return (
    <details open={isOpen} className="admin-panel px-5 py-3.5">
      <summary className="label cursor-pointer text-[1.375rem]">What can be imported</summary>
      <dl className="mt-3 grid gap-x-6 gap-y-3 pb-1.5 leading-snug md:grid-cols-[11rem_minmax(0,1fr)]">
        {EXPORT_HELP.map(([service, help]) => (
          <div key={service} className="contents">
            <dt className="font-semibold">{service}</dt>
            <dd className="max-w-prose max-md:-mt-2">{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
