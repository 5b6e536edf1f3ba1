import { ALL_DAYS_OWN, ALREADY_IMPORTED, IMPORT_SERVICES, PERIOD_MISSING } from '#src/contract/analytics-import.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { type ChosenFile, cancelFile, importFiles, overlapOf, pauseFile, removeFile } from './backfill-store.ts'
import { ColumnRoles } from './ColumnRoles.tsx'
import { DryRun } from './DryRun.tsx'

/** Why a file that was read cannot be imported now; null if it can. */
export function refusalOf(file: ChosenFile): string | null {
  const { read, period, check } = file
  if (check?.existing?.state === 'done') return ALREADY_IMPORTED
  if (read?.isPeriod) return period.from && period.to && period.from <= period.to ? null : PERIOD_MISSING
  const { days, ownDays } = overlapOf(file)
  return days === ownDays ? ALL_DAYS_OWN : null
}

/** One chosen file: what is in it, what becomes of it, and how far its import is. */
export function FileCard(file: ChosenFile) {
  const { id, step, header, refusal } = file
  return (
    <DetailCard title={<span className="normal-case [overflow-wrap:anywhere]">{file.file.name}</span>}>
      {step === 'reading' && <Progress label="Reading the file" share={file.share} />}
      {step === 'refused' && refusal && (
        <div role="alert" className="grid gap-1">
          <p className="font-semibold">{refusal.why}</p>
          <p>{refusal.instead}</p>
        </div>
      )}
      {step === 'columns' && header && <ColumnRoles id={id} header={header} />}
      {file.read && step !== 'reading' && step !== 'refused' && step !== 'columns' && <DryRun {...file} />}
      <Running {...file} />
      <Actions {...file} />
    </DetailCard>
  )
}

function Progress({ label, share, children }: { label: string; share: number; children?: string }) {
  return (
    <p className="grid w-full max-w-lg gap-1.5">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span className="text-soft tabular-nums">{children ?? `${Math.floor(share * 100)} %`}</span>
      </span>
      <progress aria-label={label} max={1} value={share} className="h-3 w-full accent-(--tick)" />
    </p>
  )
}

const LABELS = { importing: 'Importing', paused: 'Paused', failed: 'Stopped', done: 'Imported' } as const

function Running({ step, line, fault }: ChosenFile) {
  if (!line || !(step in LABELS)) return null
  const rows = `${line.rows.toLocaleString('en-US')} of ${plural(line.totalRows, 'row')}`
  return (
    <>
      <Progress label={LABELS[step as keyof typeof LABELS]} share={line.rows / line.totalRows}>
        {rows}
      </Progress>
      <p role="status" className="sr-only">
        {step === 'done' && `${line.fileName} is imported.`}
        {step === 'paused' && `The import of ${line.fileName} is paused.`}
      </p>
      {fault && (
        <p role="alert" className="font-semibold text-stop-ink">
          {fault}
        </p>
      )}
    </>
  )
}

function Actions(file: ChosenFile) {
  const { id, step, line, read } = file
  if (step === 'importing')
    return (
      <Buttons>
        <Button size="sm" variant="outline" onClick={() => void pauseFile(id)}>
          Pause
        </Button>
        <CancelButton {...file} />
      </Buttons>
    )
  if (step === 'paused' || step === 'failed')
    return (
      <Buttons>
        <Button size="sm" onClick={() => void importFiles([id])}>
          Continue
        </Button>
        {line && <CancelButton {...file} />}
      </Buttons>
    )
  return (
    <Buttons>
      {step === 'ready' && read && (
        <ActionButton variant="default" refusal={refusalOf(file)} onClick={() => void importFiles([id])}>
          {line
            ? `Continue with row ${(line.rows + 1).toLocaleString('en-US')}`
            : `Import ${plural(read.rows.length, 'row')}`}
        </ActionButton>
      )}
      <Button size="sm" variant="outline" onClick={() => removeFile(id)}>
        {step === 'done' ? 'Close' : 'Remove'}
      </Button>
    </Buttons>
  )
}

const Buttons = ({ children }: { children: React.ReactNode }) => <div className="flex flex-wrap gap-3">{children}</div>

function CancelButton({ id, line, read }: ChosenFile) {
  const ask = () =>
    confirm({
      title: 'Cancel this import',
      message: (
        <p>
          The {plural(line?.rows ?? 0, 'row')} of {read && IMPORT_SERVICES[read.kind]} that are stored so far will be
          deleted.
        </p>
      ),
      label: 'Cancel the import',
      busyLabel: 'Cancelling...',
      act: () => cancelFile(id),
    })
  return (
    <Button size="sm" variant="outline" onClick={ask}>
      Cancel import
    </Button>
  )
}
