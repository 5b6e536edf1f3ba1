import { useStore } from '@nanostores/react'
import { BACKFILL, MOST_FILES_CHOSEN } from '#src/contract/analytics-import.ts'
import { plural } from '#src/contract/plural.ts'
import { notify } from '#src/islands/toasts.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { links } from '../../links.ts'
import { $files, addFiles, importFiles } from './backfill-store.ts'
import { DropArea, ExportHelp } from './DropArea.tsx'
import { FileCard, refusalOf } from './FileCard.tsx'
import { ImportsTable } from './ImportsTable.tsx'

/** analytics-backfill: figures of other services, from their exports. (decision 0062) */
export function AnalyticsBackfillScreen() {
  const files = useStore($files)
  // An import goes on while another screen is shown.
  useUnloadWarning(
    files.some(({ step }) => step === 'importing'),
    true,
  )
  const add = async (chosen: Iterable<File>) => {
    if ((await addFiles(chosen)) > 0) notify({ kind: 'error', message: MOST_FILES_CHOSEN })
  }
  const ready = files.filter((file) => file.step === 'ready' && refusalOf(file) === null)
  return (
    <Screen
      title="Backfill"
      lead={BACKFILL}
      actions={
        <Button asChild variant="outline">
          <AdminLink to={links.analytics()}>Traffic</AdminLink>
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <DropArea onFiles={(chosen) => void add(chosen)} />
        {files.map((file) => (
          <FileCard key={file.id} {...file} />
        ))}
        {ready.length > 1 && (
          <p>
            <Button onClick={() => void importFiles(ready.map(({ id }) => id))}>
              Import {plural(ready.length, 'file')}
            </Button>
          </p>
        )}
        <ExportHelp isOpen={files.length === 0} />
        <ImportsTable />
      </div>
    </Screen>
  )
}
