import { useId, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { UPLOAD_TYPES } from '#src/contract/medium.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '../blocks/fields.tsx'
import { ImagePreview } from './ImagePreview.tsx'
import { useDrop } from './use-drop.ts'
import { useUpload } from './use-upload.ts'

type ImageFieldProps = {
  name: string
  kind: 'logo' | 'photo'
  /** Who or what is in the picture. */
  alt: string
}

/** A logo or photo: chosen, dropped, pasted or named by its address, and shown as visitors will see it. (security XS5) */
export function ImageField({ name, kind, alt }: ImageFieldProps) {
  const label = kind === 'logo' ? 'Logo' : 'Photo'
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { setValue } = useFormContext()
  const src: unknown = useWatch({ name })
  const put = (url: string) => setValue(name, url, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const { sending, error, start, stop } = useUpload(put)
  const { isOver, ...drop } = useDrop(start)
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
          <input
            ref={picker}
            type="file"
            accept={UPLOAD_TYPES.join(',')}
            aria-label={`${label} file`}
            className="hidden"
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) start(file)
            }}
          />
          <Button variant="outline" size="sm" onClick={() => picker.current?.click()}>
            {address ? `Replace ${kind}` : `Upload a ${kind}`}
          </Button>
          {address && (
            <Button variant="ghost" size="sm" onClick={() => put('')}>
              Remove {kind}
            </Button>
          )}
          <p className="text-[.9375rem] leading-snug">
            You can also drop or paste an image. PNG, JPEG, WebP or AVIF, up to 2 MB.
          </p>
        </div>
        {sending && (
          <div className="flex flex-wrap items-center gap-3">
            <progress
              aria-label={`Uploading ${sending.name}`}
              max={1}
              value={sending.share}
              className="h-3 min-w-40 flex-1 accent-(--tick)"
            />
            <span className="tabular-nums">
              {sending.share < 1 ? `${Math.floor(sending.share * 100)}%` : 'Checking...'}
            </span>
            <Button variant="ghost" size="sm" onClick={stop}>
              Stop
            </Button>
          </div>
        )}
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
