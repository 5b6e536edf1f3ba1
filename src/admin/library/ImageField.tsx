import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { PHOTO_BROKEN } from '#src/contract/library.ts'
import { UPLOAD_TYPES } from '#src/contract/medium.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { postImage, type Upload, uploadImage } from '#src/islands/upload-image.ts'
import { Button } from '#src/ui/Button.tsx'
import { ask } from '../api.ts'
import { TextField } from '../blocks/fields.tsx'

type ImageFieldProps = {
  name: string
  kind: ImageKind
  /** Who or what is in the picture. */
  alt: string
  /** False where another field of the form takes what is pasted. */
  takesPaste?: boolean
}

type ImageKind = 'logo' | 'photo' | 'picture'
const LABELS: Record<ImageKind, string> = { logo: 'Logo', photo: 'Photo', picture: 'Picture' }

/**
 * A logo or photo: chosen, dropped, pasted or named by its address, and shown as visitors will see it. A new one cancels the
 * upload of the previous one. (security XS5)
 */
export function ImageField({ name, kind, alt, takesPaste = true }: ImageFieldProps) {
  const label = LABELS[kind]
  const id = useId()
  const { setValue } = useFormContext()
  const src: unknown = useWatch({ name })
  const put = (url: string) => setValue(name, url, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const { sending, error, start, stop } = useUpload(put)
  const { isOver, ...drop } = useDrop(start, takesPaste)
  const address = typeof src === 'string' ? src : ''
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-semibold leading-snug">{label}</legend>
      <div
        {...drop}
        data-over={isOver || undefined}
        className="grid gap-4 rounded-md border-2 border-soft border-dashed p-4 data-over:border-ink data-over:bg-plate data-over:text-on-plate"
      >
        <ImagePreview src={address} kind={kind} alt={alt} />
        <div className="flex flex-wrap items-center gap-3">
          <FilePicker label={label} verb={address ? `Replace ${kind}` : `Upload a ${kind}`} onFile={start} />
          {address && (
            <Button variant="ghost" size="sm" onClick={() => put('')}>
              Remove {kind}
            </Button>
          )}
          <p className="text-[.9375rem] leading-snug">
            You can also drop or paste an image. PNG, JPEG, WebP or AVIF, up to 2 MB.
          </p>
        </div>
        {sending && <UploadProgress sending={sending} onStop={stop} />}
        {error && (
          <p id={id} role="alert" className="font-semibold text-[.9375rem] text-stop-ink leading-snug">
            {error}
          </p>
        )}
      </div>
      <TextField
        name={name}
        label={`${label} address`}
        spellCheck={false}
        hint="Filled in by an upload. You can also enter a path on this site or a web address."
      />
    </fieldset>
  )
}

/** Uploads one file at a time; a new one cancels the previous one. `onDone` gets the address of the image. */
function useUpload(onDone: (url: string) => void) {
  const [upload, setUpload] = useState<Upload & { name: string }>()
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    setUpload(undefined)
  }
  useEffect(() => () => running.current?.abort(), [])
  const start = (file: File) => {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    const send = (onProgress: (share: number) => void) =>
      ask(() => postImage('/api/admin/media', file, { onProgress, signal }))
    const report = (now: Upload) => {
      if (signal.aborted) return
      if (now.url) onDone(now.url)
      setUpload({ ...now, name: file.name })
    }
    void uploadImage(file, send, report)
  }
  const sending = upload?.share === undefined ? undefined : upload
  const error = upload?.fault && !isCancelled(upload.fault) ? upload.fault.detail : undefined
  return { sending, error, start, stop }
}

type FilePickerProps = { label: string; verb: string; onFile: (file: File) => void }

/** A button that opens the system's choice of files. */
function FilePicker({ label, verb, onFile }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={UPLOAD_TYPES.join(',')}
        aria-label={`${label} file`}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button variant="outline" size="sm" onClick={() => picker.current?.click()}>
        {verb}
      </Button>
    </>
  )
}

type UploadProgressProps = { sending: { name: string; share: number }; onStop: () => void }

/** How much of a file has been sent. The server checks it once it has all of it. */
function UploadProgress({ sending: { name, share }, onStop }: UploadProgressProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label={`Uploading ${name}`}
        max={1}
        value={share}
        className="h-3 min-w-40 flex-1 accent-(--tick)"
      />
      <span className="tabular-nums">{share < 1 ? `${Math.floor(share * 100)}%` : 'Checking...'}</span>
      <Button variant="ghost" size="sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

type ImagePreviewProps = { src: string; kind: ImageKind; alt: string }

/** The backgrounds of a logo for visitors who prefer light and dark. */
const GROUNDS = [
  ['On light', 'bg-[#fafbf6] text-[#14201b]'],
  ['On dark', 'bg-[#15211c] text-[#ecf1ea]'],
] as const

/**
 * A logo on light and dark, or a photo in the shape the page gives it, loaded as visitors load it. One that does not come is
 * flagged. (product 4: a logo that fails to load is dropped from the strip)
 */
function ImagePreview({ src, kind, alt }: ImagePreviewProps) {
  const [broken, setBroken] = useState<string>()
  if (src === '') return <p className="text-soft leading-snug">{NONE[kind]}</p>
  if (broken === src) {
    return (
      <p role="alert" className="font-semibold text-stop-ink leading-snug">
        {BROKEN[kind]}
      </p>
    )
  }
  const image = (label: string, size: string) => (
    <img src={src} alt={label} referrerPolicy="no-referrer" onError={() => setBroken(src)} className={size} />
  )
  if (kind === 'photo') return image(alt, 'aspect-square w-36 rounded-md object-cover')
  if (kind === 'picture') return image(alt, 'aspect-[4/3] w-64 rounded-md bg-paper object-contain')
  return (
    <div className="grid grid-cols-2 gap-3">
      {GROUNDS.map(([name, ground]) => (
        <figure key={name} className={`overflow-hidden rounded-md border border-line ${ground}`}>
          <div className="flex h-28 items-center justify-center p-4">
            {image(`${alt}, ${name.toLowerCase()}`, 'max-h-full max-w-full object-contain')}
          </div>
          <figcaption className="px-3 pb-2 font-semibold text-[.8125rem]">{name}</figcaption>
        </figure>
      ))}
    </div>
  )
}

const NONE = {
  logo: 'No logo yet. The page shows the name instead.',
  photo: 'No photo yet. The page shows the initials instead.',
  picture: 'No picture yet.',
}

const BROKEN = {
  logo: 'This logo cannot be loaded. Visitors do not see it.',
  photo: PHOTO_BROKEN,
  picture: 'This picture cannot be loaded. Visitors do not see it.',
}

/** Takes a file that is dropped here or, if `takesPaste`, pasted anywhere on the page. Spread the rest on the place to drop it. */
function useDrop(take: (file: File) => void, takesPaste: boolean) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!takesPaste) return
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [takesPaste])
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) take(file)
    },
  }
}
