import { CODES_SAVED } from '#src/contract/account-sentence.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CopyText } from './CopyText.tsx'

/** New codes, shown this once: to copy, to keep as a file, to print. Only saying that they are stored closes it. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog isOpen title="Recovery codes" onClose={() => {}}>
      <p className="mt-3 leading-snug">
        Store these codes in a safe place, away from your phone. We cannot show them again.
      </p>
      <ol className="my-6 grid gap-x-8 gap-y-1 rounded-md border-2 border-line p-4 font-mono text-[1.125rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyText text={text} label="Copy" />
        <Button variant="outline" size="sm" onClick={() => download(text)}>
          Download
        </Button>
        <Button variant="outline" size="sm" data-print="codes">
          Print
        </Button>
      </div>
      <Button onClick={onStored} className="mt-7 print:hidden">
        {CODES_SAVED}
      </Button>
    </Dialog>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
